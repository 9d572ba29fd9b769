"""Tools in processes of their own: the protocol, what workers may do wrong, environments, and dp-accounting for real."""

import ast
import json
import math
import os
import subprocess
import sys
import time
from fractions import Fraction
from pathlib import Path

import pytest

from certificates.audit import tools
from certificates.audit.instance import KINDS, Instance
from certificates.audit.tools import catalogue, environments, process, queries, record
from certificates.audit.tools.battery import BATTERY
from certificates.audit.tools.process import STDERR_TAIL
from certificates.audit.tools.replies import read_answers, read_hello
from certificates.audit.tools.tool import Tool
from exact import approx, rr
from exact.errors import ExactError, NotReadable, OutOfRange

RECORDED = Path(__file__).parent / "recorded"
F = Fraction
RR = Instance.rr(0.5)
DELTA = queries.delta_at(1.0)

# A worker that does what the name of the method says.
FAKE = r"""
import json, os, sys, time

def send(content):
    sys.stdout.write((content if isinstance(content, str) else json.dumps(content)) + "\n")
    sys.stdout.flush()

NAMES = ["echo", "crash", "crash-late", "signal", "hang", "garbage", "not-object", "huge", "wrong-id", "nan", "short",
         "float", "extra", "flood", "noise", "half", "stubborn", "deep", "digits", "environment"]
mode = sys.argv[1] if len(sys.argv) > 1 else ""
if mode == "slow":
    time.sleep(0.5)
if mode == "never":
    time.sleep(60)
if mode == "dies":
    sys.stderr.write("Traceback\nModuleNotFoundError: No module named 'tool'\n")
    sys.exit(1)
if mode == "nonsense":
    send("hello, world")
hello = {"protocol": 1, "tool": "fake", "version": "1", "python": "3", "methods": [
    {"name": name, "documented": "upper", "queries": ["delta", "pld", "spend"], "mechanisms": ["rr"],
     "options": {"x": "0x1p+0", "y": None}} for name in NAMES]}
if mode == "protocol":
    hello["protocol"] = 2
if mode == "changes":
    hello["version"] = str(os.getpid())
send(hello)
for line in sys.stdin:
    request = json.loads(line)
    number, method = request["id"], request["method"]
    good = {"id": number, "input": "exact", "seconds": 0.5, "answers": [{"upper": "0x1p-1"} for _ in request["queries"]]}
    if method == "crash":
        sys.stderr.write("x" * 10000 + "\nlast words\n")
        sys.exit(3)
    if method == "signal":
        os.kill(os.getpid(), 9)
    if method == "hang":
        time.sleep(60)
    if method == "stubborn":
        import signal
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        os.close(0)
        while True:
            time.sleep(1)
    if method == "half":
        sys.stdout.write('{"id": 1, "answers"')
        sys.stdout.flush()
        time.sleep(60)
    while method == "flood":
        send("x" * 1000)
    while method == "noise":
        sys.stderr.write("x" * 100000)
    if method == "huge":
        send("x" * 10000000)
    seen = {"type": "E", "message": json.dumps([os.listdir("."), sorted(os.environ)])}
    send({
        "garbage": "no json {",
        "not-object": [1],
        "wrong-id": {**good, "id": number + 1},
        "nan": '{"id": %d, "input": "exact", "answers": [{"upper": NaN}]}' % number,
        "short": {**good, "answers": []},
        "float": {**good, "answers": [{"upper": 0.5}]},
        "deep": "[" * 100000,
        "digits": '{"id": 1' + "0" * 5000 + "}",
        "environment": {**good, "answers": [{"error": seen}]},
    }.get(method, good))
    if method == "extra":
        send(good)
    if method == "crash-late":
        sys.exit(0)
"""


@pytest.fixture(name="fake")
def _fake(tmp_path):
    path = tmp_path / "fake.py"
    path.write_text(FAKE, encoding="utf-8")
    opened = []

    def make(mode="", **limits):
        tool = Tool(
            [sys.executable, "-I", path, mode],
            **{"time_limit": 20.0, "start_limit": 20.0, "line_limit": 1 << 20} | limits,
        )
        opened.append(tool)
        return tool

    yield make
    for tool in opened:
        tool.close()


