"""The hall: an event night with many tables, planned, followed and counted.

It never decides a game. It plans who sits where, queues calls and adds up results.
"""
