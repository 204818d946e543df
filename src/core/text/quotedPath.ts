// Quotes paths as git does, and parses paths that git has quoted.
import { decodeUtf8 } from './encoding.ts';

/** Byte values of the single-letter escapes that git writes. */
const byteByEscape: Readonly<Record<string, number>> = {
  a: 7,
  b: 8,
  t: 9,
  n: 10,
  v: 11,
  f: 12,
  r: 13,
  '"': 34,
  '\\': 92,
};

/** A parsed path. */
export interface QuotedPath {
  readonly path: string;
  /** Offset after the closing quote. */
  readonly next: number;
}

/**
 * Parses a path that git quoted like a C string (quote.c of git); `\nnn` is an octal byte of UTF-8. Undefined if the
 * string is not closed, contains an unknown escape, or is no UTF-8.
 *
 * @param at offset of the opening quote
 */
export function readQuotedPath(text: string, at: number): QuotedPath | undefined {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let next = at + 1; next < text.length;) {
    const unit = text.charAt(next);
    if (unit === '"') {
      const { text: path, errors } = decodeUtf8(new Uint8Array(bytes));
      // A path that is no UTF-8 would name another file.
      return errors === 0 ? { path, next: next + 1 } : undefined;
    }
    if (unit !== '\\') {
      const character = String.fromCodePoint(text.codePointAt(next) ?? 0);
      bytes.push(...encoder.encode(character));
      next += character.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(next + 1, next + 4))?.[0];
    const byte = octal === undefined ? byteByEscape[text.charAt(next + 1)] : Number.parseInt(octal, 8);
    if (byte === undefined) return undefined;
    bytes.push(byte);
    next += octal === undefined ? 2 : 4;
  }
  return undefined;
}

/** The escapes that `quoteGitPath` writes; other control characters become octal numbers. */
const letterEscapes: Readonly<Record<string, string>> = {
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
  '"': '\\"',
  '\\': '\\\\',
};

/**
 * Quotes a path that contains a double quote, a backslash or a control character; returns any other path unchanged. Git
 * reads the result (quote.c), though it would itself write `\a`, `\b`, `\v` and `\f` where this writes octal numbers.
 */
export function quoteGitPath(path: string): string {
  const escaped = path.replace(
    // oxlint-disable-next-line no-control-regex -- finds control characters
    /["\\\u0000-\u001f\u007f]/g,
    (character) => letterEscapes[character] ?? `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`,
  );
  return escaped === path ? path : `"${escaped}"`;
}
