import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Processes } from '../../../../src/tools/ports/diskPorts.ts';
import { sharedStorage } from '../../../../src/vscode/shared/sharedStorage.ts';
import { useLab, type Faults } from './lab.ts';

/** Each window a process of its own, named by a number; those named here have ended. */
const processes = (own: string, ...gone: string[]): Processes => ({ own, isGone: (name) => gone.includes(name) });

describe('faults: two windows', () => {
  const lab = useLab();
  const open = (): string[] => readdirSync(path.join(lab.storage, 'owners')).filter((name) => !name.includes('.'));

  /** A first window that stands still in the middle of a call over two files, until it is told to go on. */
  async function standStill(faults: Faults = {}) {
    lab.put('a.txt', 'one\n');
    lab.put('b.bin', '\u0000one\n');
    const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const window = lab.start({
      ...faults,
      before: async (change) => {
        if (change.at.path !== 'c.txt') return;
        reached.resolve();
        await goOn.promise;
      },
    });
    const changes = [lab.update('a.txt', 'one\n', 'two\n'), lab.create('c.txt', 'new\n')];
    const call = lab.apply(window, changes);
    await reached.promise;
    assert.equal(lab.text('a.txt'), 'two\n');
    return { window, call, goOn: () => goOn.resolve() };
  }

  for (const [with_, first, second] of [
    ['with processes', processes('1 here'), processes('2 here')],
    ['without processes', undefined, undefined],
  ] as const) {
    it(`leaves a call alone that is under way in another window, ${with_}`, async function () {
      const { window, call, goOn } = await standStill(first === undefined ? {} : { processes: first });
      const other = lab.start(second === undefined ? {} : { processes: second });
      assert.deepEqual(await other.ready(), []);
      assert.equal(lab.text('a.txt'), 'two\n');
      goOn();
      assert.equal(await call, undefined);
      assert.deepEqual([lab.text('a.txt'), lab.text('c.txt')], ['two\n', 'new\n']);
      await other.history.refresh();
      assert.deepEqual([window.history.calls.length, other.history.calls.length], [1, 1]);
      assert.deepEqual(open(), []);
    });
  }

  it('ends at once what a window was cut off in whose process has ended', async function () {
    // If it were taken for a window that still runs, it would be waited for 30 seconds.
    this.timeout(25_000);
    const { goOn, call } = await standStill({ processes: processes('1 here') });
    const told = await lab.start({ processes: processes('2 here', '1 here') }).ready();
    assert.match(told.join(), /rolled back/);
    assert.deepEqual([lab.text('a.txt'), lab.text('c.txt')], ['one\n', undefined]);
    // The first window was not dead after all: it finds out, and leaves nothing half done.
    goOn();
    assert.match((await call) ?? 'it succeeded', /^IO_ERROR: The history lost track of the change/);
    assert.deepEqual([lab.text('a.txt'), lab.text('c.txt')], ['one\n', undefined]);
  });

  it('ends what a silent window was cut off in, where no process can be asked', async function () {
    const { goOn, call } = await standStill();
    // What the killed window leaves: its storage as it is now, and nobody who goes on beating.
    const left = path.join(lab.storage, '../left');
    cpSync(lab.storage, left, { recursive: true });
    goOn();
    await call;
    lab.put('a.txt', 'two\n');
    rmSync(path.join(lab.folder, 'c.txt'));
    rmSync(lab.storage, { recursive: true });
    cpSync(left, lab.storage, { recursive: true });
    const told = await lab.start().ready();
    assert.match(told.join(), /rolled back/);
    assert.deepEqual([lab.text('a.txt'), lab.text('c.txt')], ['one\n', undefined]);
  });

  it('lets only one of several windows end a step', async () => {
    const { goOn, call } = await standStill({ processes: processes('1 here') });
    const all = ['2 here', '3 here', '4 here', '5 here'];
    const windows = all.map((own) => lab.start({ processes: processes(own, '1 here') }));
    const told = (await Promise.all(windows.map((window) => window.ready()))).flat();
    assert.equal(told.length, 1, told.join());
    assert.equal(lab.text('a.txt'), 'one\n');
    assert.deepEqual(readdirSync(path.join(lab.storage, 'claims')), []);
    goOn();
    await call;
  });

  it('ends a step that another window was cut off in ending', async () => {
    const { goOn, call } = await standStill({ processes: processes('1 here') });
    const [name = ''] = readdirSync(path.join(lab.storage, 'journal'));
    const { id, owner } = JSON.parse(readFileSync(path.join(lab.storage, 'journal', name), 'utf8'));
    mkdirSync(path.join(lab.storage, 'claims'), { recursive: true });
    writeFileSync(path.join(lab.storage, 'claims', `${id}.${owner}`), 'gone');
    const told = await lab.start({ processes: processes('2 here', '1 here') }).ready();
    assert.match(told.join(), /rolled back/);
    assert.deepEqual(readdirSync(path.join(lab.storage, 'claims')), []);
    goOn();
    await call;
  });

  it('sees what the other window did: undoes it, and keeps its bytes', async () => {
    lab.put('a.txt', 'one\n');
    lab.put('b.txt', 'one\n');
    const [first, second] = [lab.start(), lab.start()];
    await Promise.all([first.ready(), second.ready()]);
    assert.equal(await lab.apply(first, [lab.update('a.txt', 'one\n', 'two\n')]), undefined);
    assert.equal(await lab.apply(second, [lab.update('b.txt', 'one\n', 'two\n')]), undefined);
    await first.history.refresh();
    assert.deepEqual(
      first.history.calls.map(({ changes }) => changes[0]?.at.path),
      ['a.txt', 'b.txt'],
    );
    // Both calls need the same bytes; forgetting the one must not take them from the other.
    const entry = first.history.last;
    assert.ok(entry);
    await first.history.revert(entry);
    assert.equal(lab.text('b.txt'), 'one\n');
    await second.history.refresh();
    assert.equal(second.history.isInEffect(entry), false);
    await second.history.clear();
    await first.history.refresh();
    assert.deepEqual([first.history.calls, readdirSync(path.join(lab.storage, 'blobs'))], [[], []]);
  });

  it('tells of an undo and a redo which the other has done meanwhile', async () => {
    lab.put('a.txt', 'one\n');
    const [first, second] = [lab.start(), lab.start()];
    await Promise.all([first.ready(), second.ready()]);
    assert.equal(await lab.apply(first, [lab.update('a.txt', 'one\n', 'two\n')]), undefined);
    await second.history.refresh();
    const entry = second.history.last;
    assert.ok(entry);
    assert.deepEqual([await first.history.revert(entry), await second.history.revert(entry)], [true, false]);
    assert.equal(lab.text('a.txt'), 'one\n');
    assert.deepEqual([await first.history.redo(entry), await second.history.redo(entry)], [true, false]);
    assert.equal(lab.text('a.txt'), 'two\n');
  });

  it('finds the storage that all windows of a workspace share', () => {
    const shared = (storage: string): string =>
      sharedStorage({ storageUri: vscode.Uri.file(storage), globalStorageUri: vscode.Uri.file('/g') }).path;
    for (const [given, expected] of [
      ['/u/workspaceStorage/0123abcd/red.line', '/u/workspaceStorage/0123abcd/red.line'],
      ['/u/workspaceStorage/0123abcd-1/red.line', '/u/workspaceStorage/0123abcd/red.line'],
      ['/u/workspaceStorage/-5f3a-9/red.line', '/u/workspaceStorage/-5f3a/red.line'],
      ['/u/workspaceStorage/-5/red.line', '/u/workspaceStorage/-5/red.line'],
      ['/u/elsewhere/0123abcd-1/red.line', '/u/elsewhere/0123abcd-1/red.line'],
    ] as const) {
      assert.equal(shared(given), expected);
    }
  });
});
