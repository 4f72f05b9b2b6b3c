SELECT name FROM customer
WHERE id NOT IN (SELECT customer FROM invoice);
