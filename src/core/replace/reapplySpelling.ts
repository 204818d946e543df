// Applies the typographic spelling of the replaced text (curly quotes, dashes, no-break spaces) to its replacement.
import { diffArrays } from 'diff';
import { foldLookAlikes } from '../text/normalizeLine.ts';

/** Maximum number of tokens that may differ, which bounds the time. */
const maxDifferingTokens = 400;

/** A part of the new or the old text, as it was sent (`plain`), and as the file spells it (`spelling`). */
interface Token {
  readonly plain: string;
  readonly spelling: string;
}

/** Tokens next to each other that are in both texts, in the old one only, or in the new one only. */
interface Run {
  readonly kind: 'kept' | 'removed' | 'added';
  readonly tokens: readonly Token[];
}

/**
 * Applies the file's typographic quotes, dashes and spaces to the parts of the new text that equal the old text, which
 * has plain ones (`"` for `“`): `“hello” — ok`, replaced by `"hello" - ok` → `"bye" - ok`, becomes `“bye” — ok`.
 *
 * @param matchedText the old text in the file's spelling; it has as many UTF-16 units as `oldText`
 * @returns undefined if the spelling of a new or changed character would be a guess
 */
export function reapplySpelling(matchedText: string, oldText: string, newText: string): string | undefined {
  const plainForms = plainFormsOfRespelled(matchedText, oldText);
  // The file spells the old text as it was sent.
  if (plainForms.size === 0) return newText;
  if (avoidsPlainForms(matchedText, oldText, newText, plainForms)) return newText;
  const runs = alignTexts(matchedText, oldText, newText);
  if (runs === undefined || runs.some(mayAlignElsewhere) || mixesSpellings(runs)) return undefined;
  return runs.map(({ kind, tokens }) => (kind === 'removed' ? '' : spellingOf(tokens))).join('');
}

/** Divides the old and the new text into runs, in order; undefined if they differ too much. */
function alignTexts(matchedText: string, oldText: string, newText: string): Run[] | undefined {
  const runs = diffArrays(tokenize(oldText), tokenize(newText), { maxEditLength: maxDifferingTokens });
  let oldOffset = 0;
  return runs?.map(({ value, added, removed }): Run => {
    if (added) return { kind: 'added', tokens: value.map((plain) => ({ plain, spelling: plain })) };
    const tokens = value.map((plain) => {
      const start = oldOffset;
      oldOffset += plain.length;
      return { plain, spelling: matchedText.slice(start, oldOffset) };
    });
    return { kind: removed ? 'removed' : 'kept', tokens };
  });
}

/** Whether other tokens may have been kept or removed in place of this run, which would give another spelling. */
function mayAlignElsewhere({ kind, tokens }: Run, index: number, runs: readonly Run[]): boolean {
  if (kind === 'removed') {
    const before = runs.slice(0, index).findLast((run) => run.kind === 'kept')?.tokens ?? [];
    const after = runs.slice(index).find((run) => run.kind === 'kept')?.tokens ?? [];
    return canSlide(tokens, after) || canSlide(tokens.toReversed(), before.toReversed());
  }
  // A single kept token between changes may be a coincidence.
  const isIsolated = kind === 'kept' && tokens.length === 1 && index > 0 && index < runs.length - 1;
  return isIsolated && tokens.some(({ plain, spelling }) => plain !== spelling);
}

/**
 * Whether a removal could be moved towards `keptNext` without changing the plain text, which would leave another
 * spelling: from `foo<NBSP>bar baz` to `foo baz`, either space may be the removed one.
 */
function canSlide(removed: readonly Token[], keptNext: readonly Token[]): boolean {
  const tokens = [...removed, ...keptNext];
  // Moved by `n` tokens, the removal leaves the first `n` of `tokens` in place of the first `n` of `keptNext`.
  const firstOther = keptNext.findIndex(
    ({ plain, spelling }, at) => plain !== tokens[at]?.plain || spelling !== tokens[at].spelling,
  );
  // If the first token that differs does so in its spelling only, the removal can be moved over it.
  return firstOther >= 0 && keptNext[firstOther]?.plain === tokens[firstOther]?.plain;
}

/** Splits a text into words, runs of white space, and single other characters. */
function tokenize(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];
}

/**
 * Whether the old text is plain, but the new text has no plain form of a respelled character: its author chose the
 * spelling. Spaces do not count, since most texts have them.
 */
function avoidsPlainForms(
  matchedText: string,
  oldText: string,
  newText: string,
  plainForms: ReadonlySet<string>,
): boolean {
  const isOldPlain = oldText === foldLookAlikes(matchedText);
  return isOldPlain && !plainForms.has(' ') && ![...plainForms].some((plain) => newText.includes(plain));
}

/** The plain forms of all units that the file spells differently. */
function plainFormsOfRespelled(matchedText: string, oldText: string): ReadonlySet<string> {
  const plainForms = new Set<string>();
  for (let index = 0; index < matchedText.length; index++)
    if (matchedText[index] !== oldText[index]) plainForms.add(foldLookAlikes(oldText[index] ?? ''));
  return plainForms;
}

/**
 * Whether quotes or dashes were added next to respelled ones, a pair of quotes was split, or a space was rewritten: the
 * new characters may be meant to be plain, or to be spelled as in the file.
 */
function mixesSpellings(runs: readonly Run[]): boolean {
  const tokensOf = (kind: Run['kind']): Token[] => runs.flatMap((run) => (run.kind === kind ? run.tokens : []));
  const respelledIn = (tokens: readonly Token[]): ReadonlySet<string> =>
    plainFormsOfRespelled(spellingOf(tokens), plainOf(tokens));
  const keptForms = respelledIn(tokensOf('kept'));
  const removedForms = respelledIn(tokensOf('removed'));
  const addedText = foldLookAlikes(plainOf(tokensOf('added')));
  const addsSimilar = ['"', "'", '-'].some(
    (plain) => (keptForms.has(plain) || removedForms.has(plain)) && addedText.includes(plain),
  );
  const splitsQuotes = ['"', "'"].some((quote) => keptForms.has(quote) && removedForms.has(quote));
  return addsSimilar || splitsQuotes || (removedForms.has(' ') && addedText.includes(' '));
}

function plainOf(tokens: readonly Token[]): string {
  return tokens.map(({ plain }) => plain).join('');
}

function spellingOf(tokens: readonly Token[]): string {
  return tokens.map(({ spelling }) => spelling).join('');
}
