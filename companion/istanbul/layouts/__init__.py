"""How places may lie, how a layout is shared, and whether its ways are short or long."""
