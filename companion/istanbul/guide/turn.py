"""What is a turn, and what are the things on the table?  The parts of the guide that belong to no place and no card."""

from companion.istanbul.state import Step
from companion.topics import GuideTopic
from companion.words import mark

TURN = (
    GuideTopic(
        "turn-goal",
        mark("Winning"),
        "thing-ruby",
        (
            mark("Five rubies (six with two players) start the last round, which is played to its end."),
            mark("Most rubies win. If that is equal, Lira decide, then goods, then cards left in hand."),
            mark("Whoever is equal even then wins together."),
            mark("Before counting, cards that bring Lira or a good are used up by themselves."),
        ),
        ("thing-ruby", "place-16", "place-13", "place-1", "place-14", "place-15"),
    ),
    GuideTopic(
        "turn-move",
        mark("1. Moving"),
        "token-merchant",
        (
            mark("Your merchant goes one or two steps, never slantwise. Only a card lets it stand still."),
            mark("All assistants under it go along; those lying on the board stay where they are."),
        ),
        ("turn-assistant", "card-LONG_MOVE", "card-STAY"),
    ),
    GuideTopic(
        "turn-assistant",
        mark("2. An assistant helps"),
        "token-assistant",
        (
            mark("To act you need help: your assistant lying there joins the stack, or the lowest stays behind."),
            mark("With nobody there and an empty stack the turn is over. The Fountain alone needs nobody."),
            mark("You may refuse to leave one: the turn ends there, and nothing is paid. Your own one always joins."),
        ),
        ("place-7", "tile-Y", "card-RETURN"),
    ),
    GuideTopic(
        "turn-toll",
        mark("3. Other merchants"),
        "thing-lira",
        (
            mark("Each other merchant at the place gets 2 Lira from you before you act. All of them or none."),
            mark("Cannot or will not pay? Then the turn ends there. At the Fountain nobody asks."),
        ),
        ("turn-move", "card-LIRA5"),
    ),
    GuideTopic(
        "turn-action",
        mark("4. Acting"),
        "thing-wheelbarrow",
        (mark("Do what the place offers, or leave it: whoever stands there can still be met."),),
        ("turn-meet",),
    ),
    GuideTopic(
        "turn-meet",
        mark("5. Meeting people"),
        "token-governor",
        (
            mark("Family members of others are caught: off to the Police Station, for 3 Lira or a card each."),
            mark("At the Police Station itself they are safe."),
            mark("Governor and Smuggler may be met once a turn each, in any order."),
        ),
        ("token-family", "token-governor", "token-smuggler"),
    ),
    GuideTopic(
        "turn-cards",
        mark("Cards in between"),
        "card-back",
        (
            mark("Cards and the yellow mosque tile may be used between the steps of your turn, as many as you like."),
            mark("The phone lists what can be played now; hold the cover to see your hand."),
        ),
    ),
)

TOKENS = (
    GuideTopic("token-merchant", mark("Merchant"), "token-merchant",
          (mark("The large disc is you: where it stands, you act."),), ("turn-move", "turn-toll")),
    GuideTopic("token-assistant", mark("Assistant"), "token-assistant",
          (mark("The small discs under your merchant: four at first, a fifth with the blue mosque tile."),),
          ("turn-assistant", "place-7", "tile-B")),
    GuideTopic("token-family", mark("Family member"), "token-family",
          (mark("The cylinder. It waits at the Police Station, from where you can send it anywhere to act for you."),),
          ("place-12", "turn-meet", "card-FAMILY_HOME")),
    GuideTopic("token-governor", mark("Governor"), "token-governor",
          (mark("Meet him at the end of the turn: draw a card, then give him 2 Lira or any card of your hand."),
           mark("Two dice say where he goes next.")),
          ("turn-meet",)),
    GuideTopic("token-smuggler", mark("Smuggler"), "token-smuggler",
          (mark("Meet him at the end of the turn: take a good of any kind, then give him 2 Lira or any good."),
           mark("Two dice say where he goes next.")),
          ("turn-meet",)),
    GuideTopic("token-neutral", mark("Neutral merchant"), "token-merchant",
          (mark("With two players three of them stand about. They want a toll like anybody; it goes to the bank."),
           mark("Once paid, dice send such a merchant elsewhere.")),
          ("turn-toll",)),
    GuideTopic("token-neutral-assistant", mark("Neutral assistant"), "token-assistant",
          (mark("Only in the variant: the first one you leave is neutral, and whoever comes by may take it along."),),
          ("turn-assistant",)),
)  # fmt: skip