def test_an_answer(fake):
    with fake() as tool:
        assert (tool.hello.tool, tool.hello.version) == ("fake", "1")
        assert dict(tool.hello.method("echo").options) == {"x": 1.0, "y": None}
        first, second = tool.ask("echo", RR, 3, [DELTA, queries.delta_at(math.inf)])
        assert (first.outcome, first.value("upper"), first.input, first.seconds) == ("said", 0.5, "exact", 0.5)
        assert second.query["eps"] == math.inf
        assert first.value("lower") is None
        assert tool.starts == 1


def test_slow_start(fake):
    with fake("slow") as tool:
        assert tool.ask("echo", RR, 1, [DELTA])[0].outcome == "said"


@pytest.mark.parametrize(
    ("method", "kind", "words"),
    [
        ("crash", "crash", "exit status 3"),
        ("signal", "crash", "killed by signal 9"),
        ("garbage", "garbage", "no JSON"),
        ("not-object", "garbage", "another request"),
        ("huge", "garbage", "a line of more than 1048576 bytes"),
        ("wrong-id", "garbage", "another request"),
        ("nan", "garbage", "no float"),
        ("short", "garbage", "without 1 answers"),
        ("float", "garbage", "no float"),
        ("flood", "garbage", "no JSON"),
        ("deep", "garbage", "no JSON"),
        ("digits", "garbage", "no JSON"),
    ],
)
def test_what_a_worker_does_wrong_is_an_answer(fake, method, kind, words):
    with fake() as tool:
        (answer,) = tool.ask(method, RR, 1, [DELTA])
        assert answer.outcome == "failure"
        assert answer.failure.kind == kind
        assert words in answer.reason
        assert not answer.says
        # and the next request gets a new worker
        assert tool.ask("echo", RR, 1, [DELTA])[0].value("upper") == 0.5
        assert tool.starts == 2


@pytest.mark.parametrize("method", ["hang", "half", "stubborn", "noise"])
def test_a_hang_ends_at_the_time_limit(fake, method):
    with fake(time_limit=0.3) as tool:
        child = tool._process._child
        (answer,) = tool.ask(method, RR, 1, [DELTA])
        assert (answer.outcome, answer.failure.kind) == ("failure", "hang")
        assert child.poll() is not None, "the worker still runs"
        tool.time_limit = 20.0
        assert tool.ask("echo", RR, 1, [DELTA])[0].outcome == "said"


def test_a_failure_keeps_the_end_of_standard_error(fake):
    with fake() as tool:
        (answer,) = tool.ask("crash", RR, 1, [DELTA])
    assert answer.failure.stderr.endswith("last words\n")
    assert len(answer.failure.stderr) <= STDERR_TAIL
    assert answer.reason.endswith("it wrote last: last words")


def test_lines_that_nobody_asked_for(fake):
    with fake() as tool:
        assert tool.ask("extra", RR, 1, [DELTA])[0].outcome == "said"
        until = time.monotonic() + 10
        while not tool._process.has_more() and time.monotonic() < until:
            time.sleep(0.01)
        assert tool.ask("echo", RR, 1, [DELTA])[0].failure.kind == "garbage"
        assert tool.ask("echo", RR, 1, [DELTA])[0].outcome == "said"


def test_a_worker_that_ended_between_requests_is_started_again(fake):
    with fake() as tool:
        assert tool.ask("crash-late", RR, 1, [DELTA])[0].outcome == "said"
        tool._process._child.wait(10)
        assert tool.ask("echo", RR, 1, [DELTA])[0].outcome == "said"
        assert tool.starts == 2


def test_after_an_interrupt_the_reply_does_not_meet_the_next_request(fake, monkeypatch):
    def interrupt(_self, _seconds):
        raise KeyboardInterrupt

    with fake() as tool:
        with monkeypatch.context() as patched:
            patched.setattr(process.Process, "line", interrupt)
            with pytest.raises(KeyboardInterrupt):
                tool.ask("echo", RR, 1, [DELTA])
        assert tool.ask("echo", RR, 1, [DELTA])[0].outcome == "said"
        assert tool.starts == 2


@pytest.mark.parametrize(
    ("mode", "words"),
    [
        ("dies", "No module named 'tool'"),
        ("nonsense", "no hello"),
        ("protocol", "no hello of protocol 1"),
        ("never", "no hello"),
    ],
)
def test_a_worker_that_does_not_start(fake, mode, words):
    tool = fake(mode, start_limit=0.5 if mode == "never" else 20.0)
    with pytest.raises(tools.ToolUnavailable, match=words), tool:
        pass
    assert tool._process is None


