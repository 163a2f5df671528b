"""What goes over the line: streams, frames, and what each person is shown."""
