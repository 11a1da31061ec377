"""What an owner prints and cuts out: markers, pieces and boards as drawings; and scene folders."""
