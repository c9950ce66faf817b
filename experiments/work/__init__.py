"""Work: questions as cells, who computes them, where they are kept, what they come from."""