THINGS = (
    GuideTopic("thing-wheelbarrow", mark("Wheelbarrow"), "thing-wheelbarrow",
          (mark("A row for each good, with as many spaces as it is wide. What finds no room is lost."),),
          ("place-1", "thing-extension")),
    GuideTopic("thing-extension", mark("Extension"), "thing-extension",
          (mark("One more space in every row of the wheelbarrow. Three fit, and the third brings a ruby."),),
          ("place-1",)),
    GuideTopic("thing-lira", mark("Lira"), "thing-lira",
          (mark("Money: from markets, Tea House and Post Office, and from merchants who come to where you stand."),),
          ("place-10", "place-11", "place-9", "place-5")),
    GuideTopic("thing-ruby", mark("Ruby"), "thing-ruby",
          (mark("What everything is about. The Dealer sells them, the Sultan takes goods, "
                "the mosques reward a pair of tiles, the Wainwright a third extension."),),
          ("place-16", "place-13", "place-14", "place-15", "place-1")),
    GuideTopic("thing-demand", mark("Demand tile"), "good-any",
          (mark("Lies at a market and shows five goods that are wanted there now."),), ("place-10", "place-11")),
    GuideTopic("thing-mail", mark("Mail indicator"), "thing-mail",
          (mark("Covers one of two things at the Post Office; the open ones are paid out."),), ("place-5",)),
)  # fmt: skip

SIGNS = (
    GuideTopic("app-signs", mark("Signs on lit places"), "icon",
          (mark("▾1: you leave an assistant. ▴1: you pick yours up. −2: the toll. "
                "–: nothing can be done there now. ✕: the turn would end there. 3–4: a card is played."),
           mark("A lit place can be reached. Tap it to read what it leads to; nothing happens before the second tap.")),
          ("turn-move",)),
    GuideTopic("app-undo", mark("Taking back"), "icon",
          (mark("Your last step can be taken back until somebody else plays, or until dice or cards were shown. "
                "After that only the host can; it stays in the log, struck out."),)),
)  # fmt: skip

AT_STEP = {
    Step.MOVE: "turn-move",
    Step.ASSISTANT: "turn-assistant",
    Step.TOLL: "turn-toll",
    Step.ENCOUNTERS: "turn-meet",
    Step.FEE: "token-governor",
    Step.REWARD: "turn-meet",
    Step.TAKE_CARD: "place-6",
    Step.GIVE_CARD: "place-6",
    Step.RED_TILE: "tile-R",
    Step.CHOOSE_GOOD: "place-8",
}
"""The topic for what is due; elsewhere it is the place itself."""

ABOUT = {
    "out_of_reach": "turn-move",
    "stack_empty": "turn-assistant",
    "must_pick_up": "turn-assistant",
    "no_assistant_there": "turn-assistant",
    "nobody_out": "turn-assistant",
    "not_enough_lira": "thing-lira",
    "no_room": "thing-wheelbarrow",
    "wheelbarrow_full": "thing-wheelbarrow",
    "goods_not_demanded": "thing-demand",
    "nothing_to_sell": "thing-demand",
    "no_extension_left": "thing-extension",
    "tile_owned": "place-14",
    "family_not_at_home": "token-family",
    "catch_first": "turn-meet",
    "no_catching_here": "turn-meet",
    "governor_used": "token-governor",
    "smuggler_used": "token-smuggler",
    "yellow_tile_used": "tile-Y",
    "yellow_from_another_place": "tile-Y",
    "not_in_this_window": "turn-cards",
    "nothing_to_undo": "app-undo",
    "game_over": "turn-goal",
}
"""The topic that explains a refusal."""
