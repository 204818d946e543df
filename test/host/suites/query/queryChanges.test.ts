import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { folderUriOf } from '../../../../src/vscode/files/paths/workspaceRoots.ts';
import { WatchedChanges, type ChangesOfWatch } from '../../../../src/vscode/queries/watchedChanges.ts';
import type { SearchRoot } from '../../../../src/vscode/search/searchRoots.ts';
import { applied, useGround } from '../ground.ts';
import { rootPath } from '../guard/data/settings.ts';
import { describeNeeds } from '../place.ts';
import { json, tell } from './queryCalls.ts';

interface Changes {
  readonly created: readonly string[];
  readonly deleted: readonly string[];
  readonly modified: readonly { readonly filePath: string; readonly diff: string | null; readonly unsaved: boolean }[];
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
  readonly truncated: boolean;
}

describeNeeds('links', 'changes since', function () {
  const ground = useGround('queryChanges');
  const at = (file: string): string => path.join(ground.folder, file);
  /** In words, without the folder. */
  const look = async (): Promise<string> => {
    const found = (await json('changes_since', { path: ground.path('') })) as unknown as Changes;
    const name = (file: string): string => file.slice(ground.path('').length);
    return [
      ...found.created.map((file) => `+${name(file)}`),
      ...found.deleted.map((file) => `-${name(file)}`),
      ...found.modified.map(({ filePath, unsaved }) => `~${name(filePath)}${unsaved ? '!' : ''}`),
      ...found.renamed.map(({ from, to }) => `${name(from)}>${name(to)}`),
    ].join(' ');
  };

  const cases: readonly (readonly [what: string, change: () => void | Promise<void>, told: string])[] = [
    ['nothing', () => undefined, ''],
    ['a new file', () => writeFileSync(at('new'), 'new'), '+new'],
    ['a file that went', () => rmSync(at('b')), '-b'],
    ['another content', () => appendFileSync(at('a'), 'more\n'), '~a'],
    ['a rename', () => renameSync(at('b'), at('c')), 'b>c'],
    ['a folder that was renamed', () => renameSync(at('in'), at('out')), 'in/d>out/d in/e>out/e'],
    ['a touch', () => utimesSync(at('a'), new Date(), new Date()), ''],
    ['the same bytes again', () => writeFileSync(at('a'), 'one\n'), ''],
    ['a replaced file with the same bytes', () => (writeFileSync(at('x'), 'one\n'), renameSync(at('x'), at('a'))), ''],
    [
      'a change with the old size and time',
      () => {
        const { mtimeMs, atimeMs } = readStat(at('a'));
        writeFileSync(at('x'), 'two\n');
        utimesSync(at('x'), atimeMs / 1000, mtimeMs / 1000);
        renameSync(at('x'), at('a'));
      },
      '~a',
    ],
    ['there and back', () => (appendFileSync(at('a'), 'x'), writeFileSync(at('a'), 'one\n')), ''],
    [
      'a formatter that saves',
      async () => {
        const document = await vscode.workspace.openTextDocument(at('a'));
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), '  ');
        await applied(edit);
        await document.save();
      },
      '~a',
    ],
    [
      'what is typed and not saved',
      async () => {
        const document = await vscode.workspace.openTextDocument(at('a'));
        const edit = new vscode.WorkspaceEdit();
        edit.insert(document.uri, new vscode.Position(0, 0), 'typed ');
        await applied(edit);
        await vscode.window.showTextDocument(document);
      },
      '~a!',
    ],
    [
      'a link to itself, but not of what cannot be looked at behind it',
      () => (rmSync(at('in'), { recursive: true }), symlinkSync('in', at('in'))),
      '+in',
    ],
    ['ignored files', () => writeFileSync(at('ignored.log'), 'x'), ''],
  ];
  for (const [what, change, told] of cases) {
    it(`tells of ${what}`, async () => {
      for (const [name, text] of Object.entries({
        a: 'one\n',
        b: 'bee\n',
        'in/d': 'dee',
        'in/e': 'eee',
        '.gitignore': '*.log',
      }))
        ground.put(name, text);
      await look();
      await change();
      assert.equal(await look(), told);
      assert.equal(await look(), '');
    });
  }

  it('tells nothing of files behind a folder that was replaced by a link out of the workspace', async () => {
    const outside = mkdtempSync(path.join(path.dirname(rootPath()), 'redline-outside-'));
    writeFileSync(path.join(outside, 'd'), 'outside\n');
    ground.put('in/d', 'dee\n');
    await look();
    rmSync(at('in'), { recursive: true });
    symlinkSync(outside, at('in'));
    assert.equal(await look(), '+in');
    rmSync(outside, { recursive: true });
  });

  it('tells nothing of a link and of a large file that git ignores from now on', async () => {
    ground.put('a', 'one\n');
    symlinkSync('a', at('link'));
    ground.put('large', '');
    truncateSync(at('large'), 33 * 2 ** 20);
    await look();
    ground.put('.gitignore', 'link\nlarge\n');
    assert.equal(await look(), '+.gitignore');
    assert.equal(await look(), '');
    truncateSync(at('large'), 34 * 2 ** 20);
    assert.equal(await look(), '~large');
  });

  for (const [what, refresh, told] of [
    ['that Watch was still scanning', () => new Promise<void>(() => undefined), /still being looked at/],
    ['nothing of Watch where it was done', () => Promise.resolve(), /^$/],
  ] as const) {
    it(`says ${what}`, async () => {
      const [folder] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(folder !== undefined);
      const status = { folder: folderUriOf(folder), state: 'on' } as const;
      const watch = { refresh, steps: () => [], status: () => [status] } as unknown as ChangesOfWatch;
      const { signal } = new AbortController();
      const notes = await new WatchedChanges(() => watch).scan([{ folder } as SearchRoot], signal);
      assert.match(notes.join(), told);
    });
  }

  it('tells of typed text that was known, and is taken back', async () => {
    ground.put('first/a', 'one\n');
    const document = await vscode.workspace.openTextDocument(at('first/a'));
    await vscode.window.showTextDocument(document);
    const edit = new vscode.WorkspaceEdit();
    edit.insert(document.uri, new vscode.Position(0, 0), 'typed ');
    await applied(edit);
    await look();
    await vscode.commands.executeCommand('workbench.action.files.revert');
    assert.equal(await look(), '~first/a');
    assert.equal(await look(), '');
  });

  it('leaves out what the agent did, and shows what others did since', async () => {
    ground.put('a', 'one\n');
    await look();
    await tell('read_file', { filePath: ground.path('a') });
    await ground.done('redline_edit_file', { filePath: ground.path('a'), oldString: 'one', newString: 'two' });
    assert.equal(await look(), '');
    appendFileSync(at('a'), 'three\n');
    const { text } = await tell('changes_since', { path: ground.path('') });
    assert.match(text, /\n two\n\+three/);
  });

  it('survives a branch switch of 2,000 files, and tells all of it in parts', async () => {
    mkdirSync(at('repo'), { recursive: true });
    const git = (...args: readonly string[]): void => {
      const who = ['-c', 'user.name=a', '-c', 'user.email=a@b.c', '-c', 'gc.auto=0'];
      execFileSync('git', ['-C', at('repo'), ...who, ...args], { stdio: 'ignore' });
    };
    git('init', '-q', '-b', 'one');
    const write = (version: string): void => {
      for (let file = 0; file < 2000; file++) ground.put(`repo/${file % 50}/f${file}.txt`, `${version} ${file}\n`);
    };
    write('first');
    git('add', '-A');
    git('commit', '-qm', 'one');
    git('checkout', '-qb', 'two');
    write('second');
    for (let file = 0; file < 50; file++) rmSync(at(`repo/${file}/f${file}.txt`));
    git('add', '-A');
    git('commit', '-qm', 'two');
    const before = process.memoryUsage().heapUsed;
    const next = async (): Promise<Changes> =>
      (await json('changes_since', { path: ground.path('') })) as unknown as Changes;
    // Where a suite before has looked at the whole workspace, all these files are news, told in parts.
    while ((await next()).truncated);
    git('checkout', '-q', 'one');
    let modified = 0;
    let created = 0;
    for (let calls = 1; ; calls++) {
      const found = await next();
      modified += found.modified.length;
      created += found.created.length;
      if (!found.truncated) break;
      assert.ok(calls < 60);
    }
    assert.deepEqual([modified, created], [1950, 50]);
    git('checkout', '-q', 'two');
    git('checkout', '-q', 'one');
    assert.equal(await look(), '');
    assert.ok(process.memoryUsage().heapUsed - before < 200 * 2 ** 20);
  });
});

function readStat(file: string): { readonly mtimeMs: number; readonly atimeMs: number } {
  const { statSync } = process.getBuiltinModule('node:fs');
  assert.ok(readFileSync(file).length > 0);
  return statSync(file);
}