def test_no_interpreter(tmp_path):
    with pytest.raises(tools.ToolUnavailable, match="cannot be started"), Tool([tmp_path / "no-python"]):
        pass
    with pytest.raises(tools.ToolUnavailable, match="no hello"), tools.start("dp-accounting", python="/bin/true"):
        pass


def test_another_worker_in_its_place_is_a_failure(fake):
    with fake("changes") as tool:
        tool.ask("crash", RR, 1, [DELTA])
        assert tool.ask("echo", RR, 1, [DELTA])[0].failure.kind == "start"


def test_a_worker_sees_little(fake, monkeypatch):
    monkeypatch.setenv("SECRET_TOKEN", "x")
    with fake() as tool:
        (answer,) = tool.ask("environment", RR, 1, [DELTA])
    assert answer.outcome == "error"
    assert "E: [[], [" in answer.reason, "its folder is not empty"
    assert "SECRET_TOKEN" not in answer.reason
    assert "OMP_NUM_THREADS" in answer.reason


def test_questions_that_cannot_be_asked(fake):
    with fake() as tool:
        with pytest.raises(OutOfRange, match="no method other"):
            tool.ask("other", RR, 1, [DELTA])
        for times in (0, True, 1.0):
            with pytest.raises(OutOfRange, match="times"):
                tool.ask("echo", RR, times, [DELTA])
        with pytest.raises(OutOfRange, match="kind"):
            tool.ask("echo", RR, 1, [{"kind": "other"}])


# --- reading ---------------------------------------------------------------------------------------------------------------


def hello(**changed):
    method = {"name": "m", "documented": "upper", "queries": ["delta"], "mechanisms": ["rr"]}
    return {"protocol": 1, "tool": "t", "version": "1", "python": "3", "methods": [method]} | changed


@pytest.mark.parametrize(
    "content",
    [
        None,
        {},
        hello(protocol="1"),
        hello(tool=3),
        hello(tool="x" * 1000),
        hello(methods=[]),
        hello(methods=hello()["methods"] * 2),
        hello(methods=[{}]),
        *(
            hello(methods=[hello()["methods"][0] | changed])
            for changed in (
                {"documented": "truth"},
                {"queries": ["other"]},
                {"queries": "delta"},
                {"mechanisms": ["other"]},
                {"mechanisms": [["rr"]]},
                {"clipped": 1},
                {"direction": "up"},
                {"options": {"x": 1.0}},
                {"options": []},
                {"text": "x" * 10000},
            )
        ),
    ],
)
def test_what_is_no_hello_is_refused(content):
    assert read_hello(hello()).method("m").documented == "upper"
    with pytest.raises(NotReadable):
        read_hello(content)


PLD = {"interval": "0x1p-7", "first": -3, "masses": ["0x1p-1", "0x1p-1"], "infinite": "0x0.0p+0"}


def reply(kind="delta", says=None, **changed):
    answers = [says if says is not None else {"upper": "0x1p-1"}]
    return {"kind": kind, "eps": [0.0, 1.0]}, {"id": 1, "input": "exact", "answers": answers, "seconds": 0.1} | changed


@pytest.mark.parametrize(
    ("query", "content"),
    [
        reply(id=2),
        reply(id=True),
        reply(input="maybe"),
        reply(seconds=-1),
        reply(seconds=float("nan")),
        reply(seconds=True),
        reply(answers=None),
        reply(answers=[3]),
        reply(answers=[{}]),
        reply(says={"about": "0x1p-1"}),
        reply(says={"upper": "0.5"}),
        reply(says={"upper": "0x1p-1", "eps": "0x1p+0"}),
        reply(says={"upper": "0x1p99999"}),
        reply(says={"error": {"type": "E"}}),
        reply(says={"upper": ["0x1p-1", "0x1p-1"]}),
        reply("profile", {"upper": ["0x1p-1"]}),
        reply(unsupported=3),
        reply(error="no"),
        *(
            reply("pld", {"upper": PLD | changed})
            for changed in (
                {"first": 1.0},
                {"first": 10**20},
                {"masses": []},
                {"masses": ["0.5"]},
                {"interval": None},
                {"infinite": 0},
                {"losses": ["0x1p+0"]},
                {"more": 1},
            )
        ),
        reply("pld", {"upper": {"losses": ["0x1p+0"], "masses": ["0x1p+0"] * 2, "infinite": "0x0.0p+0"}}),
        reply("pld", {"upper": "0x1p-1"}),
    ],
)
def test_what_is_no_reply_is_refused(query, content):
    with pytest.raises(NotReadable):
        read_answers(content, 1, [query])


