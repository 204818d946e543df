/** Says whether a code point belongs to a class of characters. */
export type CharacterTest = (codePoint: number) => boolean;

/** What must hold at a place between two characters. Lines end at LF, CRLF and lone CR. */
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

/** A regular expression as a tree. Groups have no node: what they capture is never asked for. */
export type Regex =
  | { readonly kind: 'empty' }
  /** One character; `literal` is it, where it can be only one, in the case it was written in. */
  | { readonly kind: 'character'; readonly test: CharacterTest; readonly literal?: string }
  | { readonly kind: 'assert'; readonly assertion: Assertion }
  | { readonly kind: 'sequence'; readonly parts: readonly Regex[] }
  /** The first alternative that leads to a match is taken. */
  | { readonly kind: 'choice'; readonly alternatives: readonly Regex[] }
  /** `max` may be `Infinity`; greedy tries more before fewer. */
  | {
      readonly kind: 'repeat';
      readonly part: Regex;
      readonly min: number;
      readonly max: number;
      readonly greedy: boolean;
    };

/** Which flags hold at a place in an expression. */
export interface RegexFlags {
  readonly ignoreCase: boolean;
  /** `.` also matches line endings. */
  readonly dotAll: boolean;
}
