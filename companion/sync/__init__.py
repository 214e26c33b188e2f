"""Table and game side by side: pure functions from what was seen to what must have happened (base game).

``episodes.fold`` → ``courses.courses`` → ``posterior.posterior`` → ``decide.decide``; only ``follower`` holds anything.
"""
