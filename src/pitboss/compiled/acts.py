"""A player's acts as the numbers used in tables."""

from pitboss.acts import HandAct as HandAct
