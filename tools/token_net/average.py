"""What if several trainings of the token net are taken together?  The weighted mean of their weights, written as nets.

``python -m tools.token_net.average FOLDER --of A.pt 0.6 --of B.pt 0.4``; they must have one ancestor.
"""

import argparse
from pathlib import Path

import torch

from tools.token_net.train import TokenNet, write


def main() -> None:
    """Average and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--weights", type=Path, help="where to keep the weights for a later start")
    parser.add_argument("--of", nargs=2, action="append", required=True, metavar=("WEIGHTS", "SHARE"))
    told = parser.parse_args()
    parts = [(torch.load(path), float(share)) for path, share in told.of]
    total = sum(share for _, share in parts)
    net = TokenNet()
    net.load_state_dict({name: sum(part[name] * (share / total) for part, share in parts) for name in parts[0][0]})
    if told.weights:
        torch.save(net.state_dict(), told.weights)
    write(net, told.folder)


if __name__ == "__main__":
    main()
