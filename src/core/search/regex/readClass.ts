// Parses escapes (`\d`) and bracket expressions (`[a-z]`) of regular expressions, as a part of `parse.ts`.
import { ignoringCase, isDigit, isSpace, isWord, negate, posixClass, unicodeProperty } from './characters.ts';
import { accept, invalidRegexError, type RegexReader, type Assertion, type CharacterTest } from './syntax.ts';

/** The meaning of an escape: a class, a single character (then also as `literal`), or an assertion. */
export type Escape = { readonly test: CharacterTest; readonly literal?: string } | { readonly assertion: Assertion };

const testByLetter: ReadonlyMap<string, CharacterTest> = new Map([
  ['d', isDigit],
  ['D', negate(isDigit)],
  ['s', isSpace],
  ['S', negate(isSpace)],
  ['w', isWord],
  ['W', negate(isWord)],
]);

const assertionByLetter: ReadonlyMap<string, Assertion> = new Map([
  ['b', 'wordEdge'],
  ['B', 'noWordEdge'],
  ['<', 'wordStart'],
  ['>', 'wordEnd'],
  ['A', 'textStart'],
  ['z', 'textEnd'],
]);

const controlByLetter: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['f', '\f'],
  ['v', '\v'],
  ['a', '\x07'],
]);

/** Reads an escape after its `\`. */
export function readEscape(reader: RegexReader): Escape {
  const letter = reader.source[reader.index++];
  if (letter === undefined) throw invalidRegexError('a \\ at the end');
  const test = testByLetter.get(letter);
  if (test !== undefined) return { test };
  const assertion = assertionByLetter.get(letter);
  if (assertion !== undefined) return { assertion };
  if (letter === 'p' || letter === 'P') return { test: readProperty(reader, letter === 'P') };
  if (/[1-9]/.test(letter)) throw invalidRegexError('back-references need ripgrep, which cannot search this workspace');
  const literal = controlByLetter.get(letter) ?? (/[xuU]/.test(letter) ? readCodePoint(reader, letter) : undefined);
  if (literal === undefined && /[\p{L}\p{N}]/u.test(letter)) throw invalidRegexError(`unknown escape \\${letter}`);
  return createLiteral(literal ?? letter);
}

function createLiteral(literal: string): { readonly test: CharacterTest; readonly literal: string } {
  const literalCodePoint = literal.codePointAt(0);
  return { test: (codePoint) => codePoint === literalCodePoint, literal };
}

/** Reads the name of a Unicode property after `\p` or `\P` (`isNegated`): `L`, `{Greek}`, `{^Greek}`. */
function readProperty(reader: RegexReader, isNegated: boolean): CharacterTest {
  let name = reader.source[reader.index++] ?? '';
  if (name === '{') {
    const end = reader.source.indexOf('}', reader.index);
    if (end < 0) throw invalidRegexError('unclosed \\p{');
    name = reader.source.slice(reader.index, end).join('');
    reader.index = end + 1;
  }
  const test = unicodeProperty(name.replace(/^\^/, ''));
  if (test === undefined) throw invalidRegexError(`unknown Unicode property ${name}`);
  // `\P{^Greek}` is negated twice.
  return isNegated === name.startsWith('^') ? test : negate(test);
}

/** Reads the digits of `\xHH`, `\uHHHH` or `\UHHHHHHHH`, or of any of them with braces. */
function readCodePoint(reader: RegexReader, letter: string): string {
  const isBraced = accept(reader, '{');
  const digitCount = { x: 2, u: 4 }[letter] ?? 8;
  const end = isBraced ? reader.source.indexOf('}', reader.index) : reader.index + digitCount;
  // Without a closing brace, `end` is -1; the empty text then fails the check below.
  const digits = reader.source.slice(reader.index, Math.max(end, reader.index)).join('');
  const codePoint = Number.parseInt(digits, 16);
  if (!/^[0-9A-Fa-f]{1,8}$/.test(digits) || codePoint > 0x10ffff)
    throw invalidRegexError(`no character number after \\${letter}`);
  reader.index = isBraced ? end + 1 : end;
  return String.fromCodePoint(codePoint);
}

/** Reads a bracket expression after its `[`. Negation comes after ignoring case: `(?i)[^x]` matches no `X`. */
export function readBracket(reader: RegexReader, ignoreCase: boolean): CharacterTest {
  const isNegated = accept(reader, '^');
  const tests: CharacterTest[] = [];
  // A `]` right after `[` or `[^` is a member, and does not end the class.
  for (let isFirst = true; ; isFirst = false) {
    const next = reader.source[reader.index];
    if (next === undefined) throw invalidRegexError('unclosed character class');
    if (next === ']' && !isFirst) break;
    if (accept(reader, '[:')) tests.push(readPosix(reader));
    else if (next === '[') throw invalidRegexError('a [ in a character class; write \\[ for the character');
    else if (accept(reader, '&&') || accept(reader, '--') || accept(reader, '~~')) {
      throw invalidRegexError('operations on character classes need ripgrep, which cannot search this workspace');
    } else tests.push(readMember(reader));
  }
  reader.index++;
  const isMember: CharacterTest = (codePoint) => tests.some((member) => member(codePoint));
  const test = ignoreCase ? ignoringCase(isMember) : isMember;
  return isNegated ? negate(test) : test;
}

/** Reads a POSIX class after its `[:`. */
function readPosix(reader: RegexReader): CharacterTest {
  const isNegated = accept(reader, '^');
  const end = reader.source.indexOf(':', reader.index);
  // Without a colon, `end` is -1; no class has the empty name.
  const name = reader.source.slice(reader.index, Math.max(end, reader.index)).join('');
  const test = posixClass(name);
  if (test === undefined || reader.source[end + 1] !== ']') throw invalidRegexError(`unknown class [:${name}:]`);
  reader.index = end + 2;
  return isNegated ? negate(test) : test;
}

/** Reads a character, an escape, or a range. */
function readMember(reader: RegexReader): CharacterTest {
  const lowest = readSingle(reader);
  if (lowest.literal === undefined) return lowest.test;
  // A hyphen before the closing bracket is a member itself.
  const afterDash = reader.source[reader.index + 1];
  if (reader.source[reader.index] !== '-' || afterDash === ']' || afterDash === undefined) return lowest.test;
  reader.index++;
  const highest = readSingle(reader);
  const from = lowest.literal.codePointAt(0) ?? 0;
  const to = highest.literal?.codePointAt(0);
  if (to === undefined || to < from) throw invalidRegexError('a range whose end is before its start');
  return (codePoint) => codePoint >= from && codePoint <= to;
}

/** Reads a character or an escape. */
function readSingle(reader: RegexReader): { readonly test: CharacterTest; readonly literal?: string } {
  const next = reader.source[reader.index++] ?? '';
  if (next !== '\\') return createLiteral(next);
  const escape = readEscape(reader);
  if ('assertion' in escape) {
    // In a class, `\b` is a backspace.
    if (escape.assertion === 'wordEdge') return createLiteral('\b');
    throw invalidRegexError('an assertion in a character class');
  }
  return escape;
}
