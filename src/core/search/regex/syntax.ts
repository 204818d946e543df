// Defines the syntax tree of regular expressions, which `parse.ts` creates and `program.ts` compiles.

/** Tests whether a code point belongs to a class of characters. */
export type CharacterTest = (codePoint: number) => boolean;

/**
 * A condition at an offset (zero-width assertion). Lines end at LF, CRLF and lone CR. `noWordBefore` and `noWordAfter`
 * have no syntax: the search adds them around a query for whole words.
 */
export type Assertion =
  | 'lineStart'
  | 'lineEnd'
  | 'textStart'
  | 'textEnd'
  | 'wordEdge'
  | 'noWordEdge'
  | 'wordStart'
  | 'wordEnd'
  | 'noWordBefore'
  | 'noWordAfter';

/** A regular expression as a syntax tree. Groups have no node, since captures are not needed. */
export type Regex =
  /** `literal`: the character, if the pattern spells a single one; if case is ignored, its other case matches, too. */
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly literal?: string }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  /** Without parts, it matches the empty text. */
  | { readonly kind: 'sequence'; readonly parts: readonly Regex[] }
  /** Prefers the first alternative that leads to a match. */
  | { readonly kind: 'choice'; readonly alternatives: readonly Regex[] }
  /** `max` may be `Infinity`; `greedy` prefers more repetitions. */
  | {
      readonly kind: 'repeat';
      readonly part: Regex;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    };

/** The flags in effect at a position in an expression. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  /** `.` also matches line endings. */
  readonly dotAll: boolean;
}
