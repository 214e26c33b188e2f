"""The workshop of the token net: samples, training, export.  Needs PyTorch; the program itself does not."""
