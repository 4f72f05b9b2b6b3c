SELECT c.name FROM customer c
LEFT JOIN invoice i ON i.customer = c.id
WHERE i.id IS NULL;
