import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually, itWithoutRules, useGround } from '../ground.ts';
import { answering, apiCall } from '../guard/data/calls.ts';

const token = `ghp_${'aB3dE6gH9'.repeat(4)}`;
const numbered = Array.from({ length: 400 }, (_, line) => `const line${line + 1} = ${line + 1};`).join('\n');
/** The line with a token, 1-based: far below the first screen. */
const line = 333;

describe('the command that shows the next or previous warning', function () {
  const ground = useGround('jumps');

  for (const count of [1, 4]) {
    itWithoutRules(
      `puts the cursor on its line, in a review of ${count === 1 ? 'one file' : `${count} files`}`,
      async () => {
        const names = Array.from({ length: count }, (_, file) => `file${file}.js`);
        for (const name of names) ground.put(name, numbered);
        const edits = names.map((name) => ({
          filePath: ground.path(name),
          oldString: `line${line} = ${line};`,
          newString: `line${line} = '${token}';`,
        }));
        const write = (): Promise<unknown> => apiCall('multi_edit', { edits });
        await answering('reject', write, async () => {
          for (const name of names) await jump('next', name);
          // Around the end, and back.
          await jump('next', names[0]);
          await jump('previous', names.at(-1));
        });
        for (const name of names) assert.equal(ground.text(name), numbered);
      },
    );
  }

  itWithoutRules('shows the beginning of a unified diff, which has no such line, among several files', async () => {
    const large = `${'foo\n'.repeat(12_000)}key = 1;\n${'foo\n'.repeat(13_000)}`;
    ground.put('large.js', large);
    ground.put('small.js', numbered);
    const edits = [
      { filePath: ground.path('large.js'), oldString: 'foo', newString: 'bar', replaceAll: true },
      { filePath: ground.path('large.js'), oldString: 'key = 1;', newString: `key = '${token}';` },
      { filePath: ground.path('small.js'), oldString: 'line1 = 1;', newString: 'line1 = 2;' },
    ];
    const write = (): Promise<unknown> => apiCall('multi_edit', { edits });
    await answering('reject', write, async () => {
      // The first warning is of the file as a whole, the second of a line of its new text.
      await vscode.commands.executeCommand('redline.nextWarning');
      await vscode.commands.executeCommand('redline.nextWarning');
      await eventually('the beginning of the unified diff', () => {
        const editor = vscode.window.activeTextEditor;
        const isUnified = editor?.document.uri.path.endsWith('large.js.diff (Redline)') === true;
        return isUnified && editor.selection.active.line === 0;
      });
    });
    assert.equal(ground.text('large.js'), large);
  });
});

async function jump(way: 'next' | 'previous', name = ''): Promise<void> {
  await vscode.commands.executeCommand(`redline.${way}Warning`);
  const now = (): string => {
    const { activeTextEditor: editor } = vscode.window;
    const at = editor?.selection.active.line ?? 0;
    const isSeen = editor?.visibleRanges.some(({ start, end }) => start.line <= at && at <= end.line);
    return `${editor?.document.uri.path.split('/').at(-1)}:${at + 1}${isSeen === true ? '' : ' out of sight'}`;
  };
  const isThere = (): boolean => now().startsWith(name) && now().endsWith(`:${line}`);
  await eventually(`the cursor in ${name}`, isThere).catch((cause: unknown) => {
    throw new Error(`the cursor is in ${now()}`, { cause });
  });
}
