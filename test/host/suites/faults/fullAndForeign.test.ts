import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Change } from '../../../../src/core/change/change.ts';
import { numbers, useLab, type Faults, type Lab } from './lab.ts';

/** Changes of all kinds, too many for one edit of the editor, each of which writes once. */
function allKinds(lab: Lab): { readonly changes: readonly Change[]; readonly names: readonly string[] } {
  const names = Array.from({ length: 12 }, (_, at) => `edited${at}.txt`);
  const changes = [
    ...names.map((name) => lab.update(name, 'before\n', 'after\n')),
    lab.create('new/file.txt', 'new\n'),
    lab.remove('gone.txt', 'gone\n'),
    lab.move('old.txt', 'moved.txt', 'old\n'),
    lab.move('first.txt', 'second.txt', 'old\n', 'old and edited\n'),
  ];
  for (const name of names) lab.put(name, 'before\n');
  lab.put('gone.txt', 'gone\n');
  lab.put('old.txt', 'old\n');
  lab.put('first.txt', 'old\n');
  return { changes, names };
}

/** All files and what they hold, drafts included. */
function world(lab: Lab): Readonly<Record<string, string | undefined>> {
  const names = readdirSync(lab.folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(lab.folder, path.join(entry.parentPath, entry.name)))
    .sort();
  return Object.fromEntries(names.map((name) => [name, lab.text(name)]));
}

const stored = (lab: Lab, folder: string): string[] => readdirSync(path.join(lab.storage, folder));

const full = (): never => {
  throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
};

/** A disk whose n-th write (from 0) does something else; with `after`, once it is done. */
function atWrite(n: number, what: (file: string) => void, when: 'instead' | 'after'): Faults {
  let writes = 0;
  const wrap =
    <T extends [uri: string, ...unknown[]], R>(work: (...all: T) => Promise<R>) =>
    async (...all: T): Promise<R> => {
      const file = new URL(all[0]).pathname;
      const isIt = writes++ === n;
      if (isIt && when === 'instead') what(file);
      const done = await work(...all);
      if (isIt && when === 'after') what(file);
      return done;
    };
  return {
    files: (real) => ({
      replace: wrap((...all) => real.replace(...all)),
      create: wrap((...all) => real.create(...all)),
      remove: wrap((...all) => real.remove(...all)),
    }),
  };
}

describe('faults: a full disk', () => {
  const lab = useLab();

  for (const write of numbers(15, [0, 11, 12, 13, 14])) {
    it(`takes everything back when it is full at write ${write}`, async () => {
      const { changes } = allKinds(lab);
      const before = world(lab);
      const said = await lab.apply(lab.start(atWrite(write, full, 'instead')), changes);
      assert.match(said ?? 'it succeeded', /^IO_ERROR: .*ENOSPC/);
      assert.deepEqual(world(lab), before);
      assert.deepEqual([stored(lab, 'journal'), stored(lab, 'blobs'), stored(lab, 'owners')], [[], [], []]);
    });
  }

  it('says what it could not take back, and does so at the next start', async () => {
    const { changes } = allKinds(lab);
    const before = world(lab);
    let broken = false;
    const broke = (): never => {
      broken = true;
      return full();
    };
    const faults: Faults = {
      files: (real) => ({
        replace: (...all) => (broken ? full() : real.replace(...all)),
        create: () => broke(),
      }),
    };
    const said = await lab.apply(lab.start(faults), changes);
    assert.match(said ?? '', /^PARTIALLY_APPLIED: .*edited0\.txt.* could not be restored/);
    assert.notDeepEqual(world(lab), before);
    const told = await lab.start().ready();
    assert.match(told.join(), /rolled back/);
    assert.deepEqual(world(lab), before);
  });
});

