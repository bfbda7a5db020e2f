-- A blog, made with a framework that numbers its pairs: tags, comments that answer comments, migrations.
CREATE TABLE users (id INTEGER PRIMARY KEY, email TEXT NOT NULL UNIQUE, is_admin INTEGER NOT NULL DEFAULT 0, created_at TEXT NOT NULL);
CREATE TABLE user_profiles (id INTEGER PRIMARY KEY, user_id INTEGER NOT NULL UNIQUE REFERENCES users(id), biography TEXT, website_url TEXT);
CREATE TABLE posts (id INTEGER PRIMARY KEY, author_id INTEGER NOT NULL REFERENCES users(id), title TEXT NOT NULL, body TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('draft', 'in review', 'published')), published_at TEXT);
CREATE TABLE comments (id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL REFERENCES posts(id), user_id INTEGER REFERENCES users(id),
  parent_id INTEGER REFERENCES comments(id), body TEXT NOT NULL);
CREATE TABLE tags (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE posts_tags (id INTEGER PRIMARY KEY, post_id INTEGER NOT NULL REFERENCES posts(id), tag_id INTEGER NOT NULL REFERENCES tags(id),
  UNIQUE (post_id, tag_id));
CREATE TABLE schema_migrations (version TEXT PRIMARY KEY);
INSERT INTO users VALUES (1, 'a@example.org', 1, '2024-01-01T10:00:00Z'), (2, 'b@example.org', 0, '2024-01-02T10:00:00Z');
INSERT INTO user_profiles VALUES (1, 1, 'Writes.', NULL);
INSERT INTO posts VALUES (1, 1, 'Hello', 'World', 'published', '2024-01-03T08:00:00Z'), (2, 1, 'Draft', '…', 'draft', NULL);
INSERT INTO comments VALUES (1, 1, 2, NULL, 'Nice'), (2, 1, 1, 1, 'Thanks');
INSERT INTO tags VALUES (1, 'swift');
INSERT INTO posts_tags VALUES (1, 1, 1);
INSERT INTO schema_migrations VALUES ('20240101100000');
