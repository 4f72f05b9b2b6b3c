-- Pairs of queries: how many rows the smallest database has that tells them apart, or `same`, and what is rewritten.

-- 2: NOT IN meets NULL
SELECT name FROM dept WHERE id NOT IN (SELECT dept FROM emp);
SELECT name FROM dept WHERE NOT EXISTS (SELECT 1 FROM emp WHERE emp.dept = dept.id);

-- same: NOT IN without NULL
SELECT name FROM dept WHERE id NOT IN (SELECT dept FROM emp WHERE dept IS NOT NULL);
SELECT name FROM dept WHERE NOT EXISTS (SELECT 1 FROM emp WHERE emp.dept = dept.id);

-- same: IN is a semijoin
SELECT name FROM dept WHERE id IN (SELECT dept FROM emp);
SELECT name FROM dept WHERE EXISTS (SELECT 1 FROM emp WHERE emp.dept = dept.id);

-- 3: a join in place of IN multiplies
SELECT dept.name FROM dept WHERE id IN (SELECT dept FROM emp);
SELECT dept.name FROM dept JOIN emp ON emp.dept = dept.id;

-- same: DISTINCT keys mend it
SELECT dept.id FROM dept WHERE id IN (SELECT dept FROM emp);
SELECT DISTINCT dept.id FROM dept JOIN emp ON emp.dept = dept.id;

-- 4: DISTINCT of what is no key
SELECT dept.name FROM dept WHERE id IN (SELECT dept FROM emp);
SELECT DISTINCT dept.name FROM dept JOIN emp ON emp.dept = dept.id;

-- 1: WHERE on the outer side of a join
SELECT dept.name, emp.pay FROM dept LEFT JOIN emp ON emp.dept = dept.id AND emp.pay > 5;
SELECT dept.name, emp.pay FROM dept LEFT JOIN emp ON emp.dept = dept.id WHERE emp.pay > 5;

-- same: WHERE that drops what an outer join adds
SELECT dept.name, emp.pay FROM dept LEFT JOIN emp ON emp.dept = dept.id WHERE emp.pay > 5;
SELECT dept.name, emp.pay FROM dept JOIN emp ON emp.dept = dept.id WHERE emp.pay > 5;

-- 1: an outer join in place of an inner one
SELECT dept.name FROM dept JOIN emp ON emp.dept = dept.id;
SELECT dept.name FROM dept LEFT JOIN emp ON emp.dept = dept.id;

-- 1: the other side is kept
SELECT dept.id, emp.id FROM dept LEFT JOIN emp ON emp.dept = dept.id;
SELECT dept.id, emp.id FROM emp LEFT JOIN dept ON emp.dept = dept.id;

-- same: an outer join along a key that is never missed
SELECT emp.id FROM emp JOIN dept ON emp.dept = dept.id;
SELECT emp.id FROM emp LEFT JOIN dept ON emp.dept = dept.id WHERE emp.dept IS NOT NULL;

-- same: a join that only asks whether the key is there
SELECT emp.name FROM emp JOIN dept ON emp.dept = dept.id;
SELECT emp.name FROM emp WHERE emp.dept IS NOT NULL;

-- 1: the same without the NULLs
SELECT emp.name FROM emp JOIN dept ON emp.dept = dept.id;
SELECT emp.name FROM emp;

-- 1: an antijoin that looks at the wrong column
SELECT dept.name FROM dept LEFT JOIN emp ON emp.dept = dept.id WHERE emp.id IS NULL;
SELECT dept.name FROM dept LEFT JOIN emp ON emp.dept = dept.id WHERE emp.id IS NOT NULL;

-- 2: an antijoin by a column that may be NULL
SELECT dept.name FROM dept LEFT JOIN emp ON emp.dept = dept.id WHERE emp.id IS NULL;
SELECT dept.name FROM dept LEFT JOIN emp ON emp.dept = dept.id WHERE emp.name IS NULL;

-- 1: COUNT of a column skips NULL
SELECT count(*) FROM emp;
SELECT count(name) FROM emp;

-- same: COUNT of a key skips nothing
SELECT count(*) FROM emp;
SELECT count(id) FROM emp;

