import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { sha256 } from '../../../../src/core/text/bytes.ts';
import { openWatch } from '../../../../src/node/watch/openWatch.ts';
import type { WindowWatch } from '../../../../src/vscode/watch/windowWatch.ts';
import { laterCall } from '../historyCalls.ts';
import { folderOf, openAll, openFolders, root, type RootName } from './roots.ts';
import { createWindowWatch } from './windowWatch.ts';

const names = ['one', 'two', 'inner'] as const;
const uriOf = (name: RootName, file: string): vscode.Uri => vscode.Uri.joinPath(folderOf(name).uri, file);

describe('several folders: a file to review that calls move from one to the next', () => {
  const storage = mkdtempSync(path.join(tmpdir(), 'redline-moved-'));
  const entries: JournalEntry[] = [];
  let watch: WindowWatch;
  before(async () => {
    await openFolders(...names);
    execFileSync('git', ['init', '--quiet'], { cwd: folderOf('one').uri.fsPath });
    root('one').put('.gitignore', '/packages/inner/\n');
    root('one').put('moves/a.txt', 'old\n');
    watch = createWindowWatch(openWatch, storage, entries);
    // The outer folder knows of the inner one once that has a baseline.
    for (let scan = 0; scan < 3; scan++) await watch.refresh();
  });
  after(async () => {
    watch.dispose();
    for (const file of ['.git', '.gitignore']) root('one').remove(file);
    for (const name of names) rmSync(uriOf(name, 'moves').fsPath, { recursive: true, force: true });
    rmSync(storage, { recursive: true });
    await openAll();
  });

  async function move(from: vscode.Uri, to: vscode.Uri, reverts?: string): Promise<void> {
    const isFolder = statSync(from.fsPath).isDirectory();
    const content = isFolder
      ? ({ kind: 'directory' } as const)
      : ({ kind: 'text', encoding: 'utf8', sha256: await sha256(readFileSync(from.fsPath)) } as const);
    const [source, at] = [from, to].map((uri) => ({ uri: uri.toString(), path: uri.path, real: uri.toString() }));
    assert.ok(source && at);
    entries.push({
      ...laterCall('', ''),
      id: String(entries.length),
      time: new Date().toISOString(),
      later: undefined,
      reverts,
      changes: [{ kind: 'move', from: source, at, before: content, after: content }],
    });
    mkdirSync(path.dirname(to.fsPath), { recursive: true });
    renameSync(from.fsPath, to.fsPath);
    await watch.refresh();
  }

  /** The paths with the sizes of both sides, and the call that made the last step. */
  const listed = () =>
    watch.items().map(({ path: file, baseline, current, steps }) => {
      const origin = steps.at(-1)?.origin;
      return [file, baseline?.size, current?.size, origin?.kind === 'later' ? origin.entry : undefined];
    });

  it('stays listed, also where git ignores the inner folder, and is as before once the moves are undone', async () => {
    root('one').put('moves/a.txt', 'by an agent\n');
    await watch.refresh();
    assert.deepEqual(listed(), [['moves/a.txt', 4, 12, undefined]]);
    const [a, b, c] = [uriOf('one', 'moves/a.txt'), uriOf('inner', 'moves/b.txt'), uriOf('two', 'moves/c.txt')];
    const deleted = ['moves/a.txt', 4, undefined, '0'];
    await move(a, b);
    assert.deepEqual(listed(), [deleted, ['moves/b.txt', undefined, 12, '0']]);
    await move(b, c);
    assert.deepEqual(listed(), [deleted, ['moves/c.txt', undefined, 12, '1']]);
    await move(c, b, '1');
    assert.deepEqual(listed(), [deleted, ['moves/b.txt', undefined, 12, undefined]]);
    await move(b, a, '0');
    assert.deepEqual(listed(), [['moves/a.txt', 4, 12, undefined]]);
  });

  it('is listed without the other files of its folder, which a call moves', async () => {
    root('one').put('moves/same.txt', 'same\n');
    await watch.refresh();
    await watch.accept(watch.items());
    root('one').put('moves/a.txt', 'agent\n');
    await watch.refresh();
    const [from, to] = [uriOf('one', 'moves'), uriOf('two', 'moves/folder')];
    await move(from, to);
    const id = String(entries.length - 1);
    assert.deepEqual(listed(), [
      ['moves/a.txt', 12, undefined, id],
      ['moves/folder/a.txt', undefined, 6, id],
    ]);
    await move(to, from, id);
    assert.deepEqual(listed(), [['moves/a.txt', 12, 6, undefined]]);
  });
});
