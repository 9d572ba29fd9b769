"""What the vectors are made of; the entry point is ../build.py."""
