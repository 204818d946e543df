// Parses regular expressions.
import { foldingCase, isNoLineEnd } from './characters.ts';
import { readBracket, readEscape } from './readClass.ts';
import { accept, invalid, type RegexReader } from './reader.ts';
import type { Assertion, CharacterTest, Regex, RegexFlags } from './syntax.ts';

/**
 * Parses a regular expression in the syntax of ripgrep's default engine:
 *
 *     choice   = sequence *("|" sequence)
 *     sequence = *(atom ["*" / "+" / "?" / "{" n ["," [m]] "}"] ["?"])
 *     atom     = character / "." / "^" / "$" / escape / bracket
 *              / "(" ["?:" / "?P<name>" / "?<name>" / "?" flags ":"] choice ")" / "(?" flags ")"
 *     flags    = letters of i, s, m, u; those after "-" are turned off
 *
 * Look-around and back-references are refused, since matching them takes unbounded time.
 *
 * @throws `ToolError` `VALIDATION_ERROR` with the reason
 */
export function parseRegex(source: string, flags: RegexFlags): Regex {
  const reader: RegexReader = { source: Array.from(source), at: 0 };
  const tree = readChoice(reader, flags);
  if (reader.at < reader.source.length) throw invalid('unopened group: a ) without a matching (');
  return tree;
}

function readChoice(reader: RegexReader, flags: RegexFlags): Regex {
  const alternatives: Regex[] = [];
  let current = flags;
  do {
    const parts: Regex[] = [];
    for (;;) {
      const next = reader.source[reader.at];
      if (next === undefined || next === '|' || next === ')') break;
      const read = readAtom(reader, current);
      if ('flags' in read) current = read.flags;
      else parts.push(readRepeats(reader, read));
    }
    const [only] = parts;
    alternatives.push(parts.length === 1 && only !== undefined ? only : { kind: 'sequence', parts });
  } while (accept(reader, '|'));
  const [single] = alternatives;
  return alternatives.length === 1 && single !== undefined ? single : { kind: 'choice', alternatives };
}

/** A node for one character; `literal` is set if only that can match. */
function character(test: CharacterTest, flags: RegexFlags, literal?: string): Regex {
  const folded = flags.ignoreCase ? foldingCase(test) : test;
  return { kind: 'character', test: folded, ...(literal === undefined ? {} : { literal }) };
}

function literalCharacter(text: string, flags: RegexFlags): Regex {
  const wanted = text.codePointAt(0);
  return character((codePoint) => codePoint === wanted, flags, text);
}

function readAtom(reader: RegexReader, flags: RegexFlags): Regex | { readonly flags: RegexFlags } {
  const next = reader.source[reader.at++] ?? '';
  const assertion = (name: Assertion): Regex => ({ kind: 'assert', assertion: name });
  if (next === '.') return character(flags.dotAll ? () => true : isNoLineEnd, flags);
  if (next === '^') return assertion('lineStart');
  if (next === '$') return assertion('lineEnd');
  if (next === '(') return readGroup(reader, flags);
  if (next === '[') return { kind: 'character', test: readBracket(reader, flags.ignoreCase) };
  if (next === '\\') {
    const escape = readEscape(reader);
    if ('assertion' in escape) return assertion(escape.assertion);
    return escape.literal === undefined ? character(escape.test, flags) : literalCharacter(escape.literal, flags);
  }
  if (next === '*' || next === '+' || next === '?')
    throw invalid(`repetition operator ${next} without an expression before it`);
  if (next === '{') throw invalid('{ is no repetition here; write \\{ for the character');
  return literalCharacter(next, flags);
}

function readGroup(reader: RegexReader, flags: RegexFlags): Regex | { readonly flags: RegexFlags } {
  let inner = flags;
  if (accept(reader, '?')) {
    if (accept(reader, '=') || accept(reader, '!') || accept(reader, '<=') || accept(reader, '<!')) {
      throw invalid('look-around needs ripgrep, which cannot search this workspace');
    }
    if (accept(reader, 'P<') || accept(reader, '<')) readName(reader);
    else {
      inner = readFlags(reader, flags);
      if (accept(reader, ')')) return { flags: inner };
      if (!accept(reader, ':')) throw invalid('unknown group after (?');
    }
  }
  const tree = readChoice(reader, inner);
  if (!accept(reader, ')')) throw invalid('unclosed group');
  return tree;
}

function readName(reader: RegexReader): void {
  const end = reader.source.indexOf('>', reader.at);
  if (end < 0) throw invalid('unclosed group name');
  reader.at = end + 1;
}

function readFlags(reader: RegexReader, flags: RegexFlags): RegexFlags {
  let { ignoreCase, dotAll } = flags;
  for (let on = true; ; reader.at++) {
    const letter = reader.source[reader.at];
    if (letter === '-') on = false;
    else if (letter === 'i') ignoreCase = on;
    else if (letter === 's') dotAll = on;
    // `m` and `u` are always on.
    else if ((letter !== 'm' && letter !== 'u') || !on) return { ignoreCase, dotAll };
  }
}

function readRepeats(reader: RegexReader, atom: Regex): Regex {
  let part = atom;
  for (;;) {
    const bounds = readBounds(reader);
    if (bounds === undefined) return part;
    const greedy = !accept(reader, '?');
    if (greedy && reader.source[reader.at] === '+')
      throw invalid('possessive repetition needs ripgrep, which cannot search this workspace');
    part = { kind: 'repeat', part, ...bounds, greedy };
  }
}

function readBounds(reader: RegexReader): { readonly min: number; readonly max: number } | undefined {
  if (accept(reader, '*')) return { min: 0, max: Infinity };
  if (accept(reader, '+')) return { min: 1, max: Infinity };
  if (accept(reader, '?')) return { min: 0, max: 1 };
  if (reader.source[reader.at] !== '{') return undefined;
  const end = reader.source.indexOf('}', reader.at);
  const counts = /^(\d{1,9})(,(\d{0,9}))?$/.exec(end < 0 ? '' : reader.source.slice(reader.at + 1, end).join(''));
  if (counts === null) throw invalid('{ is no repetition here; write \\{ for the character');
  reader.at = end + 1;
  const min = Number(counts[1]);
  const max = counts[2] === undefined ? min : counts[3] === '' ? Infinity : Number(counts[3]);
  if (max < min) throw invalid('a repetition whose minimum is more than its maximum');
  return { min, max };
}
