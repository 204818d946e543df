import { diffArrays } from 'diff';
import { foldLookAlikes } from '../text/fold.ts';

/**
 * `fresh` with the file's own characters wherever it agrees with `old`, of which `own` (as long as `old`, unit by unit)
 * is the file's spelling with typographic quotes, dashes and spaces. So `“hello” — ok`, sent as `"hello" - ok`, becomes
 * `“bye” — ok` by `"bye" - ok`. `undefined` where it cannot be told which spelling is meant: where quotes or dashes come
 * beside odd ones, where some odd quotes go and some stay, where an odd space is rewritten, or where an odd character
 * would stay with nothing around it.
 */
export function reapplySpelling(own: string, old: string, fresh: string): string | undefined {
  const odd = oddUnits(own, old);
  if (odd === '') return fresh;
  if (knowsSpelling(own, old, fresh, odd)) return fresh;
  const changes = diffArrays(tokens(old), tokens(fresh), { maxEditLength: 400 });
  if (changes === undefined) return undefined;
  const parts: string[] = [];
  const odds = { kept: '', gone: '' };
  let added = '';
  let at = 0;
  for (const [index, change] of changes.entries()) {
    const chunk = change.value.join('');
    if (change.added) {
      parts.push(chunk);
      added += foldLookAlikes(chunk);
      continue;
    }
    const ours = own.slice(at, at + chunk.length);
    const alone = change.count === 1 && index > 0 && index < changes.length - 1;
    if (!change.removed && alone && ours !== chunk) return undefined;
    odds[change.removed ? 'gone' : 'kept'] += oddUnits(ours, chunk);
    if (!change.removed) parts.push(ours);
    at += chunk.length;
  }
  return clashes(odds, added) ? undefined : parts.join('');
}

/** Words, runs of white space, and single characters. */
function tokens(text: string): string[] {
  return text.match(/[\p{L}\p{N}_]+|\s+|[^]/gu) ?? [];
}

/** Whoever sends in `fresh` no plain form of what only the file has typographic knows how the file has it. */
function knowsSpelling(own: string, old: string, fresh: string, odd: string): boolean {
  const sentPlain = oddUnits(old, foldLookAlikes(own)) === '';
  return sentPlain && !odd.includes(' ') && !odd.split('').some((plain) => fresh.includes(plain));
}

/** The plain forms of the units in which the file's spelling differs from the one that was sent. */
function oddUnits(own: string, old: string): string {
  let odd = '';
  for (let at = 0; at < own.length; at++) if (own[at] !== old[at]) odd += foldLookAlikes(old[at] ?? '');
  return odd;
}

function clashes({ kept, gone }: { kept: string; gone: string }, added: string): boolean {
  const comes = ['"', "'", '-'].some((plain) => (kept + gone).includes(plain) && added.includes(plain));
  const parts = ['"', "'"].some((quote) => kept.includes(quote) && gone.includes(quote));
  return comes || parts || (gone.includes(' ') && added.includes(' '));
}
