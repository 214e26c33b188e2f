"""What do the nets of this workshop have in common?"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn
from torch.nn import functional
from torch.nn.utils.fusion import fuse_conv_bn_eval


def layer(before: int, after: int, size: int, stride: int = 1, dilation: int = 1) -> nn.Sequential:
    """Convolution and normalisation."""
    pad = dilation * (size // 2)
    convolution = nn.Conv2d(before, after, size, stride, pad, dilation=dilation, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after, momentum=0.03))


class Body(nn.Module):
    """Two layers that shrink the picture, a trunk that sees around, and answers at every ``stride`` px.

    Input and answer are folded: blocks of ``stride`` pixels a side lie on top of one another as channels, for OpenCV is
    several times faster with a layer that looks at every such block.  ``channels`` are those of the first layer, of the
    trunk and of the last layer but one; of what is ``told`` those numbers that are ``rare`` are log-odds of what is
    seldom there.
    """

    def __init__(
        self,
        shown: int,
        channels: tuple[int, int, int],
        dilations: tuple[int, ...],
        told: int,
        rare: Sequence[int],
        stride: int,
    ) -> None:
        super().__init__()
        first, trunk, last = channels
        self.c1, self.c2 = layer(shown * stride**2, first, 3), layer(first, trunk, 3, stride)
        self.r = nn.ModuleList([layer(trunk, trunk, 3, 1, d) for d in dilations])
        self.h, self.o = layer(trunk, last, 1), nn.Conv2d(last, told * stride**2, 1)
        with torch.no_grad():
            self.o.bias.view(told, stride**2)[list(rare)] = -4.0  # type: ignore[union-attr]

    def stem(self, shown: Tensor) -> Tensor:
        """(n, trunk channels, h / stride, w / stride) of (n, shown * stride², h, w)."""
        return functional.relu(self.c2(functional.relu(self.c1(shown))))

    def trunk(self, x: Tensor) -> Tensor:
        """(n, told * stride², h, w) of what the stem says."""
        for more in self.r:
            x = x + functional.relu(more(x))
        told: Tensor = self.o(functional.relu(self.h(x)))
        return told

    def forward(self, shown: Tensor) -> Tensor:
        """What the trunk says of what the stem says."""
        return self.trunk(self.stem(shown))


class Part(nn.Module):
    """A part of a net that is written by itself."""

    def __init__(self, net: nn.Module, part: str) -> None:
        super().__init__()
        self._net, self._part = net, part

    def forward(self, shown: Tensor) -> Tensor:
        """What this part says."""
        told: Tensor = getattr(self._net, self._part)(shown)
        return told


def fused(net: Any) -> Any:
    """A net ready to be written, normalisation folded into the convolutions."""
    net.eval()
    net.c1, net.c2, net.h = (fuse_conv_bn_eval(part[0], part[1]) for part in (net.c1, net.c2, net.h))
    net.r = nn.ModuleList([fuse_conv_bn_eval(part[0], part[1]) for part in net.r])
    return net.to(memory_format=torch.contiguous_format)


def export(net: nn.Module, shown: Tensor, path: Path) -> None:
    """Write a net that is ready as ONNX, for inputs of any height and width."""
    names = {"input_names": ["view"], "output_names": ["told"]}
    sizes = {"view": {2: "height", 3: "width"}, "told": {2: "height told", 3: "width told"}}
    torch.onnx.export(net, shown, str(path), dynamo=False, opset_version=13, dynamic_axes=sizes, **names)
