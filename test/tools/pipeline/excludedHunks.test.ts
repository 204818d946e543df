import assert from 'node:assert/strict';
import type { Change } from '../../../src/core/change/change.ts';
import { describeAmendments } from '../../../src/tools/pipeline/answer.ts';
import type { Decision, ExcludedHunk } from '../../../src/tools/ports/ports.ts';
import { locationOf, remove, update } from '../../core/change/changes.ts';

const edit = (after: string): Change => update('a.ts', 'a\nb\nc\n', after);

function approval(
  changes: readonly Change[],
  excludedHunks: readonly ExcludedHunk[],
  amendedFrom?: readonly Change[],
): Extract<Decision, { approved: true }> {
  const from = amendedFrom === undefined ? {} : { amendedFrom };
  return { approved: true, changes, amended: true, excludedPaths: [], excludedHunks, ...from };
}

const hunk: ExcludedHunk = { path: 'a.ts', lines: { start: 1, end: 1 }, diff: '-a\n+A' };

describe('the report to the model about excluded hunks', () => {
  it('includes an amended move that replaces a file', async () => {
    const from = locationOf('b.ts');
    const move = (after: string): Change => ({ ...update('a.ts', 'x\n', after), kind: 'move', from });
    const replaced = remove('a.ts', 'old\n');
    const texts = await describeAmendments([replaced, move('x\n')], approval([replaced, move('y\n')], []));
    assert.match(texts.join('\n'), /-x\n\+y/);
  });

  const [planned, kept] = [edit('A\nb\nC\n'), edit('a\nb\nC\n')];

  it('quotes them with their lines and the reason, and reports nothing else as amended', async () => {
    assert.deepEqual(await describeAmendments([planned], approval([kept], [{ ...hunk, reason: 'Too loud' }], [kept])), [
      'The user excluded these parts of your proposal; they were not written:',
      'a.ts, line 1 of your proposal: Their reason: Too loud.\n-a\n+A',
    ]);
  });

  it("lists the user's own edits separately", async () => {
    const [, , intro, diff] = await describeAmendments([planned], approval([edit('a\nb\nD\n')], [hunk], [kept]));
    assert.match(intro ?? '', /^The user amended/);
    assert.match(diff ?? '', /-C\n\+D/);
    assert.doesNotMatch(diff ?? '', /A/);
  });

  it('gives line ranges, also empty ones, and shortens long hunks', async () => {
    const lines = Array.from({ length: 20 }, (_, line) => `+${line}`).join('\n');
    const long = { ...hunk, lines: { start: 3, end: 22 }, diff: lines };
    const removal = { ...hunk, lines: { start: 5, end: 4 }, diff: '-x' };
    const [, first, second] = await describeAmendments([planned], approval([kept], [long, removal], [kept]));
    assert.match(first ?? '', /^a\.ts, lines 3–22 of your proposal:\n\+0\n[^]*\+7\n… 12 more lines$/);
    assert.equal(second, 'a.ts, before line 5 of your proposal:\n-x');
    const many = await describeAmendments(
      [planned],
      approval(
        [kept],
        Array.from({ length: 45 }, () => hunk),
        [kept],
      ),
    );
    assert.equal(many.at(-1), '… and 5 more parts.');
  });

  it('lets the event loop run while it compares large texts', async () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `line ${at}\n`);
    const amended = lines.map((line, at) => (at % 9 === 0 ? `amended ${line}` : line)).join('');
    let turns = 0;
    const count = (): void => {
      turns += 1;
      timer = setImmediate(count);
    };
    let timer = setImmediate(count);
    const texts = await describeAmendments([edit(lines.join(''))], approval([edit(amended)], []));
    clearImmediate(timer);
    assert.match(texts[1] ?? '', /^--- a\/a\.ts\n/);
    assert.ok(turns > 0, `the event loop ran ${turns} times`);
  });
});