describe('faults: another program', () => {
  const lab = useLab();

  for (const change of numbers(16, [0, 12, 13, 14, 15])) {
    it(`keeps its work when it writes right before change ${change}`, async () => {
      const { changes } = allKinds(lab);
      const before = { ...world(lab) };
      const target = nameBefore(changes[change]);
      const faults: Faults = {
        before: (made, number) => {
          // Deletions are looked at twice: all of them before anything, for the trash.
          if (made === changes[change] && (made.kind !== 'delete' || number > 0)) foreign(lab, target);
        },
      };
      const said = await lab.apply(lab.start(faults), changes);
      assert.match(said ?? 'it succeeded', /^STALE: /);
      assert.deepEqual(world(lab), { ...before, [target]: `${before[target] ?? ''}foreign\n` });
      assert.deepEqual(stored(lab, 'journal'), []);
    });

    it(`keeps its work when it writes to the last file as change ${change} is made`, async () => {
      const { changes } = allKinds(lab);
      const before = { ...world(lab) };
      const faults: Faults = {
        before: (_, number) => {
          if (number === change) foreign(lab, 'first.txt');
        },
      };
      assert.match((await lab.apply(lab.start(faults), changes)) ?? 'it succeeded', /^STALE: /);
      assert.deepEqual(world(lab), { ...before, 'first.txt': 'old\nforeign\n' });
    });
  }

  for (const [write, which] of [
    [0, 'the first edited file'],
    [11, 'the last edited file'],
    [12, 'a new file'],
  ] as const) {
    it(`keeps its work when it writes to ${which} right after that was written`, async () => {
      const { changes } = allKinds(lab);
      const before = { ...world(lab) };
      // Independent files are written side by side, so which of them is the first or the last is known only then.
      let name = '';
      const append = (file: string): void => {
        name = path.relative(lab.folder, file);
        appendFileSync(file, 'foreign\n');
      };
      const applying = lab.start(atWrite(write, append, 'after'));
      const said = await lab.apply(applying, changes);
      assert.match(said ?? 'it succeeded', new RegExp(`^PARTIALLY_APPLIED: Another program wrote to ${name}`));
      assert.match(name, which === 'a new file' ? /^new\/file\.txt$/ : /^edited\d+\.txt$/);
      const theirs = `${name.startsWith('new') ? 'new' : 'after'}\nforeign\n`;
      assert.deepEqual(world(lab), { ...before, [name]: theirs });
      // What stood there before can still be had.
      assert.deepEqual(
        applying.history.calls.map(({ changes: kept }) => kept.map(({ at }) => at.path)),
        [[name]],
      );
    });
  }

  it('keeps a file that comes where one was just deleted, and one that is written in a file that was just moved', async () => {
    const { changes } = allKinds(lab);
    const before = { ...world(lab) };
    const faults = atWrite(13, (file) => writeFileSync(file, 'come again\n'), 'after');
    assert.match((await lab.apply(lab.start(faults), changes)) ?? '', /^PARTIALLY_APPLIED: .*gone\.txt/);
    assert.deepEqual(world(lab), { ...before, 'gone.txt': 'come again\n' });
    lab.put('gone.txt', 'gone\n');
    const moved: Faults = {
      before: (change) => {
        if (change.at.path === 'second.txt') appendFileSync(path.join(lab.folder, 'moved.txt'), 'foreign\n');
      },
      files: (real) => ({
        replace: (uri, ...all) => (uri.endsWith('second.txt') ? full() : real.replace(uri, ...all)),
      }),
    };
    assert.match((await lab.apply(lab.start(moved), changes)) ?? '', /^PARTIALLY_APPLIED: .*moved\.txt/);
    assert.deepEqual(world(lab), { ...before, 'old.txt': 'old\nforeign\n' });
  });

  it('keeps its work in a file of several that one edit of the editor changes', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) lab.put(name, 'before\n');
    const changes = ['a.txt', 'b.txt', 'c.txt'].map((name) => lab.update(name, 'before\n', 'after\n'));
    const faults: Faults = {
      before: (_, number) => {
        if (number === 2) foreign(lab, 'c.txt');
      },
    };
    assert.match((await lab.apply(lab.start(faults), changes)) ?? '', /^STALE: /);
    assert.deepEqual(world(lab), { 'a.txt': 'before\n', 'b.txt': 'before\n', 'c.txt': 'before\nforeign\n' });
  });

  it('keeps its work where it writes between the edit of the editor and its saving', async () => {
    for (const name of ['a.txt', 'b.txt', 'c.txt']) lab.put(name, 'before\n');
    const changes = ['a.txt', 'b.txt', 'c.txt'].map((name) => lab.update(name, 'before\n', 'after\n'));
    let done = false;
    const listener = vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (done || !document.uri.path.endsWith('/c.txt') || document.getText() !== 'after\n') return;
      done = true;
      foreign(lab, 'c.txt');
    });
    try {
      const said = await lab.apply(lab.start(), changes);
      assert.ok(done);
      assert.match(said ?? 'it succeeded', /^PARTIALLY_APPLIED: .*c\.txt/);
      assert.deepEqual(world(lab), { 'a.txt': 'before\n', 'b.txt': 'before\n', 'c.txt': 'before\nforeign\n' });
      assert.deepEqual(
        vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri.path),
        [],
      );
    } finally {
      listener.dispose();
    }
  });
});

describe('faults: a call that is stopped', () => {
  const lab = useLab();

  for (const change of [0, 5, 15]) {
    it(`takes back what it had begun before change ${change}`, async () => {
      const { changes } = allKinds(lab);
      const before = world(lab);
      const stop = new AbortController();
      const faults: Faults = {
        before: (_, number) => {
          if (number === change - 1) stop.abort();
        },
      };
      if (change === 0) stop.abort();
      assert.match((await lab.apply(lab.start(faults), changes, stop.signal)) ?? '', /^REJECTED: The call was stopped/);
      assert.deepEqual(world(lab), before);
      assert.deepEqual(stored(lab, 'journal'), []);
    });
  }
});

function foreign(lab: Lab, name: string): void {
  lab.put(name, `${lab.text(name) ?? ''}foreign\n`);
}

function nameBefore(change: Change | undefined): string {
  assert.ok(change);
  return 'from' in change ? change.from.path : change.at.path;
}
