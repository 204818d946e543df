const continuesCharacter = /^[\p{M}\u200d]/u;

/**
 * Whether a cut at `at` would take apart what people see as one: a CRLF, a surrogate pair, a letter and its combining
 * mark, or two emoji that are joined by U+200D.
 */
export function cutsCharacter(text: string, at: number): boolean {
  if (at <= 0 || at >= text.length) return false;
  const before = text.charCodeAt(at - 1);
  const after = text.charCodeAt(at);
  if (before < 0x80 && after < 0x80) return before === 13 && after === 10;
  if (isHigh(before) && isLow(after)) return true;
  if (before === 10 || before === 13) return false;
  return before === 0x200d || continuesCharacter.test(text.slice(at, at + 2));
}

/** Whether two texts put together make one character of two halves, that is, of surrogates that stood alone. */
export function makesPair(left: string, right: string): boolean {
  return left !== '' && right !== '' && isHigh(left.charCodeAt(left.length - 1)) && isLow(right.charCodeAt(0));
}

function isHigh(unit: number): boolean {
  return unit >= 0xd800 && unit < 0xdc00;
}

function isLow(unit: number): boolean {
  return unit >= 0xdc00 && unit < 0xe000;
}
