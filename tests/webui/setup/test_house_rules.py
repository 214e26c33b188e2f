"""A table may agree on the rulings that the printed rules leave room for."""

import random
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from companion.istanbul.state import Options
from webui.setup.opening import NewPlayer
from webui.setup.start_istanbul import HOUSE_RULES, HouseRule, NewGame, again, open_istanbul

PLAYERS = [NewPlayer("Anna", "red"), NewPlayer("Ben", "blue")]
SCRIPT = Path(__file__).parents[3] / "webui/static/js/setup/newgame.js"


@pytest.mark.parametrize("rule", get_args(HouseRule))
def test_a_house_rule_changes_one_option_and_lasts_through_a_rematch(rule: HouseRule, tmp_path: Path) -> None:
    opening = open_istanbul(NewGame(PLAYERS, house_rules=[rule]), random.Random(1))
    option, value = HOUSE_RULES[rule]
    assert getattr(Options(), option) != value
    assert opening.setup.options == msgspec.structs.replace(Options(), **{option: value})
    rematch = again(opening.setup, opening, random.Random(2), tmp_path)
    assert rematch.setup.options == opening.setup.options


def test_without_house_rules_the_rulings_hold() -> None:
    assert open_istanbul(NewGame(PLAYERS), random.Random(1)).setup.options == Options()


def test_a_rule_nobody_knows_is_refused() -> None:
    players = [{"name": "Anna", "color": "red"}, {"name": "Ben", "color": "blue"}]
    with pytest.raises(msgspec.ValidationError, match="house_rules"):
        msgspec.convert({"players": players, "house_rules": ["rubies_for_all"]}, NewGame)


@pytest.mark.parametrize("rule", get_args(HouseRule))
def test_the_page_offers_every_house_rule(rule: str) -> None:
    assert f'["{rule}", t("' in SCRIPT.read_text(encoding="utf-8")
