; Regular expressions after MATCHES.
((comparison operator: (comparison_operator) @_operator right: (string) @injection.content)
  (#match? @_operator "^[mM]")
  (#set! injection.language "regex"))
