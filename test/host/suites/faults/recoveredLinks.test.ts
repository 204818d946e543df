import assert from 'node:assert/strict';
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Change } from '../../../../src/core/change/change.ts';
import { nodeRealPaths } from '../../../../src/node/disk/realPath.ts';
import type { Processes } from '../../../../src/tools/ports/diskPorts.ts';
import { PathResolver } from '../../../../src/vscode/files/paths/pathResolver.ts';
import { SettingsPolicy } from '../../../../src/vscode/gate/policy.ts';
import { SettingsRules } from '../../../../src/vscode/gate/rules.ts';
import { eventually } from '../ground.ts';
import { noTeams } from '../guard/data/settings.ts';
import { describeNeeds } from '../place.ts';
import { useLab, type Lab } from './lab.ts';

const processes = (own: string, ...gone: string[]): Processes => ({ own, isGone: (name) => gone.includes(name) });

/** What a window was cut off in: its first change was made, its last was not. */
const cutOff: readonly (readonly [title: string, file: string, first: (lab: Lab) => Change])[] = [
  ['an edit', 'f/a.txt', (lab) => lab.update('f/a.txt', 'one\n', 'two\n')],
  ['a new file', 'f/new.txt', (lab) => lab.create('f/new.txt', 'two\n')],
  ['a deletion', 'f/a.txt', (lab) => lab.remove('f/a.txt', 'one\n')],
  ['a move into it', 'f/moved.txt', (lab) => lab.move('b.txt', 'f/moved.txt', 'one\n', 'two\n')],
  ['a move out of it', 'f/a.txt', (lab) => lab.move('f/a.txt', 'moved.txt', 'one\n', 'two\n')],
];

