-- As pg_dump writes it.
SET statement_timeout = 0;

CREATE TYPE public.mood AS ENUM ('sad', 'ok', 'happy');

CREATE TABLE public.authors (
    id integer NOT NULL,
    name character varying(80) NOT NULL,
    mentor_id integer,
    mood public.mood DEFAULT 'ok'::public.mood
);

CREATE TABLE IF NOT EXISTS books (
    id BIGSERIAL PRIMARY KEY,
    title TEXT NOT NULL UNIQUE,
    pages INT CHECK (pages > 0),
    price NUMERIC(10, 2) NOT NULL,
    tags TEXT[],
    data JSONB,
    sold BOOLEAN NOT NULL DEFAULT FALSE,
    author INTEGER NOT NULL REFERENCES public.authors (id) ON DELETE CASCADE,
    part_of BIGINT REFERENCES books
);

CREATE TABLE shelves_books (
    shelf INT NOT NULL,
    book BIGINT NOT NULL REFERENCES books (id),
    PRIMARY KEY (shelf, book)
);

CREATE INDEX books_of ON books (author);
ALTER TABLE ONLY public.authors ADD CONSTRAINT authors_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.authors
    ADD CONSTRAINT authors_mentor FOREIGN KEY (mentor_id) REFERENCES public.authors(id);

\restrict a1b2
CREATE FUNCTION public.f() RETURNS integer LANGUAGE sql AS $$ SELECT 1; CREATE TABLE (; $$;
COPY public.authors (id, name, mentor_id, mood) FROM stdin;
1	it's "one;	\N	ok
\.
GRANT ALL ON TABLE public.authors TO PUBLIC WITH WHATEVER;
