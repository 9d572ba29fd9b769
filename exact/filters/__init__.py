"""Privacy filters: what adaptive composition under a budget really costs."""

from exact.filters.additive import AdditiveAdmission, AdditiveFilter
from exact.filters.admission import Admission
from exact.filters.adversary import additive_game, history_game, renyi_game, residue_game
from exact.filters.discretisation import Discretisation, discretisation, loss_profile, sandwich
from exact.filters.family import compositions
from exact.filters.game import Game
from exact.filters.judgement import RuleResult, against_budget
from exact.filters.natural import FilterResult, NaturalGame, natural_filter, natural_game
from exact.filters.odometer import Odometer
from exact.filters.repair import RepairConstants, repair_constants, repaired_guarantee
from exact.filters.residue import NaturalFilter, RenyiFilter, ResidueConditionBroken, ResidueFilter
from exact.filters.rules import RULE_NAMES, rule_game
from exact.filters.separated_family import SeparatedFamily, separated_family
from exact.filters.sharpness import geometric_levels, separated_game, sharpness_bounds
from exact.filters.simulation import Simulation, simulate
from exact.filters.strategy import Node, Strategy
from exact.filters.universal_bound import is_within_universal_bound, universal_bound_lower, universal_bound_upper
from exact.filters.universal_freeness import Chain, Freeness, chain, universally_free
from exact.filters.updates import NaturalUpdate, delta_update, pure_update

__all__ = [
    "RULE_NAMES",
    "AdditiveAdmission",
    "AdditiveFilter",
    "Admission",
    "Chain",
    "Discretisation",
    "FilterResult",
    "Freeness",
    "Game",
    "NaturalFilter",
    "NaturalGame",
    "NaturalUpdate",
    "Node",
    "Odometer",
    "RenyiFilter",
    "RepairConstants",
    "ResidueConditionBroken",
    "ResidueFilter",
    "RuleResult",
    "SeparatedFamily",
    "Simulation",
    "Strategy",
    "additive_game",
    "against_budget",
    "chain",
    "compositions",
    "delta_update",
    "discretisation",
    "geometric_levels",
    "history_game",
    "is_within_universal_bound",
    "loss_profile",
    "natural_filter",
    "natural_game",
    "pure_update",
    "renyi_game",
    "repair_constants",
    "repaired_guarantee",
    "residue_game",
    "rule_game",
    "sandwich",
    "separated_family",
    "separated_game",
    "sharpness_bounds",
    "simulate",
    "universal_bound_lower",
    "universal_bound_upper",
    "universally_free",
]
