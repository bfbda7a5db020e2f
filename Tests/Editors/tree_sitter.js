// Evaluates a grammar.js of Tree-sitter, and tests texts on the grammar: their tokens by the longest match, and whether
// the rules derive them, by Earley's algorithm. Precedences and conflicts only choose between derivations, so they do
// not matter here.
//
// --start RULE begins with another rule; --without RULE,RULE takes rules out.
//
// node tree_sitter.js GRAMMAR.js --json            prints the grammar as grammar.json
// node tree_sitter.js GRAMMAR.js < TEXTS > RESULTS  TEXTS is a JSON list of strings; RESULTS of {tokens, accepted, at}
'use strict';
const path = require('path');
const fs = require('fs');

// The functions of the language in which grammars are written.
const rule = value => {
  if (typeof value === 'string') return { type: 'STRING', value };
  if (value instanceof RegExp) return { type: 'PATTERN', value: value.source, flags: value.flags };
  return value;
};
const wrap = type => (...members) => ({ type, members: members.map(rule) });
const withValue = type => (value, content) =>
  content === undefined ? { type, value: 0, content: rule(value) } : { type, value, content: rule(content) };
globalThis.seq = wrap('SEQ');
globalThis.choice = wrap('CHOICE');
globalThis.blank = () => ({ type: 'BLANK' });
globalThis.optional = content => choice(content, blank());
globalThis.repeat = content => ({ type: 'REPEAT', content: rule(content) });
globalThis.repeat1 = content => ({ type: 'REPEAT1', content: rule(content) });
globalThis.prec = Object.assign(withValue('PREC'), {
  left: withValue('PREC_LEFT'), right: withValue('PREC_RIGHT'), dynamic: withValue('PREC_DYNAMIC'),
});
globalThis.token = Object.assign(content => ({ type: 'TOKEN', content: rule(content) }), {
  immediate: content => ({ type: 'IMMEDIATE_TOKEN', content: rule(content) }),
});
globalThis.field = (name, content) => ({ type: 'FIELD', name, content: rule(content) });
globalThis.alias = (content, value) => ({ type: 'ALIAS', content: rule(content), value: value.name ?? value, named: typeof value !== 'string' });
globalThis.reserved = (context_name, content) => ({ type: 'RESERVED', context_name, content: rule(content) });
globalThis.grammar = options => {
  const $ = new Proxy({}, { get: (_, name) => ({ type: 'SYMBOL', name }) });
  const result = { name: options.name, word: options.word($).name, rules: {}, reserved: {} };
  for (const [name, make] of Object.entries(options.rules)) result.rules[name] = rule(make($));
  for (const [name, make] of Object.entries(options.reserved ?? {})) result.reserved[name] = make($).map(rule);
  result.extras = options.extras($).map(rule);
  result.conflicts = options.conflicts($).map(names => names.map(symbol => symbol.name));
  for (const symbol of JSON.stringify(result).matchAll(/"type":"SYMBOL","name":"(\w+)"/g)) {
    if (!result.rules[symbol[1]]) throw new Error(`there is no rule '${symbol[1]}'`);
  }
  for (const name of result.conflicts.flat()) if (!result.rules[name]) throw new Error(`there is no rule '${name}'`);
  return result;
};

// Terminals as regular expressions.
const escape = text => text.replace(/[.*+?^${}()|[\]\\\/]/g, '\\$&');
function pattern(node) {
  switch (node.type) {
    case 'STRING': return escape(node.value);
    case 'PATTERN': return `(?:${node.value})`;
    case 'SEQ': return node.members.map(pattern).join('');
    case 'CHOICE': return `(?:${node.members.map(pattern).join('|')})`;
    case 'BLANK': return '';
    case 'REPEAT': return `(?:${pattern(node.content)})*`;
    case 'REPEAT1': return `(?:${pattern(node.content)})+`;
    default: return pattern(node.content);
  }
}

class Grammar {
  constructor(source, start, without) {
    this.source = source;
    this.without = without;
    this.terminals = new Map();
    this.productions = new Map();
    this.reserved = source.reserved.global.map(node => new RegExp(`^(?:${pattern(node)})$`, 'u'));
    this.extras = source.extras.filter(node => !without.includes(node.name)).map(node => this.terminal(node.type === 'SYMBOL' ? source.rules[node.name] : node, false));
    this.start = this.symbol(start, '');
    this.nullable = this.findNullable();
  }

  terminal(node, isImmediate) {
    const text = pattern(node);
    const key = text + (isImmediate ? ' immediate' : '');
    if (!this.terminals.has(key)) {
      this.terminals.set(key, {
        key, isImmediate, whole: new RegExp(`^(?:${text})$`, 'u'), sticky: new RegExp(text, 'uy'), isWord: false, allowsReserved: true,
      });
    }
    return this.terminals.get(key);
  }

  // The symbol of a rule, in a context of reserved words.
  symbol(name, context) {
    const node = this.source.rules[name];
    if (name === this.source.word) {
      const base = this.terminal(node, false);
      const key = `word${context}`;
      if (!this.terminals.has(key)) {
        this.terminals.set(key, { ...base, key, isWord: true, allowsReserved: context === 'names' });
      }
      return this.terminals.get(key);
    }
    const key = `${name}@${context}`;
    if (!this.productions.has(key)) {
      this.productions.set(key, []);
      this.expand(key, node, context);
    }
    return key;
  }

  expand(key, node, context) {
    for (const right of this.alternatives(node, context)) this.productions.get(key).push(right);
  }

