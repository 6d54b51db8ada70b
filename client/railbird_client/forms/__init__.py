"""Forms: pages of rows that are chosen, stepped through or typed."""
