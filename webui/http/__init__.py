"""What stands between the network and the pages: lines, limits, event streams, and Flask behind them."""
