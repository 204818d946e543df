// Folds case by Unicode's simple case folding, for searches that ignore case.

/** Lower-case letters that Unicode's simple case folding maps to another letter. */
const foldingByLetter: ReadonlyMap<string, string> = new Map(
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
const foldablePattern = new RegExp(`[${[...foldingByLetter.keys()].join('')}]`, 'g');

/** Folds case without changing the length, so that offsets stay valid; a letter whose lower case is longer is unchanged. */
export function foldCase(text: string): string {
  const lowerCased = text.toLowerCase();
  const folded =
    lowerCased.length === text.length
      ? lowerCased
      : Array.from(text, (letter) =>
          letter.toLowerCase().length === letter.length ? letter.toLowerCase() : letter,
        ).join('');
  return folded.replace(foldablePattern, (letter) => foldingByLetter.get(letter) ?? letter);
}

/** The signs of kelvin, ångström and ohm, which fold to a letter, although no case mapping leads from that letter to them. */
const signByLetter: Readonly<Record<string, string>> = { k: '\u212a', å: '\u212b', ω: '\u2126' };

/** All letters that fold to the same one as `letter`, including itself. */
export function caseVariants(letter: string): readonly string[] {
  const folded = foldCase(letter);
  const sourceLetters = [...foldingByLetter].flatMap(([one, other]) => (other === folded ? [one] : []));
  const variants = [
    letter,
    folded,
    letter.toUpperCase(),
    folded.toUpperCase(),
    ...sourceLetters,
    signByLetter[folded] ?? '',
  ];
  return [...new Set(variants)].filter((variant) => Array.from(variant).length === 1);
}
