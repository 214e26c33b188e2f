"""What has changed since the last picture of a camera that stands still."""
