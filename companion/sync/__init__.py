"""Table and game side by side: pure functions from what was seen to what must have happened (base game).

observation → ``reading.fold`` → ``explain`` → ``verdict.judge``; only ``follower`` holds anything.
"""
