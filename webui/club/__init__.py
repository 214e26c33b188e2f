"""Many tables on one server: which process has a table, how requests find it, and the organiser's pages."""
