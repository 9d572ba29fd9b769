"""What is worked out once and kept is kept whole: an interrupt in between leaves an object that answers as before."""

import pytest

from exact import ratio, rr, subsample, sums


def test_interrupted_tails(monkeypatch):
    """An interrupt while the sums of the tails are added up leaves no half of them behind."""
    a, fresh = 6 * rr(1), 6 * rr(1)
    a.canonical  # noqa: B018 - multiplied out before the interrupt
    add, calls = sums.Sum.__add__, []

    def interrupted(self, other):
        calls.append(1)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return add(self, other)

    monkeypatch.setattr(sums.Sum, "__add__", interrupted)
    with pytest.raises(KeyboardInterrupt):
        a.tradeoff("1/2")
    monkeypatch.undo()
    assert a.tradeoff("1/2") == fresh.tradeoff("1/2")


def test_interrupted_logs(monkeypatch):
    """The same for the enclosures of the losses."""
    a, b = subsample(rr(1), "1/3"), rr("log(2)")

    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(ratio, "log_enclosures", interrupted)
    with pytest.raises(KeyboardInterrupt):
        a.canonical.logs()
    monkeypatch.undo()
    assert (a <= b) is (b >= a)
    assert len(a.canonical.logs()) == len(a.canonical.finite)
