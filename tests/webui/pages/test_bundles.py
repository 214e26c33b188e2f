"""Scripts and styles come in few pieces that are kept for good, and say what the files say."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.webui.conftest import Device
from webui.pages.assets import Assets
from webui.pages.bundles import bundle, bundle_names, needed
from webui.pages.styles import SHEETS

Make = Callable[[], Device]
PAGES = sorted(path.stem for path in (Path(__file__).parents[3] / "webui/static/js/pages").glob("*.js"))
LITTLE = {
    "js/pages/little.js": 'import { one as first } from "../a.js";\nimport * as b from "../b.js";\nb.show(first);\n',
    "js/a.js": "export const one = 1;\nconst hidden = 2;\n",
    "js/b.js": 'import { one } from "./a.js";\nexport async function show() {\n  await import("./later.js");\n}\n',
    "js/later.js": 'import { one } from "./a.js";\nimport { only } from "./c.js";\nexport class Late {}\n',
    "js/c.js": "export function only() {}\n",
}


def test_a_page_brings_what_it_imports_and_what_is_imported_first_comes_first() -> None:
    assert needed("js/pages/little.js", LITTLE.__getitem__) == ["js/a.js", "js/b.js", "js/pages/little.js"]


def test_a_bundle_exports_no_more_than_its_scripts_do() -> None:
    text = bundle("bundles/little.js", LITTLE.__getitem__)
    assert text.index('m["js/a.js"]') < text.index('m["js/b.js"]')
    assert "return { one };" in text and "return { show };" in text and "export const m = {};" in text
    assert 'import("./little+later.js").then(() => m["js/later.js"])' in text


def test_what_is_fetched_later_brings_only_what_is_not_there_yet() -> None:
    text = bundle("bundles/little+later.js", LITTLE.__getitem__)
    assert re.findall(r'^m\["(.+)"\] =', text, re.MULTILINE) == ["js/c.js", "js/later.js"]


def test_the_page_itself_begins_with_what_was_imported() -> None:
    text = bundle("bundles/little.page.js", LITTLE.__getitem__)
    assert 'const { one: first } = m["js/a.js"];\nconst b = m["js/b.js"];\nb.show(first);' in text


def test_scripts_that_import_each_other_are_refused() -> None:
    circle = {"js/pages/x.js": 'import { a } from "../a.js";', "js/a.js": 'import { b } from "./pages/x.js";'}
    with pytest.raises(ValueError, match="import each other"):
        needed("js/pages/x.js", circle.__getitem__)


@pytest.mark.parametrize("line", ['export { one } from "./a.js";', "export default one;", 'import "./a.js";'])
def test_what_no_bundle_can_be_made_of_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"js/pages/x\.js"):
        bundle("bundles/x.page.js", {"js/pages/x.js": line}.__getitem__)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_has_its_bundles_and_its_sheet(page: str, device: Make) -> None:
    assets, client = Assets(), device()
    folder = assets.folder("static")
    for name in [*bundle_names(page, assets.text), f"styles/{page}.css"]:
        answer = client.get(f"{folder}/{name}")
        assert answer.status_code == 200 and answer.data, name
        assert "immutable" in answer.headers["Cache-Control"], name


def test_every_page_has_a_sheet_and_every_style_is_on_one() -> None:
    css = Path(__file__).parents[3] / "webui/static/css"
    assert {f"styles/{page}.css" for page in PAGES} == set(SHEETS)
    assert {f"css/{path.name}" for path in css.glob("*.css")} == {part for parts in SHEETS.values() for part in parts}


def test_an_address_of_another_version_is_not_kept(device: Make) -> None:
    for address in ("/static/v-0123456789ab/css/app.css", "/static/css/app.css"):
        answer = device().get(address)
        assert answer.status_code == 200 and answer.headers["Cache-Control"] == "no-cache"


def test_a_change_gives_everything_a_new_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a.css").write_text("a { color: red }")
    monkeypatch.setattr("webui.pages.assets.ROOTS", {"static": tmp_path})
    assets = Assets()
    before = assets.folder("static")
    (tmp_path / "a.css").write_text("a { color: blue }")
    assert assets.folder("static") != before


def test_a_developer_sees_the_scripts_as_they_lie(device: Make) -> None:
    page = device().get("/?scripts=plain").get_data(as_text=True)
    assert "/js/pages/phone.js" in page and "/js/basics/dom.js" in page and "bundles/" not in page
