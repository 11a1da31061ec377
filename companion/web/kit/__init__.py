"""Give every page what it needs: context, errors, streams, keys, wording."""
