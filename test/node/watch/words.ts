// Files of a few words, each far enough from the next one for a merge.

/** The words of a file; undefined if there is none. */
export type Words = readonly string[] | undefined;

export const textOf = (words: Words): string | undefined => words?.map((word) => `${word}\n-\n-\n-\n`).join('');
export const withWord = (words: readonly string[], slot: number, word: string): readonly string[] =>
  words.map((each, index) => (index === slot ? word : each));
export const isSame = (one: Words, other: Words): boolean => textOf(one) === textOf(other);
