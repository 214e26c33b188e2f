"""A painted webcam has the faults of a real one: noise in dim light, colour blotches, slow swaying, JPEG."""

from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest

from vision.painted.camera import Camera
from vision.painted.light import Conditions
from vision.painted.painter import Painter
from vision.painted.scene import Scene, settle
from vision.painted.webcam import Webcam, random_webcam, webcam_picture

GREY = np.full((120, 160, 3), 128, np.uint8)
CALM = Webcam(hunting=0.0, halo=0.0, smear=0.0, contrast=0.0)


def _noise(picture):
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY).astype(float)
    return float((grey - cv2.blur(grey, (9, 9)))[8:-8, 8:-8].std())


def test_the_same_webcam_takes_the_same_picture_again():
    assert (webcam_picture(GREY, CALM, 3, 5) == webcam_picture(GREY, CALM, 3, 5)).all()


def test_two_pictures_of_one_scene_have_noise_of_their_own():
    assert (webcam_picture(GREY, CALM, 3, 5) != webcam_picture(GREY, CALM, 3, 6)).any()


def test_plenty_of_light_on_grey_paper_leaves_it_grey():
    bright = replace(CALM, electrons=100_000.0, quality=95)
    assert np.abs(webcam_picture(GREY, bright, 1).astype(int) - 128).max() <= 3


@pytest.mark.parametrize(("more", "less"), [(0.0, -2.0), (-1.0, -3.0)])
def test_less_light_is_darker_and_noisier_for_its_brightness(more, less):
    well, badly = (webcam_picture(GREY, replace(CALM, ev=ev), 1) for ev in (more, less))
    assert badly.mean() < well.mean()
    assert _noise(badly) / badly.mean() > 1.3 * _noise(well) / well.mean()


def test_gain_makes_up_for_the_light_but_not_for_the_noise():
    dim, lifted = (webcam_picture(GREY, replace(CALM, ev=-3.0, made_up=share), 1) for share in (0.0, 1.0))
    assert lifted.mean() > 1.5 * dim.mean()
    assert _noise(lifted) > 1.5 * _noise(webcam_picture(GREY, CALM, 1))


def test_exposure_sways_slowly_within_a_game():
    hunting = replace(CALM, hunting=0.5)
    bright = [webcam_picture(GREY, hunting, 1, number).mean() for number in range(0, 120, 4)]
    assert max(bright) - min(bright) > 8
    assert max(abs(one - other) for one, other in pairwise(bright)) < max(bright) - min(bright)


def test_a_painted_table_is_seen_through_the_webcam_of_its_look():
    camera, scene = Camera(320, 180), settle(Scene(tuple(range(1, 17))), 1)
    plain = Painter(camera, Conditions(noise=0.0), 1).picture(scene)
    dim = Painter(camera, Conditions(noise=0.0, webcam=random_webcam(1, -3.0)), 1).picture(scene)
    assert dim.shape == plain.shape and dim.mean() < 0.8 * plain.mean()
