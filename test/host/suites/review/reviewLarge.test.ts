import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, itWithoutRules, useGround } from '../ground.ts';
import { answering, apiCall, type Outcome } from '../guard/data/calls.ts';

const replaced = (word: string): string => `${word}\n`.repeat(400_000);
/** 100,000 hunks: each second line has the word. */
const hunks = (word: string): string =>
  Array.from({ length: 200_000 }, (_, at) => (at % 2 === 0 ? `${word} ${at}\n` : `line ${at}\n`)).join('');

/** A call that changes very many places of one file. */
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
    before: replaced('foo'),
    after: replaced('bar'),
    tool: 'edit_file',
    input: (filePath) => ({ filePath, oldString: 'foo', newString: 'bar', replaceAll: true }),
  },
  {
    title: 'a patch of 100,000 hunks',
    before: hunks('old'),
    after: hunks('new'),
    tool: 'apply_patch',
    input: (path) => {
      const patch = Array.from({ length: 100_000 }, (_, at) => {
        const line = 2 * at + 1;
        return `@@ -${line} +${line} @@\n-old ${line - 1}\n+new ${line - 1}\n`;
      });
      return { patchText: `--- a/${path}\n+++ b/${path}\n${patch.join('')}` };
    },
  },
];

const tabs = (): readonly vscode.Tab[] => vscode.window.tabGroups.all.flatMap((group) => group.tabs);
const text = (outcome: Outcome): string => JSON.stringify(outcome);

describe('reviewing more than a diff editor can show', function () {
  this.timeout(120_000);
  const ground = useGround('reviewingLarge');

  for (const { title, before, after, tool, input } of rows) {
    itWithoutRules(`shows all of it as text, and writes it as approved: ${title}`, async () => {
      ground.put('a.txt', before);
      const { outcome, reviews } = await answering(
        'approve',
        () => apiCall(tool, input(ground.path('a.txt'))),
        async () => {
          const [tab] = tabs();
          assert.match(tab?.label ?? '', /^a\.txt ⚠ \(Redline, .*as text\)$/);
          assert.ok(tab?.input instanceof vscode.TabInputText);
          assert.match(tab.input.uri.path, /a\.txt\.diff \(Redline\)$/);
          const shown = await vscode.workspace.openTextDocument(tab.input.uri);
          assert.ok(isWholeDiff(shown.getText(), before, after), 'the diff is whole');
          await refusesTyping(shown);
          assert.ok(ground.text('a.txt') === before, 'nothing is written before');
        },
      );
      assert.deepEqual([outcome.success, reviews], [true, 1], text(outcome).slice(0, 500));
      assert.ok(ground.text('a.txt') === after, 'all is written');
      await seeInHistory(ground.uri('a.txt'));
      await vscode.commands.executeCommand('redline.undoLastChange', { ask: false });
      assert.ok(ground.text('a.txt') === before, 'all is undone');
    });
  }
});

/** Whether a unified diff removes and adds each line that does, and nothing else. */
function isWholeDiff(diff: string, before: string, after: string): boolean {
  const marked = (mark: string): string =>
    diff
      .split('\n')
      .filter((line) => line.startsWith(mark) && !line.startsWith(mark.repeat(3)))
      .map((line) => `${line.slice(1)}\n`)
      .join('');
  const changed = (text: string): string => text.replaceAll(/^line .*\n/gm, '');
  return marked('-') === changed(before) && marked('+') === changed(after);
}

/** Opens the newest change of a file from its history, which must be shown as text, too. */
async function seeInHistory(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand('redline.showFileHistory', uri);
  await eventually('the diff in the history', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return tabs().some(({ input, label }) => input instanceof vscode.TabInputText && label.endsWith('(diff as text)'));
  });
}

/** Types into the diff, which must stay as it is. */
async function refusesTyping(document: vscode.TextDocument): Promise<void> {
  const text = document.getText();
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('type', { text: 'mine' });
  assert.ok(document.getText() === text && !document.isDirty, 'nothing is typed');
}
