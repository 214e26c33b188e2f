"""The long evening: what is counted as growth, and a short one on a real server that finds nothing wrong."""

import csv
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from webui.cli.bench import bench
from webui.soak.chart import STRIPS, chart
from webui.soak.meter import HEADINGS, Sample, growth_mb_an_hour


def evening(per_hour_mb: float, minutes: int = 120, spike_mb: float = 0) -> list[Sample]:
    """Three looks a minute; one of three falls into a moment that takes more."""
    looks = [minute + third / 3 for minute in range(minutes) for third in range(3)]
    return [Sample(at, 300 + per_hour_mb * at / 60 + spike_mb * (at % 1 > 0.5), 400, 9, 20, 0.1) for at in looks]


@pytest.mark.parametrize("per_hour_mb", [-3.0, 0.0, 0.5, 12.0])
def test_growth_is_told_in_megabytes_an_hour(per_hour_mb: float) -> None:
    assert growth_mb_an_hour(evening(per_hour_mb)) == pytest.approx(per_hour_mb)


def test_a_moment_that_takes_more_is_no_growth() -> None:
    assert growth_mb_an_hour(evening(0, spike_mb=80)) == pytest.approx(0)


def test_what_grows_in_the_first_ten_minutes_is_warming_up() -> None:
    early = [Sample(at / 10, 100 + at, 400, 9, 20, 0.1) for at in range(100)]
    assert growth_mb_an_hour(early) is None
    assert growth_mb_an_hour(early + evening(0)) == pytest.approx(0)


@pytest.mark.parametrize("samples", [[], evening(1.0)[:1], evening(1.0)])
def test_the_picture_has_a_strip_for_each_thing_measured(samples: list[Sample]) -> None:
    drawn = ElementTree.fromstring(chart(samples))
    assert len(drawn.findall(".//{*}polyline")) == len(STRIPS)


@pytest.mark.long
def test_a_short_evening_on_a_real_server_goes_well(tmp_path: Path) -> None:
    out = tmp_path / "out"
    ended = CliRunner().invoke(bench, ["soak", "--hours", "0.01", "--out", str(out)], catch_exceptions=False)
    rows = list(csv.DictReader((out / "soak.csv").read_text(encoding="utf-8").splitlines()))
    assert "wrong:" not in ended.output and rows and tuple(rows[0]) == HEADINGS
    assert all(float(row["memory_mb"]) > 50 and int(row["threads"]) > 3 for row in rows)
    assert (out / "soak.svg").exists()
