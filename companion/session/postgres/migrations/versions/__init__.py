"""One step a module, in order of their numbers; a step that was published is never changed."""