-- 1: COUNT behind an outer join
SELECT dept.id, count(*) FROM dept LEFT JOIN emp ON emp.dept = dept.id GROUP BY dept.id;
SELECT dept.id, count(emp.id) FROM dept LEFT JOIN emp ON emp.dept = dept.id GROUP BY dept.id;

-- 1: a number for each group, or for those that there are
SELECT id, (SELECT count(*) FROM emp WHERE emp.dept = dept.id) FROM dept;
SELECT dept.id, count(*) FROM dept JOIN emp ON emp.dept = dept.id GROUP BY dept.id;

-- same: a number for each group, by an outer join
SELECT id, (SELECT count(*) FROM emp WHERE emp.dept = dept.id) FROM dept;
SELECT dept.id, count(emp.id) FROM dept LEFT JOIN emp ON emp.dept = dept.id GROUP BY dept.id;

-- 2: DISTINCT inside an aggregate
SELECT sum(pay) FROM emp;
SELECT sum(DISTINCT pay) FROM emp;

-- same: DISTINCT does not change a maximum
SELECT max(pay) FROM emp;
SELECT max(DISTINCT pay) FROM emp;

-- 3: an aggregate over a join counts twice
SELECT sum(d.boss) FROM dept d;
SELECT sum(d.boss) FROM dept d LEFT JOIN emp e ON e.dept = d.id AND e.pay = 1 OR e.pay = 1;

-- 2: AVG leaves NULL out
SELECT avg(pay) FROM emp;
SELECT sum(pay) * 1.0 / count(*) FROM emp;

-- same: AVG by hand
SELECT avg(pay) FROM emp;
SELECT sum(pay) * 1.0 / count(pay) FROM emp;

-- 0: the sum of nothing
SELECT sum(pay) FROM emp;
SELECT coalesce(sum(pay), 0) FROM emp;

-- 0: an aggregate has a row, a group has not
SELECT max(pay) FROM emp;
SELECT max(pay) FROM emp GROUP BY dept;

-- 0: HAVING without GROUP BY
SELECT count(*) FROM emp HAVING count(*) >= 0;
SELECT count(*) FROM emp GROUP BY 1 = 1 HAVING count(*) >= 0;

-- same: HAVING on a column of the group
SELECT dept, count(*) FROM emp GROUP BY dept HAVING dept = 1;
SELECT dept, count(*) FROM emp WHERE dept = 1 GROUP BY dept;

-- 1: HAVING on what is counted, WHERE on the row
SELECT dept, max(pay) FROM emp GROUP BY dept HAVING max(pay) > 5;
SELECT dept, max(pay) FROM emp GROUP BY dept HAVING min(pay) > 4;

-- 2: WHERE before the group
SELECT dept, count(*) FROM emp GROUP BY dept HAVING max(pay) > 5;
SELECT dept, count(*) FROM emp WHERE pay > 5 GROUP BY dept;

-- 2: UNION drops what is twice
SELECT name FROM dept UNION SELECT name FROM emp;
SELECT name FROM dept UNION ALL SELECT name FROM emp;

-- same: UNION of what cannot meet
SELECT id, 'd' FROM dept UNION SELECT id, 'e' FROM emp;
SELECT id, 'd' FROM dept UNION ALL SELECT id, 'e' FROM emp;

-- same: UNION ALL below DISTINCT
SELECT name FROM dept UNION SELECT name FROM emp;
SELECT DISTINCT name FROM (SELECT name FROM dept UNION ALL SELECT name FROM emp) AS names;

-- 2: INTERSECT is a set
SELECT name FROM emp INTERSECT SELECT name FROM emp;
SELECT name FROM emp;

-- 1: EXCEPT knows NULL
SELECT name FROM emp EXCEPT SELECT name FROM dept;
SELECT DISTINCT name FROM emp WHERE name NOT IN (SELECT name FROM dept) AND name IS NOT NULL;

-- same: EXCEPT by hand
SELECT name FROM emp EXCEPT SELECT name FROM dept;
SELECT DISTINCT name FROM emp WHERE NOT EXISTS (SELECT 1 FROM dept WHERE dept.name IS emp.name);

