"""What do the nets of this workshop have in common?"""

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

    ``channels`` are those of the first layer, of the trunk and of the last layer but one; of the ``told`` answers the
    first ``rare`` are log-odds of what is seldom there.
    """

    def __init__(
        self, shown: int, channels: tuple[int, int, int], dilations: tuple[int, ...], told: int, rare: int, stride: int
    ) -> None:
        super().__init__()
        first, trunk, last = channels
        self.stride = stride
        self.c1, self.c2 = layer(shown, first, 5, stride), layer(first, trunk, 3, stride)
        self.r = nn.ModuleList([layer(trunk, trunk, 3, 1, d) for d in dilations])
        self.h, self.o = layer(trunk, last, 1), nn.Conv2d(last, told * stride**2, 1)
        with torch.no_grad():
            self.o.bias[: rare * stride**2] = -4.0  # type: ignore[index]

    def forward(self, shown: Tensor) -> Tensor:
        """(n, told, h / stride, w / stride) of (n, shown, h, w)."""
        x = functional.relu(self.c2(functional.relu(self.c1(shown))))
        for more in self.r:
            x = x + functional.relu(more(x))
        return functional.pixel_shuffle(self.o(functional.relu(self.h(x))), self.stride)


def fused(net: Any) -> Any:
    """A net ready to be written, normalisation folded into the convolutions."""
    net.eval()
    net.c1, net.c2, net.h = (fuse_conv_bn_eval(part[0], part[1]) for part in (net.c1, net.c2, net.h))
    net.r = nn.ModuleList([fuse_conv_bn_eval(part[0], part[1]) for part in net.r])
    return net.to(memory_format=torch.contiguous_format)
