import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import {
  createDeletableTest,
  createPack,
  idAfter,
  packHeaderBytes,
  readEntry,
  readPackTable,
  readTableLength,
  selectBeyondLimits,
  serializeEntry,
  sortEntries,
} from '../../../src/core/journal/journalFiles.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import type { StoredChange } from '../../../src/core/journal/storedChange.ts';

function entryOf(files: number): JournalEntry {
  const sha256 = 'a'.repeat(64);
  const changes = Array.from({ length: files }, (_, at) => {
    const uri = `file:///w/file,\n${at}.ts`;
    const side = { kind: 'text' as const, encoding: 'utf8', sha256 };
    return { kind: 'update' as const, at: { uri, path: `file${at}.ts`, real: uri }, before: side, after: side };
  });
  const permissions = { 'file:///w/"changes":[\n': 0o644 };
  const about = { version: 2 as const, id: '1', time: 'now', title: '"changes":[\n', tool: 'x' };
  return { ...about, permissions, state: 'applied', bytes: 1, changes };
}

const textOf = (entry: JournalEntry): string => runSync(serializeEntry(entry)).join('');
const read = (text: string) => runSync(readEntry(text));

describe('the text of an entry of the journal', () => {
  for (const files of [0, 1, 2, 99, 100, 101, 200, 1234]) {
    it(`is JSON, and comes back as it was, with ${files} files`, () => {
      const entry = entryOf(files);
      assert.deepEqual(JSON.parse(textOf(entry)), entry);
      assert.deepEqual(read(textOf(entry)), entry);
      // As earlier versions wrote it, or as somebody laid it out.
      assert.deepEqual(read(JSON.stringify(entry)), entry);
      assert.deepEqual(read(JSON.stringify(entry, undefined, 2)), entry);
    });
  }

  it('has the permissions of deleted folders by a key of their own, also as earlier versions wrote it', () => {
    const deletion = (name: string, before: Extract<StoredChange, { kind: 'delete' }>['before']): StoredChange => {
      const uri = `file:///w/${name}`;
      return { kind: 'delete', at: { uri, path: name, real: uri }, before };
    };
    const file = { kind: 'text', encoding: 'utf8', sha256: 'a'.repeat(64) } as const;
    const folder = { kind: 'directory' } as const;
    const changes = [deletion('d', folder), deletion('of-file', folder), deletion('run', file)];
    const permissions = { 'file:///w/d': 0o700, 'file:///w/of-file': 0o600, 'file:///w/run': 0o755 };
    const expected = { ...permissions, 'file:///w/d/': 0o700 };
    for (const stored of [permissions, expected]) {
      const entry = { ...entryOf(0), changes, permissions: stored };
      assert.deepEqual(read(textOf(entry)), { ...entry, permissions: expected });
    }
    assert.equal('permissions' in (read(textOf({ ...entryOf(0), permissions: undefined })) ?? {}), false);
  });

  it('is no entry where it is cut off anywhere', () => {
    const text = textOf(entryOf(3));
    for (let end = 0; end < text.length; end++) assert.equal(read(text.slice(0, end)), undefined, String(end));
  });

  it('is no entry where one change is none', () => {
    assert.equal(read(textOf(entryOf(3)).replace('"kind":"update"', '"kind":"upgrade"')), undefined);
  });

  it('is left alone where it is of another version', () => {
    const later = textOf(entryOf(3)).replace('"version":2', '"version":6').replaceAll('"update"', '"upgrade"');
    assert.deepEqual(read(later), { otherVersion: true });
  });

  it('is written and read in turns', () => {
    const turns = serializeEntry(entryOf(5000));
    let written = 0;
    while (turns.next().done !== true) written++;
    const reading = readEntry(textOf(entryOf(5000)));
    let turnsRead = 0;
    while (reading.next().done !== true) turnsRead++;
    assert.ok(written >= 25 && turnsRead >= 25, `${written} and ${turnsRead} turns`);
  });
});

function contentOf(bytes: Uint8Array) {
  return { kind: 'binary' as const, bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

describe('a pack of contents', () => {
  it('has each content once, and says where it stands', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 }), (all) => {
        const contents = all.map(contentOf);
        const pack = Buffer.concat(createPack(contents));
        const length = readTableLength(pack.subarray(0, packHeaderBytes));
        const places = readPackTable(pack.subarray(0, length));
        assert.equal(places.size, new Set(contents.map(({ sha256 }) => sha256)).size);
        for (const { sha256, bytes } of contents) {
          const { offset: from, size } = places.get(sha256) ?? assert.fail('it has no place');
          assert.ok(pack.subarray(from, from + size).equals(bytes));
        }
      }),
    );
  });

  for (const damaged of ['', 'x', 'redline pack ', 'redline pack 00000000x5\n']) {
    it(`is none where it begins with ${JSON.stringify(damaged)}`, () => {
      assert.equal(readTableLength(Buffer.from(damaged)), undefined);
    });
  }
});

