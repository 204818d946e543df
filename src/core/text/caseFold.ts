// Folds case by Unicode's simple case folding, and lists the variants of a letter, for searches that ignore case.

/**
 * Lower-case letters that Unicode's simple case folding maps to another letter (CaseFolding.txt of Unicode 17, C and
 * S). The tests compare it with the flags `iu` of regular expressions, whose search it must agree with.
 */
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
    '\u1fd3': '\u0390',
    '\u1fe3': '\u03b0',
    '\ufb05': '\ufb06',
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

/** Folds case and keeps the length, so that offsets stay valid: a letter with a longer lower case is unchanged. */
export function foldCase(text: string): string {
  const lowerCased =
    lowerKeepingLength(text) ?? Array.from(text, (letter) => lowerKeepingLength(letter) ?? letter).join('');
  return lowerCased.replace(foldablePattern, (letter) => foldingByLetter.get(letter) ?? letter);
}

/** The text in lower case; undefined if that has another length. */
function lowerKeepingLength(text: string): string | undefined {
  const lowerCased = text.toLowerCase();
  return lowerCased.length === text.length ? lowerCased : undefined;
}

/**
 * By folded letter, the other letters that fold to it and that `toUpperCase` does not find: the folding letters above,
 * signs such as K (kelvin), and title-case letters.
 */
const variantsByFold = Map.groupBy(
  [...foldingByLetter.keys(), ...Array.from('\u212a\u212b\u2126ẞϴǅǈǋǲᾈᾉᾊᾋᾌᾍᾎᾏᾘᾙᾚᾛᾜᾝᾞᾟᾨᾩᾪᾫᾬᾭᾮᾯᾼῌῼ')],
  foldCase,
);

/** Lists all letters that fold to the same letter as `letter` (one code point), including itself. */
export function caseVariants(letter: string): readonly string[] {
  const folded = foldCase(letter);
  const variants = [letter, folded, letter.toUpperCase(), folded.toUpperCase(), ...(variantsByFold.get(folded) ?? [])];
  // `toUpperCase` may give several letters, or one that folds to another: the capital of ı is I, which folds to i.
  return [...new Set(variants)].filter((variant) => Array.from(variant).length === 1 && foldCase(variant) === folded);
}
