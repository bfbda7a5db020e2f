-- A school: children and their parents, classes and grades.
CREATE TABLE schools (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE teachers (id INTEGER PRIMARY KEY, school_id INTEGER NOT NULL REFERENCES schools(id), full_name TEXT NOT NULL, hired_on TEXT);
CREATE TABLE classes (id INTEGER PRIMARY KEY, school_id INTEGER NOT NULL REFERENCES schools(id), label TEXT NOT NULL,
  class_teacher_id INTEGER REFERENCES teachers(id));
CREATE TABLE subjects (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE children (id INTEGER PRIMARY KEY, class_id INTEGER REFERENCES classes(id), first_name TEXT NOT NULL, date_of_birth TEXT NOT NULL,
  has_allergies TEXT NOT NULL);
CREATE TABLE guardians (id INTEGER PRIMARY KEY, name TEXT NOT NULL, phone TEXT);
CREATE TABLE child_guardians (child_id INTEGER NOT NULL REFERENCES children(id), guardian_id INTEGER NOT NULL REFERENCES guardians(id),
  PRIMARY KEY (child_id, guardian_id));
CREATE TABLE lessons (id INTEGER PRIMARY KEY, class_id INTEGER NOT NULL REFERENCES classes(id), subject_id INTEGER NOT NULL REFERENCES subjects(id),
  teacher_id INTEGER NOT NULL REFERENCES teachers(id), substitute_id INTEGER REFERENCES teachers(id), weekday INTEGER NOT NULL);
CREATE TABLE grades (id INTEGER PRIMARY KEY, child_id INTEGER NOT NULL REFERENCES children(id), subject_id INTEGER NOT NULL REFERENCES subjects(id),
  grade TEXT NOT NULL CHECK (grade IN ('A+', 'A', 'A-', 'B+', 'B', 'B-')), given_on TEXT NOT NULL);
INSERT INTO schools VALUES (1, 'North');
INSERT INTO teachers VALUES (1, 1, 'Ms Hart', '2015-08-01'), (2, 1, 'Mr Lie', NULL);
INSERT INTO classes VALUES (1, 1, '3b', 1);
INSERT INTO subjects VALUES (1, 'Maths');
INSERT INTO children VALUES (1, 1, 'Ida', '2016-02-29', 'N'), (2, 1, 'Ola', '2016-03-01', 'Y');
INSERT INTO guardians VALUES (1, 'Kari', NULL);
INSERT INTO child_guardians VALUES (1, 1);
INSERT INTO lessons VALUES (1, 1, 1, 1, 2, 1);
INSERT INTO grades VALUES (1, 1, 1, 'A-', '2024-05-05');
