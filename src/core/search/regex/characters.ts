// Defines the character classes of regular expressions for the built-in search, as tests of code points.
import { caseVariants } from '../../text/caseFold.ts';
import { carriageReturn, lineFeed } from '../../text/text.ts';
import type { CharacterTest } from './syntax.ts';

const wordPattern = /^[\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\p{Join_Control}]$/u;

/** Word characters as defined by Unicode TR 18 for `\w`, also for the search for whole words. */
export const isWord: CharacterTest = (codePoint) =>
  codePoint < 128 ? isAsciiWord(codePoint) : wordPattern.test(String.fromCodePoint(codePoint));

/** Fast path, without a string: a to z, A to Z, 0 to 9, _. */
function isAsciiWord(codePoint: number): boolean {
  return (
    (codePoint >= 97 && codePoint <= 122) ||
    (codePoint >= 65 && codePoint <= 90) ||
    (codePoint >= 48 && codePoint <= 57) ||
    codePoint === 95
  );
}

export const isDigit = createClassTest('\\p{Nd}');
export const isSpace = createClassTest('\\p{White_Space}');

/** The test for `.`. */
export const isNotLineEnding: CharacterTest = (codePoint) => codePoint !== lineFeed && codePoint !== carriageReturn;

/** Creates a test for the character class with this source. Throws SyntaxError if it is invalid. */
function createClassTest(source: string): CharacterTest {
  const pattern = new RegExp(`^${source}$`, 'u');
  return (codePoint) => pattern.test(String.fromCodePoint(codePoint));
}

export function negate(test: CharacterTest): CharacterTest {
  return (codePoint) => !test(codePoint);
}

/** The test for a Unicode property by name, general category or script (`L`, `Greek`); undefined if it is unknown. */
export function unicodeProperty(name: string): CharacterTest | undefined {
  if (!/^[A-Za-z_=0-9]+$/.test(name)) return undefined;
  for (const form of [name, `Script=${name}`, `Script_Extensions=${name}`]) {
    try {
      return createClassTest(`\\p{${form}}`);
    } catch {
      // The name is not valid in this form.
    }
  }
  return undefined;
}

const sourceByPosixClass: ReadonlyMap<string, string> = new Map([
  ['alnum', '[0-9A-Za-z]'],
  ['alpha', '[A-Za-z]'],
  ['ascii', '[\\0-\\x7f]'],
  ['blank', '[ \\t]'],
  ['cntrl', '[\\0-\\x1f\\x7f]'],
  ['digit', '[0-9]'],
  ['graph', '[!-~]'],
  ['lower', '[a-z]'],
  ['print', '[ -~]'],
  ['punct', '[!-\\/:-@\\[-`\\{-~]'],
  ['space', '[\\t-\\r ]'],
  ['upper', '[A-Z]'],
  ['word', '[0-9A-Za-z_]'],
  ['xdigit', '[0-9A-Fa-f]'],
]);

/** The test for the POSIX class `[:name:]`, ASCII only; undefined if it is unknown. */
export function posixClass(name: string): CharacterTest | undefined {
  const source = sourceByPosixClass.get(name);
  return source === undefined ? undefined : createClassTest(source);
}

/** Makes a test ignore case. */
export function ignoringCase(test: CharacterTest): CharacterTest {
  return (codePoint) =>
    test(codePoint) ||
    caseVariants(String.fromCodePoint(codePoint)).some((variant) => test(variant.codePointAt(0) ?? codePoint));
}
