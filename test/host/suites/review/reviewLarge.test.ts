import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { useGround, withSettings } from '../ground.ts';
import { answering, apiCall, startCall, waitForReview, type Outcome } from '../guard/data/calls.ts';

const lines = 400_000;
const textOf = (word: string): string => `${word}\n`.repeat(lines);
const numbered = (word: string): string =>
  Array.from({ length: lines / 2 }, (_, at) => (at % 2 === 0 ? `${word} ${at}\n` : `line ${at}\n`)).join('');

/** A call that changes very many places of one file, which is to be reviewed. */
interface Row {
  readonly title: string;
  readonly before: string;
  readonly after: string;
  readonly tool: string;
  readonly input: (path: string) => object;
}

const rows: readonly Row[] = [
  {
    title: '400,000 replacements',
    before: textOf('foo'),
    after: textOf('bar'),
    tool: 'edit_file',
    input: (filePath) => ({ filePath, oldString: 'foo', newString: 'bar', replaceAll: true }),
  },
  {
    title: 'a patch of 100,000 hunks',
    before: numbered('old'),
    after: numbered('new'),
    tool: 'apply_patch',
    input: (path) => {
      const hunks = Array.from({ length: lines / 4 }, (_, at) => {
        const line = 2 * at;
        return `@@ -${line + 1} +${line + 1} @@\n-old ${line}\n+new ${line}\n`;
      });
      return { patchText: `--- a/${path}\n+++ b/${path}\n${hunks.join('')}` };
    },
  },
];

describe('reviewing very many places of a file', function () {
  const ground = useGround('reviewingLarge');
  for (const { title, before, after, tool, input } of rows) {
    const call = (): Promise<Outcome> => apiCall(tool, input(ground.path('a.txt')));

    it(`shows and writes all of them: ${title}`, () =>
      withSettings({ 'redline.rules': [] }, async () => {
        ground.put('a.txt', before);
        const { outcome, reviews } = await answering('approve', call, async () => {
          const proposal = vscode.workspace.textDocuments.find(
            ({ uri }) => uri.scheme === 'redline-proposal' && uri.query === 'after',
          );
          assert.ok(proposal?.getText() === after, 'the diff has all of the text');
          assert.ok(ground.text('a.txt') === before, 'nothing is written before');
        });
        assert.deepEqual([outcome.success, reviews], [true, 1]);
        assert.ok(ground.text('a.txt') === after, 'all is written');
      }));

    it(`can be stopped, and then leaves the file as it was: ${title}`, () =>
      withSettings({ 'redline.rules': [] }, async () => {
        ground.put('a.txt', before);
        const { stop, outcome } = await startCall(tool, input(ground.path('a.txt')));
        await waitForReview();
        stop();
        const ended = await outcome;
        assert.equal(!ended.success && ended.error.code, 'REJECTED');
        assert.ok(ground.text('a.txt') === before);
      }));
  }
});