@pytest.mark.parametrize(
    ("query", "content"),
    [
        reply(),
        reply(says={"upper": "nan"}),
        reply(says={"upper": "-inf"}),
        reply("pld", {"upper": PLD}),
        reply("profile", {"upper": ["0x1p-1", "nan"]}),
        reply("guarantee", {"eps": "0x1p+0", "upper": "0x1p-1"}),
        reply(says={"lower": "0x0.0p+0", "estimate": "0x1p-1", "upper": "0x1p+0"}),
    ],
)
def test_what_is_a_reply_is_read(query, content):
    (answer,) = read_answers(content, 1, [query])
    assert answer.outcome == "said"
    assert answer.says == content["answers"][0]


def test_refusals_are_answers():
    query, content = reply()
    for key, value, outcome in (
        ("unsupported", "no", "unsupported"),
        ("error", {"type": "E", "message": "m"}, "error"),
    ):
        (answer,) = read_answers(content | {key: value}, 1, [query])
        assert answer.outcome == outcome
        (answer,) = read_answers(content | {"answers": [{key: value}]}, 1, [query])
        assert answer.outcome == outcome


# --- claims ----------------------------------------------------------------------------------------------------------------


def test_claims_of_answers():
    found = read_hello(
        hello(methods=[hello()["methods"][0] | {"queries": list(queries.KINDS), "mechanisms": list(KINDS)}])
    )
    asked = [
        queries.epsilon_at(1e-6),
        queries.profile_at([0.0, 710.0]),
        queries.delta_at(math.inf),
        queries.guarantee(slack=1e-6),
        queries.whole_pld("Q over P"),
        queries.pure_epsilon(),
    ]
    says = [
        {"upper": "0x1p-1"},
        {"upper": ["0x1p-1", "nan"]},
        {"upper": "-0x1p-60"},
        {"eps": "0x1p+0", "upper": "0x1p-3"},
        {"upper": PLD},
        {"error": {"type": "E", "message": ""}},
    ]
    answers = read_answers({"id": 1, "input": "rounded", "answers": says}, 1, asked)
    mechanism = Instance.approx(0.1, 0.25)
    objects = tools.claim_objects(found, found.methods[0], mechanism, 7, answers, "x/")
    assert [claim["id"] for claim in objects] == ["x/0", "x/1", "x/2", "x/3", "x/4"], "an error makes no claim"
    assert [claim["query"] for claim in objects] == [
        {"kind": "epsilon", "delta": 1e-6, "clipped": True},
        {"kind": "profile", "eps": [0.0, 710.0]},
        {"kind": "delta", "eps": "inf"},
        {"kind": "delta", "eps": 1.0},
        {"kind": "pld"},
    ]
    assert [claim["says"] for claim in objects] == [
        {"upper": 0.5},
        {"upper": [0.5, "nan"]},
        {"upper": -(2.0**-60)},
        {"upper": 0.125},
        {"upper": {"interval": 2.0**-7, "first": -3, "masses": [0.5, 0.5], "infinite": 0.0}},
    ]
    assert objects[4]["direction"] == "Q over P"
    assert all(
        claim["mechanism"] == "approx(float:0.1, float:0.25)" and claim["times"] == 7 and claim["input"] == "rounded"
        for claim in objects
    )
    json.dumps(objects, allow_nan=False)
    claims = tools.claims_of(found, found.methods[0], mechanism, 7, answers, "x/")
    assert [claim.id for claim in claims] == [claim["id"] for claim in objects]


# --- environments ------------------------------------------------------------------------------------------------------------


