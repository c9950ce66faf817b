"""What people read: numbers, tables and figures; pages, files and terminals show them."""
