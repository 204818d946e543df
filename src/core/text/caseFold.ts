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
    '\u0345': 'ι',
    ᲀ: 'в',
    ᲁ: 'д',
    ᲂ: 'о',
    ᲃ: 'с',
    ᲄ: 'т',
    ᲅ: 'т',
    ᲆ: 'ъ',
    ᲇ: 'ѣ',
    ᲈ: 'ꙋ',
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

/** Letters by the one that they fold to, though its upper-case mapping is another one: variants, signs, title-case letters. */
const variantsByFold = Map.groupBy(
  [...foldingByLetter.keys(), ...Array.from('\u212a\u212b\u2126ẞϴǅǈǋǲᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ')],
  foldCase,
);

/** All letters that fold to the same one as `letter`, including itself. */
export function caseVariants(letter: string): readonly string[] {
  const folded = foldCase(letter);
  const variants = [letter, folded, letter.toUpperCase(), folded.toUpperCase(), ...(variantsByFold.get(folded) ?? [])];
  // The capital of ı is I, but folds to i.
  return [...new Set(variants)].filter((variant) => Array.from(variant).length === 1 && foldCase(variant) === folded);
}