-- same: INTERSECT by hand
SELECT name FROM emp INTERSECT SELECT name FROM dept;
SELECT DISTINCT emp.name FROM emp JOIN dept ON emp.name = dept.name;

-- same: OR as UNION of keys
SELECT id FROM emp WHERE pay = 1 OR name = 'x';
SELECT id FROM emp WHERE pay = 1 UNION SELECT id FROM emp WHERE name = 'x';

-- 1: OR as UNION ALL
SELECT id FROM emp WHERE pay = 1 OR name = 'x';
SELECT id FROM emp WHERE pay = 1 UNION ALL SELECT id FROM emp WHERE name = 'x';

-- 2: OR as UNION of what is no key
SELECT pay FROM emp WHERE pay = 1 OR name = 'x';
SELECT pay FROM emp WHERE pay = 1 UNION SELECT pay FROM emp WHERE name = 'x';

-- 1: NOT in three values
SELECT id FROM emp WHERE NOT (pay > 5);
SELECT id FROM emp WHERE pay <= 5 OR pay IS NULL;

-- same: NOT turned
SELECT id FROM emp WHERE NOT (pay > 5);
SELECT id FROM emp WHERE pay <= 5;

-- 1: a comparison with itself
SELECT id FROM emp WHERE pay = pay;
SELECT id FROM emp;

-- same: a comparison with itself asks for NULL
SELECT id FROM emp WHERE pay = pay;
SELECT id FROM emp WHERE pay IS NOT NULL;

-- 1: = NULL
SELECT id FROM emp WHERE chief = NULL;
SELECT id FROM emp WHERE chief IS NULL;

-- 1: <> leaves NULL out
SELECT id FROM emp WHERE name <> 'x';
SELECT id FROM emp WHERE name IS NOT 'x';

-- same: De Morgan
SELECT id FROM emp WHERE NOT (pay = 1 OR name = 'x');
SELECT id FROM emp WHERE pay <> 1 AND name <> 'x';

-- 1: De Morgan, half
SELECT id FROM emp WHERE NOT (pay = 1 AND name = 'x');
SELECT id FROM emp WHERE pay <> 1 AND name <> 'x';

-- same: IN as OR
SELECT id FROM emp WHERE pay IN (1, 5);
SELECT id FROM emp WHERE pay = 1 OR pay = 5;

-- 1: NOT IN with NULL in the list
SELECT id FROM emp WHERE pay NOT IN (1, 5);
SELECT id FROM emp WHERE pay NOT IN (1, 5, NULL);

-- same: IN with NULL in the list
SELECT id FROM emp WHERE pay IN (1, 5);
SELECT id FROM emp WHERE pay IN (1, 5, NULL);

-- same: BETWEEN
SELECT id FROM emp WHERE pay BETWEEN 2 AND 5;
SELECT id FROM emp WHERE pay >= 2 AND pay <= 5;

-- 1: BETWEEN is closed
SELECT id FROM emp WHERE pay BETWEEN 2 AND 5;
SELECT id FROM emp WHERE pay >= 2 AND pay < 5;

-- 1: BETWEEN with its ends swapped
SELECT id FROM emp WHERE pay BETWEEN 2 AND 5;
SELECT id FROM emp WHERE pay BETWEEN 5 AND 2;

-- same: a strict bound of integers
SELECT id FROM emp WHERE pay > 5;
SELECT id FROM emp WHERE pay >= 6;

-- 1: a bound that is off by one
SELECT id FROM emp WHERE pay > 5;
SELECT id FROM emp WHERE pay > 6;

-- same: COALESCE as CASE
SELECT id, coalesce(pay, 0) FROM emp;
SELECT id, CASE WHEN pay IS NULL THEN 0 ELSE pay END FROM emp;

-- 1: CASE with NULL
SELECT id, CASE pay WHEN NULL THEN 0 ELSE pay END FROM emp;
SELECT id, CASE WHEN pay IS NULL THEN 0 ELSE pay END FROM emp;

-- 1: COALESCE inside and outside of a comparison
SELECT id FROM emp WHERE coalesce(pay, 0) < 3;
SELECT id FROM emp WHERE coalesce(pay < 3, 0);

