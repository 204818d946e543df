import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { ToolError } from '../../../../src/core/wording/errors.ts';
import { inEnglish } from '../../../../src/core/wording/phrase.ts';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { Applying } from '../../../../src/vscode/host/startApplying.ts';
import { randomFrom } from '../../../random.ts';
import { eventually, set } from '../ground.ts';
import { numbers, useLab } from './lab.ts';

describe('history mechanics', () => {
  const lab = useLab();
  const at = (file: string): string => path.join(lab.folder, file);

  async function made(by: Applying, ...changes: Parameters<typeof lab.apply>[1][number][]): Promise<JournalEntry> {
    assert.equal(await lab.apply(by, changes), undefined);
    const entry = by.history.calls.at(-1);
    assert.ok(entry);
    return entry;
  }
  const refuses = (work: Promise<unknown>, why: RegExp): Promise<void> =>
    assert.rejects(work, (cause: Error) => {
      assert.match(cause.message, why);
      return true;
    });

  const letters = ['a', 'b', 'c', 'd', 'e', 'f'];
  /** The file when these of six calls are in effect, each of which changes a line of its own. */
  const linesWith = (inEffect: ReadonlySet<number>): string =>
    letters.map((letter, at) => `${inEffect.has(at) ? letter.toUpperCase() : letter}\nbetween\n`).join('');

  for (const seed of numbers(6, [1])) {
    it(`takes six calls on one file back and does them again in any order, across restarts (seed ${seed})`, async function () {
      const random = randomFrom(seed);
      let window = lab.start();
      const inEffect = new Set<number>();
      const ids: string[] = [];
      lab.put('a.txt', linesWith(inEffect));
      for (const call of letters.keys()) {
        const before = linesWith(inEffect);
        inEffect.add(call);
        ids.push((await made(window, lab.update('a.txt', before, linesWith(inEffect)))).id);
      }
      for (let step = 0; step < 12; step++) {
        if (step % 5 === 4) window = lab.start();
        const call = Math.floor(random() * letters.length);
        const entry = await window.history.find(ids[call] ?? '');
        assert.ok(entry);
        assert.equal(window.history.isInEffect(entry), inEffect.has(call));
        if (inEffect.delete(call)) await window.history.revert(entry);
        else {
          inEffect.add(call);
          await window.history.redo(entry);
        }
        assert.equal(lab.text('a.txt'), linesWith(inEffect), `step ${step}`);
      }
    });
  }

  it('tells people, without advice to a model, why a step cannot be made', async () => {
    const full = (): never => {
      throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
    };
    lab.put('a.txt', 'one\n');
    const entry = await made(lab.start(), lab.update('a.txt', 'one\n', 'two\n'));
    const causes: unknown[] = [];
    const onFull = lab.start({ files: () => ({ replace: full }) });
    await onFull.history.revert(entry).catch((cause: unknown) => causes.push(cause));
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(at('a.txt')));
    await editor.edit((typing) => typing.insert(new vscode.Position(0, 0), 'typed '));
    await lab
      .start()
      .history.revert(entry)
      .catch((cause: unknown) => causes.push(cause));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    const told = causes.map((cause) =>
      cause instanceof ToolError && cause.userMessage !== undefined ? inEnglish(cause.userMessage) : cause,
    );
    assert.deepEqual(told, [
      '"Edit a.txt" failed (ENOSPC): the disk is full. Nothing was changed.',
      'a.txt has changed on the same lines since, so nothing was undone.',
    ]);
    assert.equal(lab.text('a.txt'), 'two\n');
  });

  it('calls off a step that waits for another on the same file, and makes none of it later', async () => {
    lab.put('a.txt', 'one\n');
    const by = lab.start();
    const entry = await made(by, lab.update('a.txt', 'one\n', 'two\n'));
    const stop = new AbortController();
    const waits: string[] = [];
    const first = by.history.revert(entry, { onWait: (before) => waits.push(...before.map(inEnglish)) });
    const second = by.history.revert(entry, {
      signal: stop.signal,
      onWait: (before) => {
        waits.push(...before.map(inEnglish));
        stop.abort();
      },
    });
    await assert.rejects(second, { code: 'REJECTED' });
    await first;
    assert.deepEqual(waits, ['Undo "A change"']);
    assert.equal(lab.text('a.txt'), 'one\n');
  });

  it('reverts all since a call, the newest first, over files that came, went and moved', async () => {
    const window = lab.start();
    lab.put('a.txt', 'one\n');
    lab.put('gone.txt', 'gone\n');
    await made(window, lab.update('a.txt', 'one\n', 'two\n'), lab.create('new/n.txt', 'new\n'));
    await made(window, lab.move('new/n.txt', 'moved.txt', 'new\n', 'newer\n'), lab.remove('gone.txt', 'gone\n'));
    await made(window, lab.create('gone.txt', 'come again\n'), lab.update('a.txt', 'two\n', 'three\n'));
    for (const entry of window.history.calls.toReversed()) await window.history.revert(entry);
    assert.deepEqual([lab.text('a.txt'), lab.text('gone.txt')], ['one\n', 'gone\n']);
    assert.deepEqual([lab.text('moved.txt'), lab.text('new/n.txt')], [undefined, undefined]);
    for (const entry of window.history.calls) await window.history.redo(entry);
    assert.deepEqual(
      [lab.text('a.txt'), lab.text('gone.txt'), lab.text('moved.txt')],
      ['three\n', 'come again\n', 'newer\n'],
    );
  });

  it('takes nothing of a call back where one of its files meets later work', async () => {
    const window = lab.start();
    for (const name of ['a.txt', 'b.txt', 'c.txt']) lab.put(name, 'one\ntwo\nthree\n');
    const edits = ['a.txt', 'b.txt', 'c.txt'].map((name) => lab.update(name, 'one\ntwo\nthree\n', 'one\nTWO\nthree\n'));
    const entry = await made(window, ...edits);
    lab.put('b.txt', 'one\nmine\nthree\n');
    lab.put('c.txt', 'one\nTWO\nthree\nfour\n');
    await refuses(window.history.revert(entry), /b\.txt has changed on the same lines since/);
    assert.deepEqual(
      ['a.txt', 'b.txt', 'c.txt'].map((name) => lab.text(name)),
      ['one\nTWO\nthree\n', 'one\nmine\nthree\n', 'one\nTWO\nthree\nfour\n'],
    );
    assert.equal(window.history.isInEffect(entry), true);
    lab.put('b.txt', 'one\nTWO\nthree\n');
    await window.history.revert(entry);
    assert.equal(lab.text('c.txt'), 'one\ntwo\nthree\nfour\n');
    // And again, with what was added since; that is no conflict with itself.
    await window.history.redo(entry);
    assert.equal(lab.text('c.txt'), 'one\nTWO\nthree\nfour\n');
  });

  it('takes a creation back only if it is unchanged, and is content if it is gone', async () => {
    const window = lab.start();
    const entry = await made(window, lab.create('n.txt', 'new\n'), lab.create('m.txt', 'new\n'));
    lab.put('n.txt', 'mine\n');
    await refuses(window.history.revert(entry), /n\.txt has changed since/);
    assert.deepEqual([lab.text('n.txt'), lab.text('m.txt')], ['mine\n', 'new\n']);
    rmSync(at('n.txt'));
    await window.history.revert(entry);
    assert.deepEqual([lab.text('n.txt'), lab.text('m.txt'), window.history.last], [undefined, undefined, undefined]);
  });

  it('refuses where the person deleted, moved or replaced a file meanwhile, and loses nothing', async () => {
    const window = lab.start();
    lab.put('a.txt', 'one\n');
    const edit = await made(window, lab.update('a.txt', 'one\n', 'two\n'));
    renameSync(at('a.txt'), at('elsewhere.txt'));
    await refuses(window.history.revert(edit), /a\.txt no longer exists/);
    mkdirSync(at('a.txt'));
    await refuses(window.history.revert(edit), /a\.txt no longer exists or is no longer text/);
    rmSync(at('a.txt'), { recursive: true });
    renameSync(at('elsewhere.txt'), at('a.txt'));
    const deletion = await made(window, lab.remove('a.txt', 'two\n'));
    lab.put('a.txt', 'mine\n');
    await refuses(window.history.revert(deletion), /a\.txt has changed since/);
    assert.equal(lab.text('a.txt'), 'mine\n');
    rmSync(at('a.txt'));
    const move = await made(window, lab.create('m.txt', 'm\n')).then(() =>
      made(window, lab.move('m.txt', 'x/m.txt', 'm\n')),
    );
    lab.put('m.txt', 'mine\n');
    await assert.rejects(window.history.revert(move));
    assert.deepEqual([lab.text('m.txt'), lab.text('x/m.txt')], ['mine\n', 'm\n']);
    // Somebody who puts things back by hand is not told that they changed.
    lab.put('a.txt', 'two\n');
    await window.history.revert(deletion);
    assert.equal(lab.text('a.txt'), 'two\n');
  });

  it('brings modes back with what was deleted, and leaves read-only files alone', async () => {
    const window = lab.start();
    lab.put('run.sh', 'echo\n');
    chmodSync(at('run.sh'), 0o750);
    const deletion = await made(window, lab.remove('run.sh', 'echo\n'));
    await window.history.revert(deletion);
    assert.equal(statSync(at('run.sh')).mode & 0o777, 0o750);
    lab.put('a.txt', 'one\n');
    const edit = await made(window, lab.update('a.txt', 'one\n', 'two\n'));
    chmodSync(at('a.txt'), 0o444);
    await refuses(window.history.revert(edit), /read-only/);
    assert.equal(lab.text('a.txt'), 'two\n');
    const creation = await made(window, lab.create('n.txt', 'new\n'));
    chmodSync(at('n.txt'), 0o444);
    await refuses(window.history.revert(creation), /read-only/);
    assert.equal(lab.text('n.txt'), 'new\n');
  });

  it('merges with unsaved typing and leaves it unsaved; typing in the same lines is a conflict', async () => {
    const window = lab.start();
    lab.put('a.txt', 'one\ntwo\nthree\n');
    const edit = await made(window, lab.update('a.txt', 'one\ntwo\nthree\n', 'ONE\ntwo\nthree\n'));
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(at('a.txt')));
    // An editor that was open before takes over what was written when the watcher tells it.
    await eventually('the text that was written', () => editor.document.getText().startsWith('ONE'));
    await editor.edit((typing) => typing.insert(new vscode.Position(3, 0), 'typed\n'));
    await window.history.revert(edit);
    assert.deepEqual([editor.document.getText(), editor.document.isDirty], ['one\ntwo\nthree\ntyped\n', true]);
    assert.equal(lab.text('a.txt'), 'ONE\ntwo\nthree\n');
    await window.history.redo(edit);
    assert.equal(editor.document.getText(), 'ONE\ntwo\nthree\ntyped\n');
    await editor.edit((typing) => typing.insert(new vscode.Position(0, 0), 'mine '));
    await refuses(window.history.revert(edit), /a\.txt has changed on the same lines/);
    assert.equal(editor.document.getText(), 'mine ONE\ntwo\nthree\ntyped\n');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('keeps within its bounds, also while calls are under way, and takes no bytes from those it keeps', async () => {
    await set('redline.history.maxEntries', 2);
    try {
      const window = lab.start();
      for (let n = 0; n < 8; n++) lab.put(`f${n}.txt`, 'one\n');
      // All need the same bytes, and each that ends forgets those before it.
      const calls = letters.map((_, n) => lab.apply(window, [lab.update(`f${n}.txt`, 'one\n', 'two\n')]));
      assert.deepEqual(await Promise.all(calls), [undefined, undefined, undefined, undefined, undefined, undefined]);
      const kept = window.history.calls;
      assert.deepEqual([kept.length, readdirSync(path.join(lab.storage, 'journal')).length], [2, 2]);
      for (const entry of kept.toReversed()) await window.history.revert(entry);
      const left = kept.map(({ changes }) => lab.text(changes[0]?.at.path ?? ''));
      assert.deepEqual(left, ['one\n', 'one\n']);
      await window.history.clear();
      assert.deepEqual([window.history.calls, readdirSync(path.join(lab.storage, 'blobs'))], [[], []]);
    } finally {
      await set('redline.history.maxEntries', undefined);
    }
  });

  it('takes a change of case in a name back', async () => {
    const window = lab.start();
    lab.put('readme.md', 'one\n');
    const entry = await made(window, lab.move('readme.md', 'README.md', 'one\n'));
    await window.history.revert(entry);
    assert.deepEqual(readdirSync(lab.folder), ['readme.md']);
  });
});
