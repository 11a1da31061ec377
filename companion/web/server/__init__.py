"""Serve pages over HTTP: connections, rate limits, TLS, work queues."""
