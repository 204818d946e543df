// Parses the regular expressions of the built-in search, in ripgrep's syntax, into a syntax tree.
import { ignoringCase, isNotLineEnding } from './characters.ts';
import { readBracket, readEscape } from './readClass.ts';
import {
  accept,
  invalidRegexError,
  type RegexReader,
  type Assertion,
  type CharacterTest,
  type Regex,
  type RegexFlags,
} from './syntax.ts';

/**
 * Parses a regular expression in the syntax of ripgrep's default engine:
 *
 *     choice   = sequence *("|" sequence)
 *     sequence = *(atom *repeat)
 *     repeat   = ("*" / "+" / "?" / "{" n ["," [m]] "}") ["?"]
 *     atom     = character / "." / "^" / "$" / escape / bracket
 *              / "(" ["?:" / "?P<name>" / "?<name>" / "?" flags ":"] choice ")" / "(?" flags ")"
 *     flags    = letters of i, s, m, u; those after "-" are turned off
 *
 * Rejects look-around and back-references, since the time to match them is not bounded.
 *
 * @param flags in effect at the start
 * @throws `ToolError` `VALIDATION_ERROR` with the reason
 */
export function parseRegex(source: string, flags: RegexFlags): Regex {
  const reader: RegexReader = { source: Array.from(source), index: 0 };
  const tree = readChoice(reader, flags);
  if (reader.index < reader.source.length) throw invalidRegexError('unopened group: a ) without a matching (');
  return tree;
}

function readChoice(reader: RegexReader, flags: RegexFlags): Regex {
  const alternatives: Regex[] = [];
  // Flags such as `(?i)` apply to the rest of the group, later alternatives included.
  let currentFlags = flags;
  do {
    const parts: Regex[] = [];
    for (;;) {
      const next = reader.source[reader.index];
      if (next === undefined || next === '|' || next === ')') break;
      const atom = readAtom(reader, currentFlags);
      if ('flags' in atom) currentFlags = atom.flags;
      else parts.push(readRepeats(reader, atom));
    }
    alternatives.push(onlyItem(parts) ?? { kind: 'sequence', parts });
  } while (accept(reader, '|'));
  return onlyItem(alternatives) ?? { kind: 'choice', alternatives };
}

function onlyItem<Item>(items: readonly Item[]): Item | undefined {
  return items.length === 1 ? items[0] : undefined;
}

/** A node for one character; `literal` is set if the pattern spells it. */
function createCharacter(test: CharacterTest, flags: RegexFlags, literal?: string): Regex {
  const folded = flags.ignoreCase ? ignoringCase(test) : test;
  return { kind: 'character', test: folded, ...(literal === undefined ? {} : { literal }) };
}

function createLiteral(text: string, flags: RegexFlags): Regex {
  const literalCodePoint = text.codePointAt(0);
  return createCharacter((codePoint) => codePoint === literalCodePoint, flags, text);
}

/** Reads an atom. `(?i)` and the like give no node, but new flags for the rest of the group. */
function readAtom(reader: RegexReader, flags: RegexFlags): Regex | { readonly flags: RegexFlags } {
  const next = reader.source[reader.index++] ?? '';
  const createAssertion = (name: Assertion): Regex => ({ kind: 'assert', assertion: name });
  if (next === '.') return createCharacter(flags.dotAll ? () => true : isNotLineEnding, flags);
  if (next === '^') return createAssertion('lineStart');
  if (next === '$') return createAssertion('lineEnd');
  if (next === '(') return readGroup(reader, flags);
  if (next === '[') return { kind: 'character', test: readBracket(reader, flags.ignoreCase) };
  if (next === '\\') {
    const escape = readEscape(reader);
    if ('assertion' in escape) return createAssertion(escape.assertion);
    return escape.literal === undefined ? createCharacter(escape.test, flags) : createLiteral(escape.literal, flags);
  }
  if (next === '*' || next === '+' || next === '?')
    throw invalidRegexError(`repetition operator ${next} without an expression before it`);
  if (next === '{') throw invalidRegexError('{ is not a repetition here; write \\{ for the character');
  return createLiteral(next, flags);
}

/** Reads a group, or flags for the rest of the enclosing one, after its `(`. */
function readGroup(reader: RegexReader, flags: RegexFlags): Regex | { readonly flags: RegexFlags } {
  let innerFlags = flags;
  if (accept(reader, '?')) {
    if (accept(reader, '=') || accept(reader, '!') || accept(reader, '<=') || accept(reader, '<!')) {
      throw invalidRegexError('look-around needs ripgrep, which cannot search this workspace');
    }
    if (accept(reader, 'P<') || accept(reader, '<')) skipName(reader);
    else {
      innerFlags = readFlags(reader, flags);
      if (accept(reader, ')')) return { flags: innerFlags };
      if (!accept(reader, ':')) throw invalidRegexError('unknown group after (?');
    }
  }
  const tree = readChoice(reader, innerFlags);
  if (!accept(reader, ')')) throw invalidRegexError('unclosed group');
  return tree;
}

/** Skips the name of a group: captures are not needed. */
function skipName(reader: RegexReader): void {
  const end = reader.source.indexOf('>', reader.index);
  if (end < 0) throw invalidRegexError('unclosed group name');
  reader.index = end + 1;
}

function readFlags(reader: RegexReader, flags: RegexFlags): RegexFlags {
  let { ignoreCase, dotAll } = flags;
  for (let isOn = true; ; reader.index++) {
    const letter = reader.source[reader.index];
    if (letter === '-') isOn = false;
    else if (letter === 'i') ignoreCase = isOn;
    else if (letter === 's') dotAll = isOn;
    // `m` and `u` are always on, so they cannot be turned off.
    else if ((letter !== 'm' && letter !== 'u') || !isOn) return { ignoreCase, dotAll };
  }
}

/** Reads the repetitions after an atom; a further one repeats the whole before it. */
function readRepeats(reader: RegexReader, atom: Regex): Regex {
  let part = atom;
  for (;;) {
    const bounds = readBounds(reader);
    if (bounds === undefined) return part;
    const greedy = !accept(reader, '?');
    if (greedy && reader.source[reader.index] === '+')
      throw invalidRegexError('possessive repetition needs ripgrep, which cannot search this workspace');
    part = { kind: 'repeat', part, ...bounds, greedy };
  }
}

/** Reads a repetition operator; undefined if none comes next. */
function readBounds(reader: RegexReader): { readonly min: number; readonly max: number } | undefined {
  if (accept(reader, '*')) return { min: 0, max: Infinity };
  if (accept(reader, '+')) return { min: 1, max: Infinity };
  if (accept(reader, '?')) return { min: 0, max: 1 };
  if (reader.source[reader.index] !== '{') return undefined;
  const end = reader.source.indexOf('}', reader.index);
  const counts = /^(\d{1,9})(,(\d{0,9}))?$/.exec(end < 0 ? '' : reader.source.slice(reader.index + 1, end).join(''));
  if (counts === null) throw invalidRegexError('{ is not a repetition here; write \\{ for the character');
  reader.index = end + 1;
  const min = Number(counts[1]);
  const upperBound = counts[3] === '' ? Infinity : Number(counts[3]);
  const max = counts[2] === undefined ? min : upperBound;
  if (max < min) throw invalidRegexError('a repetition whose minimum is more than its maximum');
  return { min, max };
}
