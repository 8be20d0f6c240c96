"""Tiny games that tests play: each shows one thing and nothing else."""
