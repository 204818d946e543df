/** Small letters that count as another one, beside those that lower case brings together (Unicode's simple folding). */
const alike: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ſ: 's',
    ς: 'σ',
    ϐ: 'β',
    ϑ: 'θ',
    ϕ: 'φ',
    ϖ: 'π',
    ϰ: 'κ',
    ϱ: 'ρ',
    ϵ: 'ε',
    ẛ: 'ṡ',
    µ: 'μ',
    '\u1fbe': 'ι',
  }),
);
const special = new RegExp(`[${[...alike.keys()].join('')}]`, 'g');

/**
 * Lower case without a change of length, so that an offset in the result is one in the text. A letter whose small form
 * is longer stays as it is.
 */
export function foldText(text: string): string {
  const whole = text.toLowerCase();
  const folded =
    whole.length === text.length
      ? whole
      : Array.from(text, (letter) =>
          letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
        ).join('');
  return folded.replace(special, (letter) => alike.get(letter) ?? letter);
}

/** All letters that count as the same one as a letter, itself among them. */
export function caseVariants(letter: string): readonly string[] {
  const folded = foldText(letter);
  const others = [...alike].flatMap(([one, other]) => (other === folded ? [one] : []));
  // Signs of units that are letters: their lower case is the letter's, and nothing leads back.
  const signs = folded === 'k' ? ['\u212a'] : folded === 'å' ? ['\u212b'] : folded === 'ω' ? ['\u2126'] : [];
  const variants = [letter, folded, letter.toUpperCase(), folded.toUpperCase(), ...others, ...signs];
  return [...new Set(variants)].filter((one) => one.codePointAt(0) !== undefined && Array.from(one).length === 1);
}
