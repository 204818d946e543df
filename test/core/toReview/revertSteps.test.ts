import assert from 'node:assert/strict';
import { revertSteps, type FileSide, type FileStep } from '../../../src/core/toReview/revertSteps.ts';

/** A side: text; `#` before it is no text, `>` a link, `!` an executable file; undefined is nothing. */
function side(written: string | undefined): FileSide | undefined {
  if (written === undefined) return undefined;
  const bytes = new TextEncoder().encode(written.replace(/^[#>!]/, ''));
  const mode = written.startsWith('>') ? 'link' : written.startsWith('!') ? 'executable' : 'file';
  const text = /^[#>]/.test(written) ? {} : { text: new TextDecoder().decode(bytes) };
  return { mode, bytes, hash: `h${new TextDecoder().decode(bytes)}`, ...text };
}

type Written = string | undefined;
const step = (before: Written, after: Written): FileStep => ({ before: side(before), after: side(after) });

function written(now: Written, ...newestFirst: readonly FileStep[]): Written {
  const result = revertSteps(side(now), newestFirst);
  if (result.kind === 'conflict') return 'conflict';
  if (result.kind === 'text') return `${result.mode === 'executable' ? '!' : ''}${result.text}`;
  if (result.side === undefined) return undefined;
  const mark = { file: result.side.text === undefined ? '#' : '', executable: '!', link: '>' }[result.side.mode];
  return `${mark}${new TextDecoder().decode(result.side.bytes)}`;
}

/** The file now, changes that are taken back, the newest first, and what is left. */
const rows: readonly (readonly [title: string, now: Written, steps: readonly FileStep[], left: Written])[] = [
  ['an edit', 'B\n', [step('A\n', 'B\n')], 'A\n'],
  ['a new file', 'A\n', [step(undefined, 'A\n')], undefined],
  ['a deleted file', undefined, [step('A\n', undefined)], 'A\n'],
  ['two edits', 'C', [step('B', 'C'), step('A', 'B')], 'A'],
  ['an edit of a new file', 'B', [step('A', 'B'), step(undefined, 'A')], undefined],
  ['an edit before later work', '1\nB\n3\nX\n', [step('1\nA\n3\n4\n', '1\nB\n3\n4\n')], '1\nA\n3\nX\n'],
  [
    'two edits with work between and after',
    'one\n2\nZ\n4\nfive\n',
    [step('1\n2\nZ\n4\n5\n', 'one\n2\nZ\n4\n5\n'), step('1\n2\n3\n4\n5\n', '1\n2\n3\n4\nfive\n')],
    '1\n2\nZ\n4\n5\n',
  ],
  ['an edit of the same line as later work', 'C\n', [step('A\n', 'B\n')], 'conflict'],
  ['a new file with later work', 'A\nmine\n', [step(undefined, 'A\n')], 'conflict'],
  ['a deleted file that somebody made anew', 'mine\n', [step('A\n', undefined)], 'conflict'],
  ['a deleted file that is back', 'A\n', [step('A\n', undefined)], 'A\n'],
  ['an edit that is taken back already', 'A\n', [step('A\n', 'B\n')], 'A\n'],
  ['two edits that are taken back already', 'A\n', [step('B\n', 'C\n'), step('A\n', 'B\n')], 'A\n'],
  ['edits of which the newest two are', 'B', [step('C', 'D'), step('B', 'C'), step('A', 'B')], 'A'],
  ['an edit of a new file that is gone already', undefined, [step('A', 'B'), step(undefined, 'A')], undefined],
  ['bytes', '#B', [step('#A', '#B')], '#A'],
  ['bytes with later work', '#C', [step('#A', '#B')], 'conflict'],
  ['a link', '>b', [step('>a', '>b')], '>a'],
  ['a link with a later target', '>c', [step('>a', '>b')], 'conflict'],
  ['a file in place of a link', 'text', [step('>a', 'text')], '>a'],
  ['a link in place of a file with later work', 'more', [step('text', '>a')], 'conflict'],
  ['a mode', '!A', [step('A', '!A')], 'A'],
  ['a mode of a file with later work', '!B', [step('A', '!A')], 'B'],
  ['an edit of a file whose mode changed later', '!B', [step('A', 'B')], '!A'],
  ['an edit and a mode before later work', '!1\nB\n3\nX\n', [step('1\nA\n3\n4\n', '!1\nB\n3\n4\n')], '1\nA\n3\nX\n'],
];

describe('changes that are taken back', () => {
  for (const [title, now, steps, left] of rows) it(title, () => assert.equal(written(now, ...steps), left));
});
