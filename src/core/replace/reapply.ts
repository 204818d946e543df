// Applies the typographic spelling of the replaced text (curly quotes, dashes, no-break spaces) to its replacement.
import { diffArrays } from 'diff';
import { foldLookAlikes } from '../text/normalizeLine.ts';

/** Maximum number of tokens that may differ, which bounds the time. */
const maxDifferingTokens = 400;

/** Plain forms of the respelled characters in kept and in removed tokens, and of all characters in added ones. */
type PlainFormsByKind = Record<'kept' | 'removed' | 'added', string>;

/**
 * Applies the file's typographic quotes, dashes and spaces to the parts of the new text that equal the old text, which
 * has plain ones: `“hello” — ok`, replaced by `"hello" - ok` → `"bye" - ok`, becomes `“bye” — ok`.
 *
 * @param matchedText the old text in the file's spelling; it has as many UTF-16 units as `oldText`
 * @returns undefined if the spelling of a new or changed character would be a guess
 */
export function reapplySpelling(matchedText: string, oldText: string, newText: string): string | undefined {
  const plainForms = plainFormsOfRespelled(matchedText, oldText);
  if (plainForms === '') return newText;
  if (avoidsPlainForms(matchedText, oldText, newText, plainForms)) return newText;
  const runs = diffArrays(tokenize(oldText), tokenize(newText), { maxEditLength: maxDifferingTokens });
  if (runs === undefined) return undefined;
  let respelledText = '';
  const plainFormsByKind: PlainFormsByKind = { kept: '', removed: '', added: '' };
  let oldOffset = 0;
  for (const [index, { value, count, added, removed }] of runs.entries()) {
    const text = value.join('');
    if (added) {
      respelledText += text;
      plainFormsByKind.added += foldLookAlikes(text);
      continue;
    }
    const spelling = matchedText.slice(oldOffset, oldOffset + text.length);
    oldOffset += text.length;
    plainFormsByKind[removed ? 'removed' : 'kept'] += plainFormsOfRespelled(spelling, text);
    if (removed) continue;
    // A single kept token between changes may be a coincidence.
    const isIsolated = count === 1 && index > 0 && index < runs.length - 1;
    if (isIsolated && spelling !== text) return undefined;
    respelledText += spelling;
  }
  return isAmbiguous(plainFormsByKind) ? undefined : respelledText;
}

/** Words, runs of white space, and single characters. */
function tokenize(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];
}

/** Whether the old text is plain, but the new text has no plain form of a respelled character: its author chose the spelling. */
function avoidsPlainForms(matchedText: string, oldText: string, newText: string, plainForms: string): boolean {
  const isOldPlain = oldText === foldLookAlikes(matchedText);
  return isOldPlain && !plainForms.includes(' ') && !plainForms.split('').some((plain) => newText.includes(plain));
}

/** The plain forms of the units that the file spells differently. */
function plainFormsOfRespelled(matchedText: string, oldText: string): string {
  let plainForms = '';
  for (let index = 0; index < matchedText.length; index++)
    if (matchedText[index] !== oldText[index]) plainForms += foldLookAlikes(oldText[index] ?? '');
  return plainForms;
}

/**
 * Whether quotes or dashes were added next to respelled ones, a pair of quotes was split, or a space was rewritten: the
 * new characters may be meant to be plain, or to be like those of the file.
 */
function isAmbiguous({ kept, removed, added }: PlainFormsByKind): boolean {
  const addsSimilar = ['"', "'", '-'].some((plain) => (kept + removed).includes(plain) && added.includes(plain));
  const splitsQuotes = ['"', "'"].some((quote) => kept.includes(quote) && removed.includes(quote));
  return addsSimilar || splitsQuotes || (removed.includes(' ') && added.includes(' '));
}
