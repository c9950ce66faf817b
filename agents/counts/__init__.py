"""Card counters: counts in print, counts made to measure."""
