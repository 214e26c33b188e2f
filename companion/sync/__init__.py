"""Table and game side by side: pure functions from what was seen to what must have happened (base game).

``judgement`` reads looks (``episodes``), weighs what may have happened since (``courses``, ``posterior``) and decides
(``decide``); only ``follower`` holds anything.
"""
