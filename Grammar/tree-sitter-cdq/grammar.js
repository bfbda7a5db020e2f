/**
 * A Tree-sitter grammar of cdq: files of declarations, and single queries and predicates for injections.
 *
 * The EBNF in the folder above is the source; the rules here have its names where Tree-sitter's way of writing allows.
 * `tree-sitter generate` makes the parser; it needs Tree-sitter 0.25, which has reserved words.
 */

const fs = require('fs');
const path = require('path');

/** The rows of keywords.txt: word, class, role. */
const WORDS = fs.readFileSync(path.join(__dirname, '..', 'keywords.txt'), 'utf8').split('\n')
  .map(row => row.replace(/#.*/, '').trim().split(/\s+/)).filter(row => row.length === 3);

const withRole = role => WORDS.filter(row => row[2] === role).map(row => row[0]);

/** A word in any case. */
function ci(word) {
  return alias(token(new RegExp([...word].map(c => /[a-z]/i.test(c) ? `[${c.toLowerCase()}${c.toUpperCase()}]` : c).join(''))), word);
}

/** A word that starts a clause, as a node that queries for colours can name. */
const clause = ($, word) => alias(word, $.clause_word);

const list = rule => seq(rule, repeat(seq(',', rule)));
const optionalList = rule => optional(list(rule));

const PRECEDENCE = {
  or: 1, and: 2, not: 3, comparison: 5, set: 6, bitOr: 7, bitXor: 8, bitAnd: 9, shift: 10, sum: 11, product: 12, power: 13,
  unary: 14, postfix: 15,
};

/** Words that are names only where they follow a dot, are declared, or have a `#`. */
const RESERVED = WORDS.filter(row => row[1] === 'reserved' && !row[0].includes('-')).map(row => row[0]);

module.exports = grammar({
  name: 'cdq',

  word: $ => $._word,

  extras: $ => [/[ \t\n\v\f\r]/, $.line_comment, $.documentation_comment, $.block_comment],

  reserved: {
    global: _ => RESERVED.map(ci),
    names: _ => [],
  },

  // A parenthesis opens a predicate or a value; what follows it decides.
  conflicts: $ => [
    [$.bare_predicate, $._value],
    [$.bare_predicate, $._primary],
    [$.bare_predicate, $.subquery, $._primary],
    [$.parenthesized_predicate, $.parenthesized_value],
    [$.cardinality, $._any_name],
    [$.cardinality, $.path],
    [$.query_text, $._primary],
    [$.sort_key],
    [$.selector, $.path],
  ],

  rules: {
    source_file: $ => choice(repeat($._declaration), field('query', alias($.query_text, $.query)), field('predicate', $._predicate)),

    _declaration: $ => choice($.schema_import, $.enumeration, $.entity, $.query_declaration, $.mapping),

    // Schema

    schema_import: $ => seq('schema', field('path', $.string)),

    enumeration: $ => seq(
      'enum', field('name', $._any_name), optional(seq(':', field('type', $._type_name))),
      '{', optional(seq(list($.enumeration_case), optional(','))), '}'),

    enumeration_case: $ => seq(field('name', $._any_name), optional(seq('=', field('value', $._signed_literal)))),

    entity: $ => seq(
      optional('abstract'), 'entity', field('name', $._any_name), optional(seq(':', field('parent', $._type_name))),
      field('body', $.entity_body)),

    entity_body: $ => seq('{', repeat(choice($.property, $.compound_annotation)), '}'),

    property: $ => prec.right(seq(
      field('name', $._any_name), ':', field('type', $.type),
      repeat(choice(
        seq('=', field('default', $._default)), seq('inverse', field('inverse', $._any_name)), $.annotation)))),

    type: $ => seq(
      choice($._type_name, seq(optional('ordered'), '[', $._type_name, ']')), optional('?')),

    _type_name: $ => alias($._any_name, $.type_identifier),

    _default: $ => choice($._signed_literal, $.enum_case, $.aggregate, $.call),

    _signed_literal: $ => choice($._literal, seq('-', $._literal)),

    annotation: $ => prec.right(seq(field('name', $.at_word), optional($.annotation_arguments))),

    compound_annotation: $ => prec.right(seq(field('name', $.double_at_word), optional($.annotation_arguments))),

    annotation_arguments: $ => seq('(', optionalList($.annotation_argument), ')'),

    annotation_argument: $ => seq(
      optional(seq(field('label', $._any_name), ':')),
      choice(
        $._default,
        seq($._any_name, optional(choice('asc', 'desc'))),
        seq(choice(seq(optional($._default), '...'), seq(optional('-'), $.range_start)), optional($._default)))),

    // Queries

    query_declaration: $ => seq(
      'query', field('name', $._any_name), optional($.parameters), '=', field('query', alias($.query_text, $.query))),

    parameters: $ => seq('(', optionalList($.parameter), ')'),

    parameter: $ => seq(field('name', $.variable), ':', field('type', $.type)),

    query_text: $ => prec.right(seq(
      optional($.cardinality), field('entity', $._type_name), optional('only'),
      optional($.where), optional($.set), optional($.group), optional($.having), optional($.select), optional($.sort),
      optional($.limit), optional($.offset))),

    cardinality: _ => choice('first', 'one', 'count', 'exists', 'delete', 'update'),

    where: $ => seq(clause($, 'where'), $._predicate),
    set: $ => prec.right(seq(clause($, 'set'), list($.assignment))),
    assignment: $ => seq(field('property', $._any_name), repeat(seq('.', $._any_name)), '=', field('value', $._value)),
    group: $ => prec.right(seq(clause($, 'group'), clause($, 'by'), list($.named_value))),
    having: $ => seq(clause($, 'having'), $._predicate),
    select: $ => prec.right(seq(clause($, 'select'), optional('distinct'), list($._column))),
    _column: $ => choice($.named_value, $.shape),
    named_value: $ => prec.right(seq($._value, optional(seq('as', field('name', $._any_name))))),
    shape: $ => prec.right(seq(
      $.path, '{', list($._column), optional($.where), optional($.sort), optional($.limit), '}',
      optional(seq('as', field('name', $._any_name))))),
    sort: $ => prec.right(seq(
      clause($, 'sort'), choice(list($.sort_key), seq($.variable, ci('in'), '(', list($.sort_key), ')')))),
    sort_key: $ => prec.right(seq(
      choice($.sort_path, $.call, $.selector_call), optional($.options), optional(choice('asc', 'desc')),
      optional(seq('nulls', choice(ci('first'), ci('last')))))),
    limit: $ => prec.right(seq(
      clause($, 'limit'), choice($.number, $.variable), optional(seq('per', list($._limit_key))))),
    _limit_key: $ => choice($.path, $.parenthesized_value),
    offset: $ => seq(clause($, 'offset'), choice($.number, $.variable)),

    // Mappings

    mapping: $ => seq(
      'mapping', field('name', $._any_name), ':', field('entity', $._type_name),
      optional(seq('at', $.json_path)), optional($.where), optional(seq('scope', $._predicate)),
      '{', repeat($.mapping_member), '}'),

    mapping_member: $ => prec.right(seq(field('name', choice($._any_name, $.at_word)), '=', $._mapping_source)),

    _mapping_source: $ => choice(
      $.at_word, $.variable, seq(field('entity', $._type_name), $.where),
      prec.right(seq($.json_path, optional(choice(
        seq('as', $._mapping_transform), seq('using', field('mapping', $._any_name))))))),

    json_path: $ => prec.right(seq(
      choice($._any_name, $.string), repeat(choice(seq('.', choice($._any_name, $.string)), seq('[', $.number, ']'))))),

    _mapping_transform: $ => choice(seq('date', '(', $.string, ')'), $._any_name, $.mapping_table),

    mapping_table: $ => seq('{', optional(seq(list($.mapping_entry), optional(','))), '}'),

    mapping_entry: $ => seq($._signed_literal, ':', choice($._default, $._any_name)),

    // Predicates

    _predicate: $ => choice(
      $.or, $.and, $.not, $.comparison, $.bare_predicate, $.parenthesized_predicate, $.constant_predicate),

    or: $ => prec.left(PRECEDENCE.or, seq($._predicate, choice(ci('or'), '||'), $._predicate)),
    and: $ => prec.left(PRECEDENCE.and, seq($._predicate, choice(ci('and'), '&&'), $._predicate)),
    not: $ => prec(PRECEDENCE.not, seq(choice(ci('not'), '!'), $._predicate)),

    comparison: $ => prec(PRECEDENCE.comparison, seq(
      optional($.quantifier), field('left', $._value), field('operator', $.comparison_operator),
      optional($.options), field('right', $._value))),

    quantifier: _ => choice(ci('any'), ci('some'), ci('all'), ci('none')),

    comparison_operator: $ => choice(
      '=', '==', '!=', '<>', '<', '>', '<=', '=<', '>=', '=>', ...withRole('comparison').map(ci), seq($._word, token.immediate(':'))),

    options: _ => seq('[', token.immediate(/[cdnlCDNL]+/), ']'),

    bare_predicate: $ => seq(optional($.quantifier), choice($.path, $.variable)),

    parenthesized_predicate: $ => seq('(', $._predicate, ')'),

    constant_predicate: _ => choice(ci('truepredicate'), ci('falsepredicate')),

    // Values

    _value: $ => choice($.binary, $.unary, $._postfix),

    binary: $ => choice(...[
      [PRECEDENCE.set, choice('UNION', 'INTERSECT', 'MINUS', 'union', 'intersect', 'minus')], [PRECEDENCE.bitOr, '|'],
      [PRECEDENCE.bitXor, '^'], [PRECEDENCE.bitAnd, '&'], [PRECEDENCE.shift, choice('<<', '>>')],
      [PRECEDENCE.sum, choice('+', '-')], [PRECEDENCE.product, choice('*', '/')], [PRECEDENCE.power, '**'],
    ].map(([level, operator]) => prec.left(level, seq($._value, field('operator', operator), $._value)))),

    unary: $ => prec(PRECEDENCE.unary, seq(choice('-', '~'), $._value)),

    _postfix: $ => choice($._primary, $.path),

    // `path` is a name with its steps, and also any value with a step after it.
    path: $ => prec.left(PRECEDENCE.postfix, choice($._path_start, seq(choice($.path, $._primary), choice(seq('.', $._component), $.index)))),

    sort_path: $ => prec.left(PRECEDENCE.postfix, seq($._path_start, repeat(seq('.', $._component)))),

    _path_start: $ => choice($._name, $.self, $.at_word),

    _component: $ => choice($._any_name, $.at_word, $.variable, alias('%K', $.argument)),

    index: $ => seq('[', choice(ci('first'), ci('last'), ci('size'), $._value), ']'),

    _primary: $ => choice(
      $._literal, $.variable, $.argument, $.aggregate, $.parenthesized_value, $.enum_case, $.call, $.selector_call, $.subquery,
      $.ternary, $.any_key),

    parenthesized_value: $ => seq('(', $._value, ')'),

    aggregate: $ => seq('{', optionalList($._value), '}'),

    enum_case: $ => prec(PRECEDENCE.postfix + 1, seq('.', field('name', $._any_name))),

    call: $ => seq(
      field('function', choice($._name, alias(choice(ci('cast'), ci('function'), ci('fetch')), $.identifier))),
      '(', optional(seq(optional('distinct'), list($._value))), ')'),

    // multiply:by:(a, b)
    selector_call: $ => seq(field('function', $.selector), '(', optionalList($._value), ')'),

    selector: $ => repeat1(seq(reserved('names', $._word), token.immediate(':'))),

    subquery: $ => seq(
      ci('subquery'), '(', field('collection', $._value), ',', field('variable', $.variable), ',',
      field('condition', $._predicate), ')'),

    ternary: $ => seq(
      ci('ternary'), '(', field('condition', $._predicate), ',', field('then', $._value), ',',
      field('otherwise', $._value), ')'),

    any_key: _ => ci('anykey'),
    self: _ => ci('self'),

    // Literals and words

    _literal: $ => choice($.number, $.string, $.null, $.boolean),

    null: _ => choice(ci('null'), ci('nil')),
    boolean: _ => choice(ci('true'), ci('yes'), ci('false'), ci('no')),

    variable: _ => prec.right(seq(/\$[\p{XID_Start}_]\p{XID_Continue}*/u, optional(token.immediate('?')))),
    argument: _ => /%([@K]|[hlqzjtL]{0,2}[dDiuUxXoOfFeEgGaAsScC])/,
    at_word: _ => /@[\p{XID_Start}_]\p{XID_Continue}*/u,
    double_at_word: _ => /@@[\p{XID_Start}_]\p{XID_Continue}*/u,

    _name: $ => choice(alias($._word, $.identifier), $.escaped_word),
    // Where no keyword can stand, every word is a name.
    _any_name: $ => reserved('names', $._name),

    _word: _ => /[\p{XID_Start}_]\p{XID_Continue}*/u,
    escaped_word: _ => /#[\p{XID_Start}_]\p{XID_Continue}*/u,

    // `0...`: without it the longest match would be the number `0.`.
    range_start: _ => token(/[0-9]+(\.[0-9]+)?\.\.\./),

    number: _ => token(choice(
      /0[xX][0-9a-fA-F]+/, /0[oO][0-7]+/, /0[bB][01]+/, /[0-9]+(\.[0-9]*)?([eE][+-]?[0-9]+)?/, /\.[0-9]+([eE][+-]?[0-9]+)?/)),

    string: _ => token(choice(/"([^"\\\n\r]|\\[^\n\r])*"/, /'([^'\\\n\r]|\\[^\n\r])*'/)),

    line_comment: _ => token(choice(/\/\/([^\/\n\r][^\n\r]*)?/, /\/\/\/\/[^\n\r]*/)),
    documentation_comment: _ => token(/\/\/\/([^\/\n\r][^\n\r]*)?/),
    // Comments nest in the language; a grammar without a scanner in C sees the first end.
    block_comment: _ => token(/\/\*[^*]*\*+([^\/*][^*]*\*+)*\//),
  },
});