describeNeeds('links', 'faults: a link where a window was cut off', function () {
  const lab = useLab();
  const policy = new SettingsPolicy(() => [], noTeams);
  after(() => policy.dispose());
  const check = (): SettingsRules =>
    new SettingsRules(new PathResolver(nodeRealPaths(), { isWindows: false, ignoreCase: false }), policy, noTeams);

  /** Leaves a call half-way, as a window that dies does; then its folder is another, which holds the same. */
  async function cutOffIn(first: Change, swap: boolean): Promise<string> {
    const reached = Promise.withResolvers<void>();
    const window = lab.start({
      processes: processes('1 here'),
      before: async (change) => {
        if (change.at.path !== 'last.txt') return;
        reached.resolve();
        await new Promise(() => undefined);
      },
    });
    void lab.apply(window, [first, lab.create('last.txt', 'last\n')]);
    await reached.promise;
    const outside = path.join(lab.storage, 'outside');
    if (!swap) return outside;
    cpSync(path.join(lab.folder, 'f'), outside, { recursive: true });
    renameSync(path.join(lab.folder, 'f'), path.join(lab.folder, 'before'));
    symlinkSync(outside, path.join(lab.folder, 'f'));
    return outside;
  }
  const read = (file: string): string | undefined => {
    try {
      return readFileSync(file, 'utf8');
    } catch {
      return undefined;
    }
  };
  const restart = (): Promise<readonly string[]> =>
    lab.start({ processes: processes('2 here', '1 here'), recheck: check() }).ready();

  for (const [title, file, first] of cutOff) {
    it(`nothing behind it is written: ${title}`, async () => {
      lab.put('f/a.txt', 'one\n');
      lab.put('b.txt', 'one\n');
      const outside = await cutOffIn(first(lab), true);
      const there = path.join(outside, path.basename(file));
      const before = read(there);
      const told = await restart();
      assert.equal(read(there), before);
      assert.match(told.join(), /Check|could not be rolled back/);
    });

    it(`and without a link it is taken back: ${title}`, async () => {
      lab.put('f/a.txt', 'one\n');
      lab.put('b.txt', 'one\n');
      await cutOffIn(first(lab), false);
      assert.match((await restart()).join(), /rolled back/);
      assert.deepEqual([lab.text('f/a.txt'), lab.text('b.txt')], ['one\n', 'one\n']);
      assert.deepEqual(
        [lab.text('f/new.txt'), lab.text('f/moved.txt'), lab.text('moved.txt')],
        Array(3).fill(undefined),
      );
    });
  }

  it("a file in the place of its folder is somebody else's, and the call ends", async () => {
    lab.put('f/a.txt', 'one\n');
    await cutOffIn(lab.update('f/a.txt', 'one\n', 'two\n'), false);
    rmSync(path.join(lab.folder, 'f'), { recursive: true });
    writeFileSync(path.join(lab.folder, 'f'), 'theirs\n');
    assert.match((await restart()).join(), /Check f\/a\.txt/);
    assert.deepEqual([lab.text('f'), await restart()], ['theirs\n', []]);
  });

  /** Another program puts the places of all steps into another folder. */
  function forge(folder: string): void {
    const journal = path.join(lab.storage, 'journal');
    const [from, to] = [lab.folder, folder].map((each) => vscode.Uri.file(each).toString());
    for (const name of readdirSync(journal).filter((each) => each.endsWith('.json'))) {
      const text = readFileSync(path.join(journal, name), 'utf8');
      assert.ok(from !== undefined && to !== undefined && text.includes(from));
      writeFileSync(path.join(journal, name), text.replaceAll(from, to));
    }
  }

  for (const [title, file, first] of cutOff) {
    it(`nothing outside the workspace is written, whatever the journal says: ${title}`, async () => {
      const outside = mkdtempSync(path.join(tmpdir(), 'redline-outside-'));
      try {
        lab.put('f/a.txt', 'one\n');
        lab.put('b.txt', 'one\n');
        await cutOffIn(first(lab), false);
        cpSync(lab.folder, outside, { recursive: true });
        const before = read(path.join(outside, file));
        forge(outside);
        assert.match((await restart()).join(), /is outside the workspace/);
        assert.equal(read(path.join(outside, file)), before);
      } finally {
        rmSync(outside, { recursive: true });
      }
    });

    it(`nor is it by taking back and doing again: ${title}`, async () => {
      const outside = mkdtempSync(path.join(tmpdir(), 'redline-outside-'));
      try {
        lab.put('f/a.txt', 'one\n');
        lab.put('b.txt', 'one\n');
        assert.equal(await lab.apply(lab.start(), [first(lab)]), undefined);
        cpSync(lab.folder, outside, { recursive: true });
        const before = read(path.join(outside, file));
        forge(outside);
        const window = lab.start({ processes: processes('2 here'), recheck: check() });
        await window.ready();
        const { last } = window.history;
        assert.ok(last);
        await assert.rejects(window.history.revert(last), /outside the workspace/);
        assert.equal(read(path.join(outside, file)), before);
      } finally {
        rmSync(outside, { recursive: true });
      }
    });
  }

  it('takes back what was cut off in the middle of a file, and leaves alone what somebody emptied or edited', async () => {
    const [before, after] = ['one\n', 'two\n'].map((line) => line.repeat(3000));
    assert.ok(before !== undefined && after !== undefined);
    for (const [found, expected, words] of [
      [after.slice(0, 8192) + before.slice(8192), before, /rolled back/],
      [before.slice(0, 4096) + after.slice(4096), before, /rolled back/],
      ['', '', /Check .*a\.txt/],
      ['tw', 'tw', /Check .*a\.txt/],
      // Somebody put one line back.
      [after.slice(0, 4) + before.slice(4, 8) + after.slice(8), 'two\none\n' + after.slice(8), /Check .*a\.txt/],
    ] as const) {
      lab.put('f/a.txt', before);
      await cutOffIn(lab.update('f/a.txt', before, after), false);
      lab.put('f/a.txt', found);
      assert.match((await restart()).join(), words);
      assert.equal(lab.text('f/a.txt'), expected);
      rmSync(path.join(lab.folder, 'last.txt'), { force: true });
    }
  });

  it('leaves alone what a later step did again that was left half done', async () => {
    lab.put('f/a.txt', 'one\n');
    lab.put('b.txt', 'one\n');
    const window = lab.start({
      processes: processes('1 here'),
      files: (real) => ({
        replace: (uri, bytes, previous) =>
          // The disk fails for good: neither the last file is written, nor the first put back.
          uri.endsWith('moved.txt') || previous.length > bytes.length
            ? Promise.reject(Object.assign(new Error('broken'), { code: 'EIO' }))
            : real.replace(uri, bytes, previous),
      }),
    });
    const first = lab.update('f/a.txt', 'one\n', 'longer\n');
    const moved = lab.move('b.txt', 'moved.txt', 'one\n', 'two\n');
    assert.match((await lab.apply(window, [first, moved])) ?? '', /^PARTIALLY_APPLIED: .*a\.txt/);
    lab.put('f/a.txt', 'one\n');
    assert.equal(await lab.apply(window, [first]), undefined);
    assert.match((await restart()).join(), /Check .*a\.txt/);
    assert.equal(lab.text('f/a.txt'), 'longer\n');
  });

  it('leaves alone what a person types where a file was written that is to be taken back', async () => {
    lab.put('f/a.txt', 'one\n');
    lab.put('b.txt', 'one\n');
    const uri = vscode.Uri.file(path.join(lab.folder, 'f/a.txt'));
    const document = await vscode.workspace.openTextDocument(uri);
    const window = lab.start({
      files: (real) => ({
        replace: async (place, bytes, previous) => {
          if (!place.endsWith('moved.txt')) return real.replace(place, bytes, previous);
          // The editor refuses an edit of a text that it is loading, which the call has just written.
          await eventually('the edit to be taken', async () => {
            const edit = new vscode.WorkspaceEdit();
            edit.insert(uri, new vscode.Position(0, 0), 'typed ');
            return vscode.workspace.applyEdit(edit);
          });
          throw Object.assign(new Error('broken'), { code: 'EIO' });
        },
      }),
    });
    await vscode.window.showTextDocument(document);
    const moved = lab.move('b.txt', 'moved.txt', 'one\n', 'two\n');
    const said = await lab.apply(window, [lab.update('f/a.txt', 'one\n', 'two\n'), moved]);
    assert.match(said ?? '', /^PARTIALLY_APPLIED: .*a\.txt/);
    assert.match(document.getText(), /^typed (one|two)\n$/);
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
