-- A library: books with several kinds of people, copies on shelves, loans, keys that are texts.
CREATE TABLE tbl_people (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE tbl_publishers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, country_code TEXT);
CREATE TABLE tbl_series (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
CREATE TABLE tbl_books (isbn TEXT PRIMARY KEY, title TEXT NOT NULL, publisher_id INTEGER REFERENCES tbl_publishers(id),
  series_id INTEGER REFERENCES tbl_series(id), published_on TEXT, list_price NUMERIC(8, 2));
CREATE TABLE tbl_book_authors (isbn TEXT NOT NULL REFERENCES tbl_books(isbn), person_id INTEGER NOT NULL REFERENCES tbl_people(id),
  PRIMARY KEY (isbn, person_id));
CREATE TABLE tbl_book_translators (isbn TEXT NOT NULL REFERENCES tbl_books(isbn), person_id INTEGER NOT NULL REFERENCES tbl_people(id),
  PRIMARY KEY (isbn, person_id));
CREATE TABLE tbl_shelves (id INTEGER PRIMARY KEY, label TEXT NOT NULL);
CREATE TABLE tbl_copies (id INTEGER PRIMARY KEY, isbn TEXT NOT NULL REFERENCES tbl_books(isbn), shelf_id INTEGER REFERENCES tbl_shelves(id),
  condition TEXT CHECK (condition IN ('new', 'good', 'worn')), is_lost INTEGER NOT NULL);
CREATE TABLE tbl_members (id INTEGER PRIMARY KEY, card_no TEXT NOT NULL, name TEXT NOT NULL, member_since TEXT NOT NULL);
CREATE TABLE tbl_loans (id INTEGER PRIMARY KEY, copy_id INTEGER NOT NULL REFERENCES tbl_copies(id), member_id INTEGER NOT NULL REFERENCES tbl_members(id),
  due_on TEXT NOT NULL, returned_at TEXT);
INSERT INTO tbl_people VALUES (1, 'Sigrid'), (2, 'Tiina');
INSERT INTO tbl_publishers VALUES (1, 'Aschehoug', 'NO');
INSERT INTO tbl_series VALUES (1, 'Kristin');
INSERT INTO tbl_books VALUES ('9788203', 'Kransen', 1, 1, '1920-09-01', 199.5);
INSERT INTO tbl_book_authors VALUES ('9788203', 1);
INSERT INTO tbl_book_translators VALUES ('9788203', 2);
INSERT INTO tbl_shelves VALUES (1, 'A1');
INSERT INTO tbl_copies VALUES (1, '9788203', 1, 'good', 0);
INSERT INTO tbl_members VALUES (1, '0001', 'Ann', '2020-01-01');
INSERT INTO tbl_loans VALUES (1, 1, 1, '2024-02-01', NULL);
