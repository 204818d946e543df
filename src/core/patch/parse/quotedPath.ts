const letters: Readonly<Record<string, number>> = {
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

/** A path, and where in the text it ended. */
export interface PathRead {
  readonly path: string;
  readonly next: number;
}

/**
 * Reads a path that git has quoted like a C string (quote.c of git): `\nnn` are octal bytes of UTF-8. `at` is the
 * opening quote; `undefined` if the string does not close or holds an unknown escape.
 */
export function readQuotedPath(text: string, at: number): PathRead | undefined {
  const bytes: number[] = [];
  const encoder = new TextEncoder();
  for (let next = at + 1; next < text.length;) {
    const unit = text.charAt(next);
    if (unit === '"') return { path: new TextDecoder().decode(new Uint8Array(bytes)), next: next + 1 };
    if (unit !== '\\') {
      const character = String.fromCodePoint(text.codePointAt(next) ?? 0);
      bytes.push(...encoder.encode(character));
      next += character.length;
      continue;
    }
    const octal = /^[0-3][0-7]{2}/.exec(text.slice(next + 1, next + 4))?.[0];
    const byte = octal === undefined ? letters[text.charAt(next + 1)] : Number.parseInt(octal, 8);
    if (byte === undefined) return undefined;
    bytes.push(byte);
    next += octal === undefined ? 2 : 4;
  }
  return undefined;
}
