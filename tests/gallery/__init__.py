"""The product in every state a person meets: pictures, complaints by geometry, contact sheets."""
