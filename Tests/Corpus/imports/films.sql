-- A rental of films: two foreign keys to languages, ratings of a CHECK, a view.
CREATE TABLE languages (language_id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL);
CREATE TABLE films (film_id INTEGER PRIMARY KEY, title VARCHAR(255) NOT NULL, release_year INTEGER,
  language_id INTEGER NOT NULL REFERENCES languages(language_id), original_language_id INTEGER REFERENCES languages(language_id),
  rental_rate NUMERIC(4, 2) NOT NULL, rating TEXT DEFAULT 'G' CHECK (rating IN ('G', 'PG', 'PG-13', 'R', 'NC-17')), last_update TEXT NOT NULL);
CREATE TABLE actors (actor_id INTEGER PRIMARY KEY, first_name VARCHAR(45) NOT NULL, last_name VARCHAR(45) NOT NULL);
CREATE TABLE film_actors (film_id INTEGER NOT NULL REFERENCES films(film_id), actor_id INTEGER NOT NULL REFERENCES actors(actor_id),
  PRIMARY KEY (film_id, actor_id));
CREATE TABLE countries (country_id INTEGER PRIMARY KEY, country VARCHAR(50) NOT NULL);
CREATE TABLE cities (city_id INTEGER PRIMARY KEY, city VARCHAR(50) NOT NULL, country_id INTEGER NOT NULL REFERENCES countries(country_id));
CREATE TABLE addresses (address_id INTEGER PRIMARY KEY, address VARCHAR(50) NOT NULL, address_2 VARCHAR(50),
  city_id INTEGER NOT NULL REFERENCES cities(city_id));
CREATE TABLE staff (staff_id INTEGER PRIMARY KEY, name TEXT NOT NULL, address_id INTEGER NOT NULL REFERENCES addresses(address_id),
  active INTEGER NOT NULL);
CREATE TABLE stores (store_id INTEGER PRIMARY KEY, manager_staff_id INTEGER NOT NULL UNIQUE REFERENCES staff(staff_id),
  address_id INTEGER NOT NULL REFERENCES addresses(address_id));
CREATE TABLE inventory (inventory_id INTEGER PRIMARY KEY, film_id INTEGER NOT NULL REFERENCES films(film_id),
  store_id INTEGER NOT NULL REFERENCES stores(store_id));
CREATE TABLE rentals (rental_id INTEGER PRIMARY KEY, rental_date TEXT NOT NULL, inventory_id INTEGER NOT NULL REFERENCES inventory(inventory_id),
  return_date TEXT, staff_id INTEGER NOT NULL REFERENCES staff(staff_id));
CREATE VIEW film_titles AS SELECT film_id, title FROM films;
INSERT INTO languages VALUES (1, 'English'), (2, 'Norsk');
INSERT INTO films VALUES (1, 'Academy', 2006, 1, 2, 0.99, 'PG-13', '2006-02-15T05:03:42Z'), (2, 'Ace', NULL, 1, NULL, 4.99, NULL, '2006-02-15T05:03:42Z');
INSERT INTO actors VALUES (1, 'Penelope', 'Guiness');
INSERT INTO film_actors VALUES (1, 1);
INSERT INTO countries VALUES (1, 'Norway');
INSERT INTO cities VALUES (1, 'Oslo', 1);
INSERT INTO addresses VALUES (1, 'Storgata 1', NULL, 1);
INSERT INTO staff VALUES (1, 'Mike', 1, 1);
INSERT INTO stores VALUES (1, 1, 1);
INSERT INTO inventory VALUES (1, 1, 1);
INSERT INTO rentals VALUES (1, '2005-05-24 22:53:30', 1, NULL, 1);
