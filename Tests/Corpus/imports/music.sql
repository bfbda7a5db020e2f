-- A shop for music: invoices in both senses of a line, playlists through pairs, a hierarchy of employees.
CREATE TABLE artists (id INTEGER PRIMARY KEY, name VARCHAR(120) NOT NULL);
CREATE TABLE albums (id INTEGER PRIMARY KEY, title VARCHAR(160) NOT NULL, artist_id INTEGER NOT NULL REFERENCES artists(id),
  release_date TEXT, cover_url TEXT);
CREATE TABLE genres (id INTEGER PRIMARY KEY, name VARCHAR(120) NOT NULL);
CREATE TABLE media_types (id INTEGER PRIMARY KEY, name VARCHAR(120) NOT NULL);
CREATE TABLE tracks (id INTEGER PRIMARY KEY, name VARCHAR(200) NOT NULL, album_id INTEGER REFERENCES albums(id),
  media_type_id INTEGER NOT NULL REFERENCES media_types(id), genre_id INTEGER REFERENCES genres(id), milliseconds INTEGER NOT NULL,
  bytes INTEGER, unit_price NUMERIC(10, 2) NOT NULL, is_explicit INTEGER NOT NULL DEFAULT 0);
CREATE TABLE playlists (id INTEGER PRIMARY KEY, name VARCHAR(120));
CREATE TABLE playlist_tracks (playlist_id INTEGER NOT NULL REFERENCES playlists(id), track_id INTEGER NOT NULL REFERENCES tracks(id),
  PRIMARY KEY (playlist_id, track_id));
CREATE TABLE employees (id INTEGER PRIMARY KEY, last_name VARCHAR(20) NOT NULL, reports_to INTEGER REFERENCES employees(id),
  hire_date TEXT);
CREATE TABLE customers (id INTEGER PRIMARY KEY, email VARCHAR(60) NOT NULL, support_rep_id INTEGER REFERENCES employees(id));
CREATE TABLE invoices (id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customers(id), invoice_date TEXT NOT NULL,
  total NUMERIC(10, 2) NOT NULL);
CREATE TABLE invoice_lines (id INTEGER PRIMARY KEY, invoice_id INTEGER NOT NULL REFERENCES invoices(id),
  track_id INTEGER NOT NULL REFERENCES tracks(id), unit_price NUMERIC(10, 2) NOT NULL, quantity INTEGER NOT NULL);
INSERT INTO artists VALUES (1, 'Nina'), (2, 'Björk');
INSERT INTO albums VALUES (1, 'First', 1, '1999-05-01', 'https://example.org/1.jpg'), (2, 'Second', 2, NULL, NULL);
INSERT INTO genres VALUES (1, 'Jazz');
INSERT INTO media_types VALUES (1, 'AAC');
INSERT INTO tracks VALUES (1, 'One', 1, 1, 1, 241000, 9000, 0.99, 0), (2, 'Two', 2, 1, NULL, 180500, NULL, 1.29, 1);
INSERT INTO playlists VALUES (1, 'Evening');
INSERT INTO playlist_tracks VALUES (1, 1), (1, 2);
INSERT INTO employees VALUES (1, 'Adams', NULL, '2002-08-14 00:00:00'), (2, 'Park', 1, '2003-04-01 00:00:00');
INSERT INTO customers VALUES (1, 'a@example.org', 2);
INSERT INTO invoices VALUES (1, 1, '2024-03-01 00:00:00', 2.28);
INSERT INTO invoice_lines VALUES (1, 1, 1, 0.99, 1), (2, 1, 2, 1.29, 1);
