/// The tables of a shop as another program made them.
public let shopTables = """
  CREATE TABLE tbl_customer (
    customer_no INTEGER PRIMARY KEY, full_name TEXT NOT NULL, joined_at TEXT NOT NULL, token BLOB
  );
  CREATE TABLE tbl_order (
    customer_no INTEGER NOT NULL REFERENCES tbl_customer (customer_no), seq INTEGER NOT NULL, placed INTEGER NOT NULL,
    total NUMERIC NOT NULL, PRIMARY KEY (customer_no, seq)
  );
  CREATE TABLE tbl_parcel (
    barcode TEXT PRIMARY KEY, customer_no INTEGER, seq INTEGER, weight REAL,
    FOREIGN KEY (customer_no, seq) REFERENCES tbl_order (customer_no, seq)
  );
  CREATE TABLE tag (label TEXT PRIMARY KEY);
  CREATE TABLE customer_tag (
    customer_no INTEGER REFERENCES tbl_customer, label TEXT REFERENCES tag, PRIMARY KEY (customer_no, label)
  );
  """
