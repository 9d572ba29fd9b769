"""Privacy filters: what adaptive composition under a budget really costs."""

from exact.filters.natural import FilterResult, Strategy, natural_filter

__all__ = ["FilterResult", "Strategy", "natural_filter"]