@pytest.fixture(name="cache")
def _cache(tmp_path, monkeypatch):
    monkeypatch.setenv("EXACTPLD_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture(name="local_tool")
def _local_tool(tmp_path, monkeypatch):
    """A tool whose environment installs nothing: its module is in the standard library."""
    known = catalogue.Entry("local", "dp_accounting_worker.py", (), "json", "MIT", pythons=(0, 99))
    monkeypatch.setattr(environments, "entry", lambda _: known)
    return known


def test_an_environment_is_begun_anew_until_it_is_complete(cache, local_tool, monkeypatch):
    commands = []

    def run(command, _log, what):
        commands.append(what)
        if "looking for" in what and broken:
            raise tools.EnvironmentFailed("it failed")
        if "-m" in command and "venv" in command:
            command[-1].mkdir()

    monkeypatch.setattr(environments, "_run", run)
    known = catalogue.Entry("local", "x", (("first==1",), ("second==2", "third==3")), "json", "MIT", pythons=(0, 99))
    monkeypatch.setattr(environments, "entry", lambda _: known)
    broken = True
    with pytest.raises(tools.EnvironmentFailed):
        environments.environment("local")
    assert not list(cache.rglob(environments.STAMP))
    broken = False
    steps, commands[:] = list(commands), []
    made = environments.environment("local")
    assert commands == steps, "all steps, in the same order"
    assert [what for what in commands if what.startswith("installing")] == [
        "installing first==1",
        "installing second==2, third==3",
    ]
    assert cache in made.parents
    commands.clear()
    assert environments.environment("local") == made
    assert not commands
    other = catalogue.Entry("local", "x", (("first==2",),), "json", "MIT", pythons=(0, 99))
    monkeypatch.setattr(environments, "entry", lambda _: other)
    assert environments.environment("local") != made, "other versions are another environment"


@pytest.mark.slow
def test_an_environment_is_made_once(cache, local_tool, monkeypatch):
    said = []
    made = environments.environment("local", progress=said.append)
    assert made.is_file()
    assert cache in made.parents
    assert any("making an environment for local" in text for text in said)
    assert (
        subprocess.run(
            [made, "-I", "-c", "import sys; print(sys.prefix != sys.base_prefix)"], capture_output=True, check=True
        ).stdout.strip()
        == b"True"
    )
    monkeypatch.setattr(environments, "_make", lambda *_: pytest.fail("it is made again"))
    assert environments.environment("local", progress=said.append) == made
    (made.parent.parent / environments.STAMP).unlink()  # as after an interruption
    with pytest.raises(pytest.fail.Exception):
        environments.environment("local")


@pytest.mark.slow
def test_an_environment_that_cannot_be_made(cache, local_tool, monkeypatch, tmp_path):
    monkeypatch.setattr(
        environments,
        "entry",
        lambda _: catalogue.Entry("local", "x", (), "no_such_module_at_all", "MIT", pythons=(0, 99)),
    )
    with pytest.raises(tools.EnvironmentFailed, match=r"no_such_module_at_all failed.*see"):
        environments.environment("local")
    assert not list(cache.rglob(environments.STAMP))
    with pytest.raises(tools.EnvironmentFailed):
        environments.environment("local", python=tmp_path / "no-python")


def test_no_suitable_python(cache, monkeypatch):
    monkeypatch.setattr(
        environments, "entry", lambda _: catalogue.Entry("local", "x", (), "json", "MIT", pythons=(99, 99))
    )
    with pytest.raises(tools.EnvironmentFailed, match=r"needs Python 3\.99"):
        environments.environment("local")
    assert environments.suitable_python(catalogue.Entry("local", "x", (), "json", "MIT", pythons=(0, 99))) == Path(
        sys.executable
    )


@pytest.mark.skipif(sys.platform == "win32", reason="locks differ")
def test_two_programs_do_not_make_one_environment(cache, local_tool):
    import fcntl

    lock = cache / "tools" / "x.lock"
    lock.parent.mkdir(parents=True)
    said = []
    with lock.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)

        def release(text):
            said.append(text)
            fcntl.flock(file, fcntl.LOCK_UN)

        with environments._locked(lock, release):
            pass
    assert said == ["waiting for another program that makes x"]


def test_no_such_tool():
    with pytest.raises(OutOfRange, match="no tool nothing, but dp-accounting"):
        tools.start("nothing")


# --- the workers ---------------------------------------------------------------------------------------------------------------


WORKERS = sorted(catalogue.WORKERS.glob("*.py"))


def test_every_tool_has_its_worker():
    assert {path.name for path in WORKERS} == {known.worker for known in tools.CATALOGUE} | {"serving.py"}
    assert all("==" in package for known in tools.CATALOGUE for step in known.steps for package in step), (
        "versions are pinned"
    )


@pytest.mark.parametrize("path", WORKERS, ids=lambda path: path.stem)
def test_workers_need_the_standard_library_only(path):
    """Beside `serving.py`, and what they load by name: the tool. (The other import is for type checkers.)"""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    checked = {
        id(node)
        for top in tree.body
        if isinstance(top, ast.If) and ast.unparse(top.test) == "TYPE_CHECKING"
        for part in top.body
        for node in ast.walk(part)
    }
    for node in ast.walk(tree):
        if id(node) in checked:
            continue
        names = (
            [alias.name for alias in node.names]
            if isinstance(node, ast.Import)
            else [node.module]
            if isinstance(node, ast.ImportFrom)
            else []
        )
        for name in names:
            assert name.split(".")[0] in {*sys.stdlib_module_names, "serving"}, f"{path.name} imports {name}"


