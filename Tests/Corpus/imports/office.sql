-- A trading company: its staff, its orders and their details, whose key is the order and the product.
CREATE TABLE categories (category_id INTEGER PRIMARY KEY, category_name VARCHAR(15) NOT NULL, description TEXT);
CREATE TABLE suppliers (supplier_id INTEGER PRIMARY KEY, company_name VARCHAR(40) NOT NULL, home_page TEXT);
CREATE TABLE products (product_id INTEGER PRIMARY KEY, product_name VARCHAR(40) NOT NULL,
  supplier_id INTEGER REFERENCES suppliers(supplier_id), category_id INTEGER REFERENCES categories(category_id),
  unit_price DECIMAL(10, 2) NOT NULL, units_in_stock INTEGER, discontinued INTEGER NOT NULL CHECK (discontinued IN (0, 1)));
CREATE TABLE employees (employee_id INTEGER PRIMARY KEY, first_name VARCHAR(10) NOT NULL, manager_id INTEGER REFERENCES employees(employee_id),
  birth_date TEXT, salary DECIMAL(10, 2));
CREATE TABLE regions (region_id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE territories (territory_id VARCHAR(20) PRIMARY KEY, name TEXT NOT NULL, region_id INTEGER NOT NULL REFERENCES regions(region_id));
CREATE TABLE employee_territories (employee_id INTEGER NOT NULL REFERENCES employees(employee_id),
  territory_id VARCHAR(20) NOT NULL REFERENCES territories(territory_id), PRIMARY KEY (employee_id, territory_id));
CREATE TABLE customers (customer_id VARCHAR(5) PRIMARY KEY, company_name VARCHAR(40) NOT NULL, country VARCHAR(15));
CREATE TABLE shippers (shipper_id INTEGER PRIMARY KEY, company_name VARCHAR(40) NOT NULL);
CREATE TABLE orders (order_id INTEGER PRIMARY KEY, customer_id VARCHAR(5) REFERENCES customers(customer_id),
  employee_id INTEGER REFERENCES employees(employee_id), order_date TEXT NOT NULL, shipped_date TEXT,
  ship_via INTEGER REFERENCES shippers(shipper_id), freight DECIMAL(10, 2), ship_address TEXT);
CREATE TABLE order_details (order_id INTEGER NOT NULL REFERENCES orders(order_id), product_id INTEGER NOT NULL REFERENCES products(product_id),
  unit_price DECIMAL(10, 2) NOT NULL, quantity INTEGER NOT NULL, PRIMARY KEY (order_id, product_id));
INSERT INTO categories VALUES (1, 'Drinks', NULL);
INSERT INTO suppliers VALUES (1, 'Exotic', NULL);
INSERT INTO products VALUES (1, 'Tea', 1, 1, 18.00, 39, 0), (2, 'Syrup', 1, NULL, 10.5, 0, 1);
INSERT INTO employees VALUES (1, 'Ann', NULL, '1968-12-08', 5000.00), (2, 'Bo', 1, '1972-02-19', 4000.50);
INSERT INTO regions VALUES (1, 'North');
INSERT INTO territories VALUES ('01581', 'Westboro', 1);
INSERT INTO employee_territories VALUES (1, '01581');
INSERT INTO customers VALUES ('ALFKI', 'Alfred', 'Germany');
INSERT INTO shippers VALUES (1, 'Speedy');
INSERT INTO orders VALUES (1, 'ALFKI', 2, '2024-07-04', '2024-07-16', 1, 32.38, 'Obere Straße 57'), (2, NULL, NULL, '2024-07-05', NULL, NULL, NULL, NULL);
INSERT INTO order_details VALUES (1, 1, 14.00, 12), (1, 2, 9.80, 10);
