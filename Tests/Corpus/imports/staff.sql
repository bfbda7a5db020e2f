-- The people of a company: departments with managers, salaries with a key of several columns, leaves, statuses.
CREATE TABLE departments (dept_no CHAR(4) PRIMARY KEY, dept_name VARCHAR(40) NOT NULL, parent_dept_no CHAR(4) REFERENCES departments(dept_no));
CREATE TABLE job_titles (id INTEGER PRIMARY KEY, title TEXT NOT NULL, min_salary NUMERIC(10, 2), max_salary NUMERIC(10, 2));
CREATE TABLE employment_statuses (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE employees (emp_no INTEGER PRIMARY KEY, first_name VARCHAR(14) NOT NULL, birth_date TEXT NOT NULL, gender TEXT CHECK (gender = 'M' OR gender = 'F' OR gender = 'X'),
  job_title_id INTEGER REFERENCES job_titles(id), employment_status_id INTEGER NOT NULL REFERENCES employment_statuses(id),
  supervisor_id INTEGER REFERENCES employees(emp_no), mentor_id INTEGER REFERENCES employees(emp_no), dept_no CHAR(4) REFERENCES departments(dept_no));
CREATE TABLE salaries (emp_no INTEGER NOT NULL REFERENCES employees(emp_no), from_date TEXT NOT NULL, amount NUMERIC(10, 2) NOT NULL,
  PRIMARY KEY (emp_no, from_date));
CREATE TABLE leaves (id INTEGER PRIMARY KEY, employee_no INTEGER NOT NULL REFERENCES employees(emp_no), approved_by INTEGER REFERENCES employees(emp_no),
  kind TEXT NOT NULL CHECK (kind IN ('annual', 'sick', 'parental')), starts_on TEXT NOT NULL, ends_on TEXT);
CREATE TABLE skills (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE employee_skills (employee_no INTEGER NOT NULL REFERENCES employees(emp_no), skill_id INTEGER NOT NULL REFERENCES skills(id),
  PRIMARY KEY (employee_no, skill_id));
INSERT INTO departments VALUES ('d001', 'Research', NULL), ('d002', 'Lab', 'd001');
INSERT INTO job_titles VALUES (1, 'Engineer', 4000, 9000.5);
INSERT INTO employment_statuses VALUES (1, 'active');
INSERT INTO employees VALUES (1, 'Georgi', '1953-09-02', 'M', 1, 1, NULL, NULL, 'd001'), (2, 'Bezalel', '1964-06-02', 'F', 1, 1, 1, 1, 'd002');
INSERT INTO salaries VALUES (1, '1986-06-26', 6011.7);
INSERT INTO leaves VALUES (1, 2, 1, 'annual', '2024-07-01', '2024-07-14');
INSERT INTO skills VALUES (1, 'SQL');
INSERT INTO employee_skills VALUES (2, 1);