@pytest.fixture(name="serving", scope="module")
def _serving():
    sys.path.insert(0, str(catalogue.WORKERS))
    import serving

    yield serving
    sys.path.remove(str(catalogue.WORKERS))


def test_workers_know_a_mechanism_by_its_masses(serving):
    def pmfs(P, Q):
        return serving.decode(Instance.pmfs(P, Q).to_json())

    half = pmfs({"a": F(3, 4), "b": F(1, 4)}, {"a": F(1, 4), "b": F(3, 4)})
    assert serving.as_response(half) == (2, F(1, 4))
    assert serving.noise_parameter(half) == (0.5, 2, True)
    assert serving.as_approx(half) == (3, 0)
    four = pmfs({"a": F(5, 8), **dict.fromkeys("bcd", F(1, 8))}, {"b": F(5, 8), **dict.fromkeys("acd", F(1, 8))})
    assert serving.noise_parameter(four) == (0.5, 4, True)
    third = pmfs({"a": F(2, 3), "b": F(1, 3)}, {"a": F(1, 3), "b": F(2, 3)})
    assert serving.noise_parameter(third)[2] is False, "two thirds is no float"
    leak = pmfs({"f": F(1, 10), "s": F(9, 10)}, {"g": F(1, 10), "s": F(9, 10)})
    assert serving.as_approx(leak) == (1, F(1, 10))
    assert serving.as_response(leak) is None
    both = pmfs({"f": F(1, 4), "0": F(1, 2), "1": F(1, 4)}, {"g": F(1, 4), "0": F(1, 4), "1": F(1, 2)})
    assert serving.as_approx(both) == (2, F(1, 4))
    assert (
        approx("log(2)", "1/4")
        == Instance.pmfs({"f": F(1, 4), "0": F(1, 2), "1": F(1, 4)}, {"g": F(1, 4), "0": F(1, 4), "1": F(1, 2)}).pld()
    )
    for P, Q in (
        ({"a": F(3, 4), "b": F(1, 4)}, {"a": F(1, 2), "b": F(1, 2)}),
        ({"a": F(1, 2), "b": F(1, 4), "c": F(1, 4)}, {"a": F(1, 4), "b": F(1, 4), "c": F(1, 2)}),
        ({"a": F(5, 8), "b": F(1, 8), "c": F(1, 4)}, {"a": F(1, 8), "b": F(5, 8), "c": F(1, 4)}),
        ({"a": F(1)}, {"a": F(1, 2), "b": F(1, 2)}),
    ):
        wrong = pmfs(P, Q)
        if serving.as_response(wrong) is not None:
            k, other = serving.as_response(wrong)
            assert rr("log(2)", k) == Instance.pmfs(P, Q).pld()
            assert other == F(1, 4)
        else:
            with pytest.raises(serving.Unsupported):
                serving.noise_parameter(wrong)
            with pytest.raises(serving.Unsupported):
                serving.approx_parameters(wrong)


def test_logarithms_of_fractions(serving):
    import mpmath

    for value in (F(1, 3), F(2, 3), 1 + F(1, 10**12), F(1, 10**400), F(10**400), F(999, 1000), F(1)):
        with mpmath.workdps(60):
            right = float(mpmath.log(mpmath.mpf(value.numerator) / value.denominator))
        assert serving.log_of(value) == pytest.approx(right, rel=4e-16, abs=0)
    assert serving.log_of(F(0)) == -math.inf


def test_parts_of_sums(serving):
    mechanism = Instance.sum([(3, Instance.rr(0.5)), (2, Instance.sum([(5, Instance.rr(1.0))]))])
    assert [(k, part["eps"]) for k, part in serving.parts_of(serving.decode(mechanism.to_json()), 7)] == [
        (21, 0.5),
        (70, 1.0),
    ]


# --- dp-accounting ---------------------------------------------------------------------------------------------------------------


@pytest.fixture(name="google", scope="module")
def _google():
    pytest.importorskip("dp_accounting", reason="dp-accounting (the extra audit) is not installed")
    with tools.start("dp-accounting") as tool:
        yield tool


