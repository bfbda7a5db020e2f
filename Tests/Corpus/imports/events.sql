-- The log of a service: Unix seconds, levels, names that are words of the language, no foreign key declared to be kept.
CREATE TABLE services (id INTEGER PRIMARY KEY, name TEXT NOT NULL, api_key TEXT);
CREATE TABLE hosts (id INTEGER PRIMARY KEY, ip_address TEXT NOT NULL, is_active INTEGER NOT NULL);
CREATE TABLE log_entries (id INTEGER PRIMARY KEY, service_id INTEGER NOT NULL REFERENCES services(id), host_id INTEGER REFERENCES hosts(id),
  level TEXT NOT NULL CHECK (level IN ('DEBUG', 'INFO', 'WARNING', 'ERROR')), timestamp BIGINT NOT NULL, message TEXT NOT NULL, status_code INTEGER);
CREATE TABLE metrics (id INTEGER PRIMARY KEY, service_id INTEGER NOT NULL REFERENCES services(id), measured_at BIGINT NOT NULL, value REAL NOT NULL,
  unit TEXT);
CREATE TABLE alert_rules (id INTEGER PRIMARY KEY, service_id INTEGER NOT NULL REFERENCES services(id), condition TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('DEBUG', 'INFO', 'WARNING', 'ERROR')), is_enabled INTEGER NOT NULL, in_ TEXT, "default" INTEGER);
CREATE TABLE alerts (id INTEGER PRIMARY KEY, alert_rule_id INTEGER NOT NULL REFERENCES alert_rules(id), fired_at BIGINT NOT NULL, resolved_at BIGINT);
INSERT INTO services VALUES (1, 'web', NULL);
INSERT INTO hosts VALUES (1, '10.0.0.1', 1);
INSERT INTO log_entries VALUES (1, 1, 1, 'INFO', 1700000000, 'started', 200), (2, 1, NULL, 'ERROR', 1700000060, 'failed', NULL);
INSERT INTO metrics VALUES (1, 1, 1700000000, 0.5, 's');
INSERT INTO alert_rules VALUES (1, 1, 'p95 > 1', 'WARNING', 1, NULL, 5);
INSERT INTO alerts VALUES (1, 1, 1700000100, NULL);
