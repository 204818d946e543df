// git's base 85 (base85.c of git): five characters of this alphabet are four bytes, most significant first.
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~';

/**
 * Decodes one line of a binary patch: the first character says how many bytes the line holds (`A`–`Z` 1–26, `a`–`z`
 * 27–52), the rest is base 85, padded to a multiple of five. `undefined` for a line that is not of this form.
 */
export function decodeBinaryLine(line: string): Uint8Array | undefined {
  const length = lengthOf(line.charCodeAt(0));
  if (length === 0 || line.length !== 1 + 5 * Math.ceil(length / 4)) return undefined;
  const bytes = new Uint8Array(Math.ceil(length / 4) * 4);
  for (let at = 1, to = 0; at < line.length; at += 5, to += 4) {
    let value = 0;
    for (let digit = at; digit < at + 5; digit++) {
      const index = alphabet.indexOf(line.charAt(digit));
      if (index < 0) return undefined;
      value = value * 85 + index;
    }
    if (value > 0xffffffff) return undefined;
    bytes[to] = value >>> 24;
    bytes[to + 1] = value >>> 16;
    bytes[to + 2] = value >>> 8;
    bytes[to + 3] = value;
  }
  return bytes.slice(0, length);
}

function lengthOf(unit: number): number {
  if (unit >= 65 && unit <= 90) return unit - 64;
  if (unit >= 97 && unit <= 122) return unit - 96 + 26;
  return 0;
}
