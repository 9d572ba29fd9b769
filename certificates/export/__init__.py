"""Views of results for people."""
