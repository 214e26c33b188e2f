"""Where pictures come from: cameras, files, the network, phones."""