def the(answers):
    (answer,) = answers
    assert answer.outcome == "said", answer.reason
    return answer


def test_dp_accounting_runs_here(google):
    assert google.command[0] == sys.executable
    assert google.hello.tool == "dp-accounting"


def test_dp_accounting_says_what_it_is_asked(google):
    for instance, exact in (
        (RR, True),
        (Instance.geometric(0.5, 3), True),
        (Instance.approx(0.5, 0.125), True),
        (Instance.k_rr(0.5, 3), False),
    ):
        pld, answer = 10 * instance.pld(), the(google.ask("pld-pessimistic", instance, 10, [DELTA]))
        assert answer.input == ("exact" if exact else "rounded")
        assert answer.value("upper") == pytest.approx(float(pld.delta(1).decimal(20)), rel=1e-3)


def test_dp_accounting_both_directions(google):
    instance = Instance.from_expression('pmfs({"a": 1}, {"a": 1/2, "b": 1/2})')
    forth, back = (
        the(google.ask("pld-pessimistic", instance, 1, [queries.whole_pld(d)])).says["upper"]
        for d in ("P over Q", "Q over P")
    )
    assert float.fromhex(forth["infinite"]) == 0
    assert float.fromhex(back["infinite"]) == 0.5
    assert the(google.ask("pld-pessimistic", instance, 1, [queries.delta_at(5.0)])).value("upper") == 0.5


def test_dp_accounting_whole_pld(google):
    answer = the(google.ask("pld-pessimistic", RR, 1, [queries.whole_pld()], {"interval": 0.125}))
    said = answer.says["upper"]
    masses = {said["first"] + i: float.fromhex(m) for i, m in enumerate(said["masses"]) if float.fromhex(m)}
    assert float.fromhex(said["interval"]) == 0.125
    assert set(masses) == {-4, 4}
    assert sum(masses.values()) == pytest.approx(1)


def test_dp_accounting_vectorised_is_not_the_scalar(google):
    """A known fault (NaN at 710), reproduced: the worker passes it on."""
    instance, query = (
        Instance.from_expression('pmfs({"0": 3/4, "1": 1/4}, {"0": 1/4, "1": 3/4})'),
        queries.delta_at(710.0),
    )
    assert the(google.ask("pld-pessimistic", instance, 1, [query])).value("upper") == 0
    assert math.isnan(the(google.ask("pld-vectorised", instance, 1, [query])).value("upper"))
    profile = the(google.ask("pld-vectorised", instance, 1, [queries.profile_at([0.0, 710.0])]))
    assert [math.isnan(float.fromhex(text)) for text in profile.says["upper"]] == [False, True]


def test_dp_accounting_counts_of_events(google):
    """In 0.6.0 PLDAccountant ignores the count of a RandomizedResponseDpEvent; the Renyi accountant does not."""
    instance = Instance.from_expression('pmfs({"0": 3/4, "1": 1/4}, {"0": 1/4, "1": 3/4})')
    once, often = (the(google.ask("pld-accountant", instance, k, [queries.epsilon_at(1e-6)])) for k in (1, 100))
    assert often.input == "exact"
    if google.hello.version == "0.6.0":
        assert often.value("upper") == once.value("upper")
    else:
        assert often.value("upper") == pytest.approx(94.29, rel=0.01)
    two = the(google.ask("rdp-accountant", instance, 2, [queries.renyi_at(3)])).value("upper")
    assert two == pytest.approx(
        2 * the(google.ask("rdp-accountant", instance, 1, [queries.renyi_at(3)])).value("upper")
    )


def test_dp_accounting_refuses(google):
    for method, instance in (
        ("pld-pessimistic", Instance.subsample(RR, 0.5)),
        ("pld-buckets", RR),
        ("pld-accountant", Instance.approx(0.5, 0.125)),
        ("rdp-accountant", Instance.geometric(0.5, 1)),
        ("pld-in-two", RR),
    ):
        (answer,) = google.ask(method, instance, 1, [DELTA])
        assert answer.outcome == "unsupported", (method, answer)
    (answer,) = google.ask("pld-pessimistic", RR, 1, [DELTA], {"colour": 1.0})
    assert answer.outcome == "unsupported"
    (answer,) = google.ask("pld-pessimistic", RR, 1, [queries.gaussian_parameter()])
    assert answer.outcome == "unsupported"
    (answer,) = google.ask("pld-pessimistic", None, 1, [DELTA])
    assert answer.outcome == "unsupported"


