"""Help every package: whole files, workers, certificates, helper processes."""
