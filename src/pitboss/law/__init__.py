"""The law: each rule of play and payment once, as a small pure function of the rules of a table.

Every function takes :class:`~pitboss.rulebooks.TableRules` first and answers with the clause.
Amounts are whole cents, odds are pairs, nothing is a float and nothing is changed.
"""
