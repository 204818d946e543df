// Defines the syntax tree of regular expressions, from `parse.ts` to `program.ts`.

/** Tests whether a code point belongs to a class of characters. */
export type CharacterTest = (codePoint: number) => boolean;

/** A condition at an offset (zero-width assertion). Lines end at LF, CRLF and lone CR. */
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
  | { readonly kind: 'empty' }
  /** `literal`: set only if exactly one character can match, in the case the pattern spells it. */
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly literal?: string }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
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
