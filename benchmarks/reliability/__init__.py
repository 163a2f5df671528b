"""The promises of docs/reliability.md, each measured by a command."""