/** Entries as `a10`, a call of ten bytes, `b5a`, which takes back `a`, and `c5!`, a call under way. */
function entriesOf(text: string): JournalEntry[] {
  return text.split(' ').map((word) => {
    const [, id = '', bytes, reverts, under] = /^(\w)(\d+)(\w)?(!)?$/.exec(word) ?? [];
    const about = { version: 2 as const, id, time: '', title: '', tool: '', changes: [] };
    return {
      ...about,
      bytes: Number(bytes),
      state: under === undefined ? 'applied' : 'applying',
      ...(reverts === undefined ? {} : { reverts }),
    };
  });
}

describe('what is over the limits of a history', () => {
  for (const [what, entries, calls, bytes, gone] of [
    ['nothing', 'a10 b10', 2, 20, ''],
    ['the oldest calls', 'a10 b10 c10', 2, 100, 'a'],
    ['not steps that take calls back', 'a10 b10 c10b d10a', 2, 100, ''],
    ['not the newest step, which did a call again', 'a10 b10a c10b', 9, 100, ''],
    ['what was taken back and done again', 'a10 b10a c10b d10', 9, 100, 'bc'],
    ['what was taken back and done again, but the last time', 'a10 b10a c10b d10a', 9, 100, 'bc'],
    ['not what is being done again', 'a10 b10a c10b! d10', 9, 100, ''],
    ['the bytes of what is left', 'a10 b10a c10b d10', 9, 20, 'bc'],
    ['a call with what took it back', 'a10 b10a c10 d10', 2, 100, 'ab'],
    ['a call with what was done to it over and over', 'a10 b10a c10b d10 e10', 2, 100, 'abc'],
    ['the bytes of all steps', 'a10 b10 c10', 9, 25, 'a'],
    ['not the newest, however large', 'a10 b99', 9, 25, 'a'],
    ['not the call that the newest takes back', 'a90 b90a', 9, 25, ''],
    ['not what is under way', 'a10! b10 c10', 1, 100, 'b'],
    ['a step whose call is gone', 'b10a c10', 9, 100, 'b'],
  ] as const) {
    it(`is ${what}`, () => {
      const over = selectBeyondLimits(entriesOf(entries), calls, bytes);
      assert.equal(over.map(({ id }) => id).join(''), gone);
    });
  }

  it('is told by ids that sort as the calls came', () => {
    const [first, second] = [idAfter(), idAfter('00000009-ffffffff')];
    assert.match(first, /^00000001-[0-9a-f]{8}$/);
    assert.match(second, /^00000010-/);
    assert.deepEqual(
      sortEntries(entriesOf('b1 a1')).map(({ id }) => id),
      ['a', 'b'],
    );
  });
});

describe('which entries over the limits may be deleted', () => {
  const entry = (id: string, links: Partial<JournalEntry> = {}): JournalEntry => ({ ...entryOf(0), id, ...links });
  const [first, second, undo] = [entry('1'), entry('2'), entry('3', { reverts: '2' })];
  const deletable = (needed: readonly JournalEntry[], ...entries: readonly JournalEntry[]): string =>
    entries
      .filter(createDeletableTest(needed, entries))
      .map(({ id }) => id)
      .join(' ');

  it('are all that nothing needs', () => assert.equal(deletable([], first, second, undo), '1 2 3'));
  it('are not the needed ones', () => assert.equal(deletable([first], first, second, undo), '2 3'));
  it('are not those that are being undone', () =>
    assert.equal(deletable([], first, second, entry('3', { reverts: '2', state: 'applying' })), '1 3'));

  it('is told of thousands that are needed without a look at all for each', () => {
    let lookCount = 0;
    const entries = Array.from({ length: 3000 }, (_, index) => ({
      ...entry(''),
      get id(): string {
        lookCount += 1;
        return String(index);
      },
    }));
    assert.deepEqual(entries.filter(createDeletableTest(entries, entries)), []);
    assert.ok(lookCount <= 4 * entries.length, `${lookCount} looks`);
  });
});
