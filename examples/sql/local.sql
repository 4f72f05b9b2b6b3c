SELECT c.name FROM customer c
JOIN invoice i ON i.customer = c.id
WHERE i.total >= 100 OR c.city = 'Oslo';
