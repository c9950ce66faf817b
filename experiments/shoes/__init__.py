"""Shoes as experiments use them: dealt, recorded, priced, played and added up."""
