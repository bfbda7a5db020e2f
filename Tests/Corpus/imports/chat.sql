-- A chat on a phone: milliseconds, senders and recipients, followers.
CREATE TABLE people (person_id INTEGER PRIMARY KEY, display_name TEXT NOT NULL, avatar_url TEXT, last_seen_at BIGINT);
CREATE TABLE followers (follower_id INTEGER NOT NULL REFERENCES people(person_id), followee_id INTEGER NOT NULL REFERENCES people(person_id),
  PRIMARY KEY (follower_id, followee_id));
CREATE TABLE channels (channel_id INTEGER PRIMARY KEY, topic TEXT, is_private INTEGER NOT NULL);
CREATE TABLE memberships (membership_id INTEGER PRIMARY KEY, channel_id INTEGER NOT NULL REFERENCES channels(channel_id),
  person_id INTEGER NOT NULL REFERENCES people(person_id), role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member')), joined_at BIGINT NOT NULL);
CREATE TABLE messages (message_id INTEGER PRIMARY KEY, channel_id INTEGER REFERENCES channels(channel_id),
  sender_id INTEGER NOT NULL REFERENCES people(person_id), recipient_id INTEGER REFERENCES people(person_id),
  reply_to_id INTEGER REFERENCES messages(message_id), text TEXT NOT NULL, sent_at BIGINT NOT NULL, is_deleted INTEGER NOT NULL);
CREATE TABLE attachments (attachment_id INTEGER PRIMARY KEY, message_id INTEGER NOT NULL REFERENCES messages(message_id), mime_type TEXT NOT NULL,
  url TEXT NOT NULL);
INSERT INTO people VALUES (1, 'Ann', NULL, 1700000000123), (2, 'Bo', NULL, NULL);
INSERT INTO followers VALUES (1, 2);
INSERT INTO channels VALUES (1, NULL, 0), (2, 'news', 1);
INSERT INTO memberships VALUES (1, 1, 1, 'owner', 1700000000000);
INSERT INTO messages VALUES (1, 1, 1, NULL, NULL, 'Hi', 1700000001000, 0), (2, NULL, 2, 1, 1, 'Hello', 1700000002000, 1);
INSERT INTO attachments VALUES (1, 1, 'image/png', 'https://example.org/1.png');
