import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { eventually, shown, useGround } from '../ground.ts';
import { describeNeeds, thePlace } from '../place.ts';

const lines = 30_000;
const foo = 'foo\n'.repeat(lines);
const bar = 'bar\n'.repeat(lines);

describeNeeds('links', 'a change to review that is too large for a diff editor', () => {
  const ground = useGround('huge');
  const run = (command: string, ...given: unknown[]): Thenable<unknown> =>
    vscode.commands.executeCommand(`redline.toReview.${command}`, ...given);
  const activeInput = (): unknown => vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  const isUnified = (uri: vscode.Uri): boolean =>
    uri.scheme === 'redline-baseline' && uri.path.endsWith('/big.txt.diff');

  /** The text of the active tab, which is a single read-only document. */
  async function unifiedShown(): Promise<string> {
    const input = activeInput();
    assert.ok(input instanceof vscode.TabInputText && isUnified(input.uri));
    return shown(input.uri);
  }

  beforeEach(async () => {
    ground.put('big.txt', foo);
    ground.put('small.txt', 'one\n');
    await run('show');
    await run('keepAll');
    ground.put('big.txt', bar);
    ground.put('small.txt', 'two\n');
    await run('show');
  });
  afterEach(() => run('keepAll'));

  it('is shown whole as a unified diff; another one in a diff editor', async () => {
    await run('open', ground.uri('big.txt'));
    const diff = (await unifiedShown()).split('\n');
    assert.equal(diff.filter((line) => line === '-foo').length, lines);
    assert.equal(diff.filter((line) => line === '+bar').length, lines);
    await run('open', ground.uri('small.txt'));
    assert.ok(activeInput() instanceof vscode.TabInputTextDiff);
  });

  it('is shown likewise where the file was deleted', async () => {
    rmSync(path.join(ground.folder, 'big.txt'));
    await run('show');
    await run('open', ground.uri('big.txt'));
    const diff = (await unifiedShown()).split('\n');
    assert.equal(diff.filter((line) => line === '-foo').length, lines);
  });

  it('is shown likewise beside others', async () => {
    await run('openAll');
    const loaded = (): readonly vscode.Uri[] => vscode.workspace.textDocuments.map(({ uri }) => uri);
    await eventually('the editor of several files', () => loaded().some(isUnified));
    const isBaseline = ({ scheme, path: name }: vscode.Uri): boolean =>
      scheme === 'redline-baseline' && name === ground.uri('big.txt').path;
    assert.equal(loaded().some(isBaseline), false);
  });

  it('is shown likewise from the history', async () => {
    const side = (text: string) => {
      const id = createHash('sha1').update(`blob ${text.length}\0${text}`).digest('hex');
      return { mode: 'file', size: text.length, id };
    };
    const step = {
      folder: thePlace().root.toString().replace(/\/$/, ''),
      path: ground.path('big.txt'),
      before: side(foo),
      after: side(bar),
    };
    await vscode.commands.executeCommand('redline.history.showDiff', { kind: 'step', step });
    assert.ok((await unifiedShown()).includes('\n-foo\n'));
  });
});
