"""The targets of docs/explanation/reliability.md, each measured by a command."""
