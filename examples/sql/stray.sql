-- Invoices above nothing whose customer is not there.
SELECT i.id FROM invoice i
LEFT JOIN customer c ON c.id = i.customer
WHERE i.total > 0 AND c.id IS NULL;