def test_dp_accounting_errors_are_answers(google):
    (answer,) = google.ask("pld-pessimistic", Instance.rr(750.0), 1, [DELTA])
    assert (answer.outcome, answer.failure) == ("error", None)
    assert answer.reason.startswith("OverflowError")
    assert google.ask("pld-pessimistic", RR, 1, [DELTA])[0].outcome == "said"
    assert google.starts == 1


def test_a_worker_ends_with_the_program_that_asks():
    pytest.importorskip("dp_accounting", reason="dp-accounting (the extra audit) is not installed")
    program = (
        "import os, sys; from certificates.audit import tools\n"
        "tool = tools.start('dp-accounting'); tool.hello\n"
        "print(tool._process._child.pid, flush=True); os._exit(0)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, timeout=120, cwd=Path(__file__).parents[2]
    )
    worker = int(done.stdout)
    until = time.monotonic() + 30
    while time.monotonic() < until:
        try:
            os.kill(worker, 0)
        except ProcessLookupError:
            return
        time.sleep(0.1)
    pytest.fail("the worker goes on")


# --- recorded claims -------------------------------------------------------------------------------------------------------------


def test_the_battery_has_names_of_its_own():
    assert len({question.name for question in BATTERY}) == len(BATTERY)
    kinds = {question.instance.kind for question in BATTERY if question.instance}
    assert kinds == set(KINDS)
    assert {query["kind"] for question in BATTERY for query in question.queries} == set(queries.KINDS)


FILES = [
    path
    for path in sorted(RECORDED.glob("*.jsonl"))
    if path.name.split(".")[0] in {known.name for known in tools.CATALOGUE}
]


def test_every_tool_is_recorded():
    assert {path.name.split(".")[0] for path in FILES} == {known.name for known in tools.CATALOGUE}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_recorded_lines_are_what_they_should_be(path):
    from certificates.audit import read_claims

    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert len({line["id"] for line in lines}) == len(lines) > 0
    assert len({(line["tool"], line["version"]) for line in lines}) == 1
    names = {question.name for question in BATTERY}
    assert all(line["id"].split("/")[0] in names for line in lines)
    if path.name.endswith(".continuous.jsonl"):
        assert not any(Instance.from_json(line["mechanism"]).is_finite() for line in lines)
    elif path.name.endswith(".unanswered.jsonl"):
        assert {line["outcome"] for line in lines} == {"error"}, "a recording without hangs and crashes"
    else:
        assert [claim.id for claim in read_claims(path)] == [line["id"] for line in lines]


def test_recording_again_gives_the_same(google):
    """A part of the battery, for the same version: what is in the file."""
    lines = {
        line["id"]: line
        for line in map(json.loads, (RECORDED / "dp-accounting.jsonl").read_text(encoding="utf-8").splitlines())
    }
    if next(iter(lines.values()))["version"] != google.hello.version:
        pytest.skip("another version was recorded")
    names = {"rr-0.1-1", "three-1", "B12", "B07", "B11-7", "whole-rr", "count-rr"}
    found = record.record(google, [question for question in BATTERY if question.name in names])
    assert {claim["id"].split("/")[0] for claim in found.claims} == names
    for claim in found.claims:
        there = lines[claim["id"]]
        for key in ("mechanism", "times", "query", "input"):
            assert claim.get(key) == there.get(key), claim["id"]
        assert near(claim["says"], there["says"]), claim["id"]


def near(a, b):
    """Equal up to the last bits, which differ between processors."""
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(near(a[key], b[key]) for key in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(near, a, b))
    return a == b if isinstance(a, str) else a == pytest.approx(b, rel=1e-9, abs=1e-13)


def test_record_writes_files(tmp_path, capsys):
    out = tmp_path / "x.jsonl"
    assert record.main(["dp-accounting", "--python", "/bin/true", "-o", str(out)]) == 2
    assert "error: no hello" in capsys.readouterr().err
    assert not out.exists()


def test_failures_of_a_campaign_are_sentences(fake):
    with fake(time_limit=0.3) as tool:
        found = [tool.ask(method, RR, 1, [DELTA])[0] for method in ("crash", "echo", "hang", "echo", "garbage", "echo")]
    assert [answer.outcome for answer in found] == ["failure", "said"] * 3
    assert all(0 < len(answer.reason) < 400 for answer in found if answer.outcome == "failure")
    assert issubclass(tools.ToolUnavailable, ExactError)
