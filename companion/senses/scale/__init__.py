"""The scale under the table: samples in, what it is sure of to the table, what it thinks to a page.

A sample walks one way: ``instruments`` read it, ``weighing`` and ``landslide`` make a verdict of
it, ``speaking`` says it to the table, ``gauges`` show it. What the table rules comes back as news.
"""
