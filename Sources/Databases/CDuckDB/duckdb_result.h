// The one type of DuckDB's C API that functions take by value. The functions themselves are looked up at run time.
#include <stdint.h>

typedef struct {
  uint64_t column_count;
  uint64_t row_count;
  uint64_t rows_changed;
  void *columns;
  char *error_message;
  void *internal_data;
} duckdb_result;