-- 2: the greatest, by a subquery and by all others
SELECT id FROM emp WHERE pay = (SELECT max(pay) FROM emp);
SELECT id FROM emp e WHERE NOT EXISTS (SELECT 1 FROM emp o WHERE NOT o.pay <= e.pay) AND pay IS NOT NULL AND (SELECT count(*) FROM emp) < 2;

-- same: the greatest, by an antijoin
SELECT id FROM emp WHERE pay = (SELECT max(pay) FROM emp);
SELECT e.id FROM emp e LEFT JOIN emp o ON o.pay > e.pay WHERE o.id IS NULL AND e.pay IS NOT NULL;

-- 1: the greatest, by an antijoin that keeps NULL
SELECT id FROM emp WHERE pay = (SELECT max(pay) FROM emp);
SELECT e.id FROM emp e LEFT JOIN emp o ON o.pay > e.pay WHERE o.id IS NULL;

-- 2: the first by LIMIT, and all that are as great
SELECT id FROM emp WHERE pay = (SELECT max(pay) FROM emp);
SELECT id FROM emp WHERE pay IS NOT NULL ORDER BY pay DESC LIMIT 1;

-- 3: a correlated subquery that forgets to be one
SELECT name FROM dept WHERE EXISTS (SELECT 1 FROM emp WHERE emp.dept = dept.id);
SELECT name FROM dept WHERE EXISTS (SELECT 1 FROM emp WHERE emp.dept = emp.dept);

-- same: a name that the inner query hides
SELECT id FROM emp WHERE chief IN (SELECT id FROM emp);
SELECT id FROM emp WHERE chief IN (SELECT chief FROM emp);

-- same: a scalar subquery as a join
SELECT emp.id, (SELECT dept.name FROM dept WHERE dept.id = emp.dept) FROM emp;
SELECT emp.id, dept.name FROM emp LEFT JOIN dept ON dept.id = emp.dept;

-- 1: a scalar subquery as an inner join
SELECT emp.id, (SELECT dept.name FROM dept WHERE dept.id = emp.dept) FROM emp;
SELECT emp.id, dept.name FROM emp JOIN dept ON dept.id = emp.dept;

-- 2: a frame of ROWS, and one of RANGE
SELECT id, count(*) OVER (ORDER BY pay ROWS UNBOUNDED PRECEDING) FROM emp;
SELECT id, count(*) OVER (ORDER BY pay) FROM emp;

-- same: a sum of a whole partition
SELECT id, sum(pay) OVER (PARTITION BY dept) FROM emp;
SELECT e.id, (SELECT sum(o.pay) FROM emp o WHERE o.dept IS e.dept) FROM emp e;

-- 2: a partition with an order is no whole
SELECT id, sum(pay) OVER (PARTITION BY dept) FROM emp;
SELECT id, sum(pay) OVER (PARTITION BY dept ORDER BY pay) FROM emp;

-- 2: ROW_NUMBER and RANK
SELECT pay, row_number() OVER (ORDER BY pay) FROM emp;
SELECT pay, rank() OVER (ORDER BY pay) FROM emp;

-- 3: RANK and DENSE_RANK
SELECT pay, rank() OVER (ORDER BY pay) FROM emp;
SELECT pay, dense_rank() OVER (ORDER BY pay) FROM emp;

-- same: RANK by hand
SELECT id, rank() OVER (ORDER BY pay) FROM emp WHERE pay IS NOT NULL;
SELECT id, (SELECT count(*) + 1 FROM emp o WHERE o.pay < e.pay) FROM emp e WHERE pay IS NOT NULL;

-- 2: the order of the rows
SELECT id, pay FROM emp ORDER BY pay;
SELECT id, pay FROM emp ORDER BY pay DESC;

-- same: an order that a finer one keeps
SELECT pay FROM emp ORDER BY pay;
SELECT pay FROM emp ORDER BY pay, pay DESC;

-- 1: a text without one letter
SELECT id FROM emp WHERE name LIKE 'a%';
SELECT id FROM emp WHERE name LIKE 'a_%';

-- 1: LIKE and equality
SELECT id FROM emp WHERE name LIKE 'ab';
SELECT id FROM emp WHERE name = 'ab';

-- same: a prefix
SELECT id FROM emp WHERE name LIKE 'a%';
SELECT id FROM emp WHERE lower(substr(name, 1, 1)) = 'a';

