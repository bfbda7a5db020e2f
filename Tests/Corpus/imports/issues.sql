-- A tracker of issues: reporters and assignees, watchers, duplicates, words that Swift reserves.
CREATE TABLE users (id INTEGER PRIMARY KEY, user_name TEXT NOT NULL, is_active INTEGER NOT NULL, last_login_at TEXT);
CREATE TABLE projects (id INTEGER PRIMARY KEY, project_key TEXT NOT NULL, name TEXT NOT NULL, lead_id INTEGER REFERENCES users(id),
  visibility TEXT NOT NULL CHECK (visibility IN ('public', 'private', 'internal')));
CREATE TABLE versions (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects(id), name TEXT NOT NULL, release_date TEXT);
CREATE TABLE issues (id INTEGER PRIMARY KEY, project_id INTEGER NOT NULL REFERENCES projects(id), title TEXT NOT NULL,
  reporter_id INTEGER NOT NULL REFERENCES users(id), assignee_id INTEGER REFERENCES users(id), duplicate_of INTEGER REFERENCES issues(id),
  fix_version_id INTEGER REFERENCES versions(id), state TEXT NOT NULL CHECK (state IN ('open', 'in_progress', 'closed')),
  priority INTEGER NOT NULL CHECK (priority IN (1, 2, 3)), created_at TEXT NOT NULL, closed_at TEXT);
CREATE TABLE issue_watchers (issue_id INTEGER NOT NULL REFERENCES issues(id), user_id INTEGER NOT NULL REFERENCES users(id), PRIMARY KEY (issue_id, user_id));
CREATE TABLE labels (id INTEGER PRIMARY KEY, name TEXT NOT NULL, color TEXT);
CREATE TABLE issue_labels (issue_id INTEGER NOT NULL REFERENCES issues(id), label_id INTEGER NOT NULL REFERENCES labels(id), PRIMARY KEY (issue_id, label_id));
CREATE TABLE issue_histories (id INTEGER PRIMARY KEY, issue_id INTEGER NOT NULL REFERENCES issues(id), changed_by INTEGER NOT NULL REFERENCES users(id),
  field TEXT NOT NULL, old_value TEXT, new_value TEXT, changed_at TEXT NOT NULL);
INSERT INTO users VALUES (1, 'ann', 1, '2024-05-01T09:00:00+02:00'), (2, 'bo', 0, NULL);
INSERT INTO projects VALUES (1, 'CDQ', 'Queries', 1, 'public');
INSERT INTO versions VALUES (1, 1, '1.0', '2024-06-01');
INSERT INTO issues VALUES (1, 1, 'Crash', 1, 2, NULL, 1, 'closed', 1, '2024-05-01T10:00:00Z', '2024-05-02T10:00:00Z'),
  (2, 1, 'Crash again', 2, NULL, 1, NULL, 'open', 3, '2024-05-03T10:00:00Z', NULL);
INSERT INTO issue_watchers VALUES (1, 2);
INSERT INTO labels VALUES (1, 'bug', NULL);
INSERT INTO issue_labels VALUES (1, 1);
INSERT INTO issue_histories VALUES (1, 1, 2, 'state', 'open', 'closed', '2024-05-02T10:00:00Z');
