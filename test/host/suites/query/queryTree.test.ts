import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { makeIgnoreCases } from '../../../core/pattern/ignoreCases.ts';
import { useGround } from '../ground.ts';
import { describeNeeds } from '../place.ts';
import { json, nextCall, tell } from './queryCalls.ts';

async function paths(tool: 'list' | 'find', folder: string): Promise<string[]> {
  const below = (full: string): string => full.slice(folder.length + 1);
  if (tool === 'find') {
    const { files } = await json('find_files', { pattern: '**', path: folder, limit: 1000 });
    return (files as string[]).map(below).sort();
  }
  const all = { dirPath: folder, recursive: true, includeHidden: true, maxEntries: 500 };
  const { entries } = await json('list_directory', all);
  const files = (entries as { path: string; type: string }[]).filter(({ type }) => type === 'file');
  return files.map((entry) => below(entry.path)).sort();
}

describeNeeds('links', 'listing and finding', function () {
  const ground = useGround('queryTree');
  const above = path.dirname(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '/none/none');

  it('leaves out what git does, in generated folders of rules', async () => {
    mkdirSync(path.join(ground.folder, 'made'), { recursive: true });
    const { folders, paths: made, ignored } = makeIgnoreCases(path.join(ground.folder, 'made'), { count: 12, seed: 5 });
    for (const folder of folders) {
      const wanted = made
        .filter((each) => each.startsWith(`${folder}/`) && !ignored.has(each) && !each.endsWith('/link'))
        .filter((each) => !made.some((other) => other.startsWith(`${each}/`)))
        .map((each) => each.slice(folder.length + 1))
        // What no path that is asked for can name.
        .filter((each) => !/(?:^|\/)[. ]+(?:\/|$)|\\/.test(each));
      for (const tool of ['find', 'list'] as const) {
        const found = (await paths(tool, ground.path(`made/${folder}`))).filter(
          (each) => !/\\|(?:^|\/)link$/.test(each),
        );
        assert.deepEqual(found, wanted.sort(), `${tool} ${folder}`);
      }
    }
  });

  it('heeds rules from above the workspace folder', async function () {
    mkdirSync(path.join(above, '.git/info'), { recursive: true });
    writeFileSync(path.join(above, '.gitignore'), '/*/*/above-*\n');
    writeFileSync(path.join(above, '.git/info/exclude'), 'excluded-*\n');
    try {
      for (const name of ['above-a.txt', 'excluded-b.txt', 'c.txt']) ground.put(name, 'needle');
      assert.deepEqual(await paths('list', ground.path('').replace(/\/$/, '')), ['c.txt']);
      assert.deepEqual(await paths('find', ground.path('').replace(/\/$/, '')), ['c.txt']);
      const { text } = await tell('search_text', { query: 'needle', path: ground.path('') });
      assert.match(text, /^1 match/);
    } finally {
      for (const name of ['.git', '.gitignore']) rmSync(path.join(above, name), { recursive: true });
    }
  });

  it('follows no link that leaves the workspace or leads back', async () => {
    ground.put('real/a.txt', 'needle\n');
    for (const [name, target] of Object.entries({ loop: '.', up: '..', out: '/etc', self: 'self', file: 'real/a.txt' }))
      symlinkSync(target, path.join(ground.folder, name));
    const folder = ground.path('').replace(/\/$/, '');
    const links = ['file', 'loop', 'out', 'self', 'up'];
    assert.deepEqual(await paths('find', folder), [...links.slice(0, 3), 'real/a.txt', ...links.slice(3)]);
    const found = await json('find_files', { pattern: '{file,out,self}', path: folder });
    const targets = (found['links'] as { path: string; target: string | null }[]).map(({ target }) => target);
    assert.deepEqual(targets, ['real/a.txt', null, 'self'], 'nothing is told of what lies outside');
    assert.match((await tell('find_files', { pattern: 'file', path: folder })).text, /file  symlink to real\/a\.txt$/);
    assert.deepEqual(await paths('list', folder), ['real/a.txt']);
    const { entries } = await json('list_directory', { dirPath: folder });
    const types = (entries as { name: string; type: string }[]).map(({ name, type }) => `${name} ${type}`);
    assert.deepEqual(types, [
      'file symlink',
      'loop symlink',
      'out symlink',
      'real directory',
      'self symlink',
      'up symlink',
    ]);
    assert.match((await tell('search_text', { query: 'needle', path: folder })).text, /^1 match/);
    const info = await json('path_info', { path: ground.path('loop') });
    assert.deepEqual([info['type'], info['symlinkTarget'], info['symlinkTargetType']], ['symlink', '.', 'directory']);
    const self = await json('path_info', { path: ground.path('self') });
    assert.deepEqual([self['type'], self['symlinkTargetType']], ['symlink', 'nothing']);
    const out = await json('path_info', { path: ground.path('out') });
    assert.deepEqual([out['type'], out['directory']], ['symlink', null]);
  });

  const globs: readonly (readonly [input: object, files: string])[] = [
    [{ pattern: '*.{ts,js}' }, 'a.ts src/b.js src/in/c.ts'],
    [{ pattern: 'src/*' }, 'src/b.js'],
    [{ pattern: '!*.ts' }, 'd.md src/b.js'],
    [{ pattern: 'src/**' }, 'src/b.js src/in/c.ts'],
    [{ pattern: '**/in/*' }, 'src/in/c.ts'],
    [{ pattern: '[ad].*' }, 'a.ts d.md'],
    [{ pattern: '*', offset: 2, limit: 1 }, 'src/b.js'],
  ];
  for (const [input, files] of globs) {
    it(`finds ${JSON.stringify(input)}`, async () => {
      for (const name of ['a.ts', 'src/b.js', 'src/in/c.ts', 'd.md']) ground.put(name, '');
      const found = await json('find_files', { ...input, path: ground.path('') });
      assert.equal((found['files'] as string[]).map((file) => file.slice(ground.path('').length)).join(' '), files);
    });
  }

  it('is gone through to the end by the calls that it names', async () => {
    for (let at = 0; at < 1250; at++) ground.put(`many/${at % 7}/file-${at}.txt`, '');
    for (const first of [
      { tool: 'list_directory', input: { dirPath: ground.path('many'), recursive: true, maxEntries: 500 }, all: 1257 },
      { tool: 'find_files', input: { pattern: '*.txt', path: ground.path('many'), limit: 1000 }, all: 1250 },
      { tool: 'find_files', input: { pattern: '*.txt', path: ground.path('many'), sortBy: 'modified' }, all: 1250 },
    ]) {
      const seen: string[] = [];
      for (let call: { tool: string; input: object } | undefined = first; call !== undefined;) {
        const { text } = await tell(call.tool, call.input);
        seen.push(...text.split('\n').filter((line) => line.startsWith(ground.path('many/'))));
        call = nextCall(text);
      }
      assert.equal(new Set(seen).size, first.all, first.tool);
      assert.equal(seen.length, first.all);
    }
  });

  it('adds up a folder', async () => {
    for (const [name, size] of Object.entries({ 'a.ts': 10, 'in/b.ts': 20, 'in/c': 5 }))
      ground.put(name, 'x'.repeat(size));
    symlinkSync('in', path.join(ground.folder, 'link'));
    const { directory } = await json('path_info', { path: ground.path('') });
    const { files, folders, bytes } = directory as { files: number; folders: number; bytes: number };
    assert.deepEqual([files, folders, bytes], [3, 1, 35]);
  });

  it('tells modes and times as they are', async function () {
    if (process.platform === 'win32') this.skip();
    ground.put('run.sh', '#!/bin/sh\n', 0o754);
    execFileSync('touch', ['-d', '2024-05-06T07:08:09Z', path.join(ground.folder, 'run.sh')]);
    const info = await json('path_info', { path: ground.path('run.sh') });
    assert.deepEqual([info['permissions'], info['modified']], ['rwxr-xr-- (754)', '2024-05-06T07:08:09.000Z']);
    assert.deepEqual((await json('path_info', { path: ground.path('no/such') }))['exists'], false);
  });
});