  // The right sides of a node.
  alternatives(node, context) {
    switch (node.type) {
      case 'STRING': case 'PATTERN': case 'TOKEN': return [[this.terminal(node, false)]];
      case 'IMMEDIATE_TOKEN': return [[this.terminal(node, true)]];
      case 'SYMBOL': return this.without.includes(node.name) ? [] : [[this.symbol(node.name, context)]];
      case 'BLANK': return [[]];
      case 'CHOICE': return node.members.flatMap(member => this.alternatives(member, context));
      case 'SEQ': {
        let rights = [[]];
        for (const member of node.members) {
          const next = this.alternatives(member, context);
          // A part with alternatives gets a symbol of its own, so that their number does not multiply.
          const parts = next.length === 1 ? next : [[this.part(next)]];
          rights = rights.flatMap(right => parts.map(part => [...right, ...part]));
        }
        return rights;
      }
      case 'REPEAT': case 'REPEAT1': {
        const key = `repeat${this.productions.size}`;
        const once = this.alternatives(node.content, context);
        const rights = [...once, ...once.map(right => [key, ...right])];
        this.productions.set(key, rights);
        return node.type === 'REPEAT' ? [[], [key]] : [[key]];
      }
      case 'RESERVED': return this.alternatives(node.content, node.context_name);
      default: return this.alternatives(node.content, context);
    }
  }

  part(rights) {
    const key = `part${this.productions.size}`;
    this.productions.set(key, rights);
    return key;
  }

  findNullable() {
    const found = new Set();
    for (let changed = true; changed;) {
      changed = false;
      for (const [key, rights] of this.productions) {
        if (!found.has(key) && rights.some(right => right.every(symbol => found.has(symbol)))) {
          found.add(key);
          changed = true;
        }
      }
    }
    return found;
  }

  // The tokens by the longest match; extras are skipped. A character that no token starts with is one of its own.
  tokens(text) {
    const found = [];
    const all = [...this.terminals.values()];
    let offset = 0;
    let isAfterSpace = true;
    while (offset < text.length) {
      let length = 0;
      let isExtra = false;
      for (const terminal of all) {
        if (terminal.isImmediate) continue;
        terminal.sticky.lastIndex = offset;
        const match = terminal.sticky.exec(text);
        if (match && match[0].length > length) {
          length = match[0].length;
          isExtra = this.extras.includes(terminal);
        }
      }
      const end = offset + (length || 1);
      if (!isExtra || length === 0) found.push({ start: offset, text: text.slice(offset, end), isAfterSpace });
      isAfterSpace = isExtra;
      offset = end;
    }
    return found;
  }

  matches(terminal, token) {
    if (terminal.isImmediate && token.isAfterSpace) return false;
    if (!terminal.whole.test(token.text)) return false;
    return !terminal.isWord || terminal.allowsReserved || !this.reserved.some(word => word.test(token.text));
  }

  // Whether the rules derive the tokens; else the index of the token at which no rule goes on.
  derives(tokens) {
    const sets = [];
    let kernel = [];
    for (let index = 0; index <= tokens.length; index++) {
      const set = { items: [], keys: new Set(), waiting: new Map() };
      sets.push(set);
      const add = (head, right, dot, origin) => {
        const key = `${head}|${right.id}|${dot}|${origin}`;
        if (set.keys.has(key)) return;
        set.keys.add(key);
        set.items.push({ head, right, dot, origin });
      };
      if (index === 0) this.predict(this.start, add, 0);
      for (const item of kernel) add(item.head, item.right, item.dot + 1, item.origin);
      kernel = [];
      for (let position = 0; position < set.items.length; position++) {
        const item = set.items[position];
        const next = item.right[item.dot];
        if (next === undefined) {
          for (const waiting of sets[item.origin].waiting.get(item.head) ?? []) {
            add(waiting.head, waiting.right, waiting.dot + 1, waiting.origin);
          }
        } else if (typeof next === 'string') {
          if (!set.waiting.has(next)) {
            set.waiting.set(next, []);
            this.predict(next, add, index);
          }
          set.waiting.get(next).push(item);
          if (this.nullable.has(next)) add(item.head, item.right, item.dot + 1, item.origin);
          else if (set.completed?.has(next)) add(item.head, item.right, item.dot + 1, item.origin);
        } else if (index < tokens.length && this.matches(next, tokens[index])) {
          kernel.push(item);
        }
      }
      if (index < tokens.length && kernel.length === 0) return { accepted: false, at: index };
    }
    const accepted = sets[tokens.length].items.some(
      item => item.head === this.start && item.dot === item.right.length && item.origin === 0);
    return { accepted, at: tokens.length };
  }

  predict(key, add, index) {
    for (const right of this.productions.get(key)) {
      right.id ??= ++Grammar.count;
      add(key, right, 0, index);
    }
  }
}
Grammar.count = 0;

const source = require(path.resolve(process.argv[2]));
if (process.argv[3] === '--json') {
  process.stdout.write(JSON.stringify(source, null, 2) + '\n');
} else {
  const option = name => process.argv[process.argv.indexOf(name) + 1];
  const start = process.argv.includes('--start') ? option('--start') : 'source_file';
  const made = new Grammar(source, start, process.argv.includes('--without') ? option('--without').split(',') : []);
  const texts = JSON.parse(fs.readFileSync(0, 'utf8'));
  process.stdout.write(JSON.stringify(texts.map(text => {
    const tokens = made.tokens(text);
    return { tokens: tokens.map(({ start, text }) => ({ start, text })), ...made.derives(tokens) };
  })));
}
