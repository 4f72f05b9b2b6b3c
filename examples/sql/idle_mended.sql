SELECT name FROM customer
WHERE id NOT IN (SELECT customer FROM invoice WHERE customer IS NOT NULL);
