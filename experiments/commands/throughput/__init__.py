"""How fast the library is, beside references measured in the same run.

The walk: `clock` measures rates, `many_tables` those of vector environments and learners,
`throughput` all of them, `scaling` how cost and memory grow.
"""