-- 1: a prefix in the other case
SELECT id FROM emp WHERE name LIKE 'a%';
SELECT id FROM emp WHERE substr(name, 1, 1) = 'a';

-- 1: a text is less than all that it begins
SELECT id FROM emp WHERE name >= 'm';
SELECT id FROM emp WHERE name > 'm';

-- 1: integers are divided
SELECT id, pay / 2 FROM emp;
SELECT id, pay / 2.0 FROM emp;

-- same: an empty condition
SELECT id FROM emp WHERE pay > 5 AND 1 = 1;
SELECT id FROM emp WHERE pay > 5;

-- 1: a join on columns that may be NULL
SELECT a.id FROM emp a JOIN emp b ON a.name = b.name AND a.id = b.id;
SELECT a.id FROM emp a JOIN emp b ON a.name IS b.name AND a.id = b.id;

-- same: a chain through a common table expression
WITH chiefs AS (SELECT DISTINCT chief FROM emp) SELECT e.id FROM emp e JOIN chiefs ON chiefs.chief = e.id;
SELECT id FROM emp WHERE id IN (SELECT chief FROM emp);

-- 1: a chain with its end
WITH RECURSIVE up (id) AS (SELECT chief FROM emp UNION SELECT e.chief FROM emp e JOIN up ON up.id = e.id) SELECT id FROM up WHERE id IS NOT NULL;
WITH RECURSIVE up (id) AS (SELECT id FROM emp UNION SELECT e.chief FROM emp e JOIN up ON up.id = e.id) SELECT id FROM up WHERE id IS NOT NULL;

-- same: rows without a partner, by EXCEPT and by a condition
SELECT id FROM dept EXCEPT SELECT dept FROM emp;
SELECT id FROM dept WHERE id NOT IN (SELECT dept FROM emp WHERE dept IS NOT NULL);

-- same: an outer join turned around
SELECT d.id, e.id FROM dept d LEFT JOIN emp e ON e.dept = d.id;
SELECT d.id, e.id FROM emp e RIGHT JOIN dept d ON e.dept = d.id;

-- 1: a full join and a left one
SELECT d.id, e.id FROM dept d FULL JOIN emp e ON e.dept = d.id;
SELECT d.id, e.id FROM dept d LEFT JOIN emp e ON e.dept = d.id;

-- same: a condition that is pushed below a join
SELECT d.id, e.id FROM dept d JOIN emp e ON e.dept = d.id WHERE d.name = 'x';
SELECT d.id, e.id FROM (SELECT id FROM dept WHERE name = 'x') AS d JOIN emp e ON e.dept = d.id;

-- 1: a condition that is pushed below an outer join
SELECT d.id, e.id FROM dept d LEFT JOIN emp e ON e.dept = d.id WHERE d.name = 'x';
SELECT d.id, e.id FROM dept d LEFT JOIN emp e ON e.dept = d.id AND d.name = 'x';

-- same: a cross join with a condition
SELECT d.id, e.id FROM dept d, emp e WHERE e.dept = d.id;
SELECT d.id, e.id FROM dept d JOIN emp e ON e.dept = d.id;

-- same: DISTINCT and GROUP BY
SELECT DISTINCT name, pay FROM emp;
SELECT name, pay FROM emp GROUP BY name, pay;

-- 2: DISTINCT that is not needed
SELECT DISTINCT name FROM emp;
SELECT name FROM emp;

-- same: DISTINCT of a key
SELECT DISTINCT id, name FROM emp;
SELECT id, name FROM emp;

-- same: a maximum by a window
SELECT DISTINCT max(pay) OVER () FROM emp;
SELECT max(pay) FROM emp HAVING count(*) > 0;

-- 0: a filter of an aggregate, and CASE
SELECT count(*) FILTER (WHERE pay > 5) FROM emp;
SELECT sum(CASE WHEN pay > 5 THEN 1 ELSE 0 END) FROM emp;

-- same: a filter of an aggregate
SELECT count(*) FILTER (WHERE pay > 5) FROM emp;
SELECT count(CASE WHEN pay > 5 THEN 1 END) FROM emp;
