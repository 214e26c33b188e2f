"""How exactly tiles lie, once it is known roughly: features, edges and rims fitted."""
