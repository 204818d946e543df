import assert from 'node:assert/strict';
import type { Change, TextContent } from '../../../src/core/change/change.ts';
import {
  blobHashesOf,
  hasSameChanges,
  journalEntrySchema,
  createEntry,
} from '../../../src/core/journal/journalEntry.ts';
import { toStored, loadChange } from '../../../src/core/journal/storedChange.ts';
import { invertChange } from '../../../src/core/change/inverse.ts';
import { readEntry, serializeEntry } from '../../../src/core/journal/journalFiles.ts';
import { runSync } from '../../../src/core/async/yielding.ts';
import { phrase } from '../../../src/core/wording/phrase.ts';

const about = {
  version: 2,
  id: 'a',
  time: '2026-01-01T00:00:00.000Z',
  title: 'Edit a',
  tool: 'x',
  bytes: 0,
  changes: [],
};

describe('an entry of the journal', () => {
  for (const lossy of [true, undefined]) {
    it(`knows of a text whether its encoding gives it back to the byte: ${lossy !== true}`, async () => {
      const at = { uri: 'file:///a', path: 'a', real: 'file:///a' };
      const text = {
        kind: 'text' as const,
        text: 'a',
        encoding: 'utf8',
        bytes: Uint8Array.of(97),
        sha256: 'a'.repeat(64),
      };
      const before: TextContent = lossy === true ? { ...text, lossy } : text;
      const change: Change = { kind: 'delete', at, before };
      const kept: unknown = JSON.parse(JSON.stringify({ ...about, state: 'applied', changes: [toStored(change)] }));
      const [stored] = journalEntrySchema.parse(kept).changes;
      assert.ok(stored);
      const read = await loadChange(
        stored,
        () => Promise.resolve(text.bytes),
        () => Promise.resolve('a'),
      );
      assert.deepEqual('before' in read && read.before, before);
    });
  }

  const [at, from, other] = ['a', 'b', 'c'].map((path) => ({ uri: `file:///${path}`, path, real: `file:///${path}` }));
  assert.ok(at && from && other);
  const move: Change = { kind: 'move', from, at, before: { kind: 'directory' }, after: { kind: 'directory' } };
  const link: Change = { kind: 'create', at, after: { kind: 'link', target: 'one' } };
  const remove: Change = { kind: 'delete', at, before: { kind: 'unread', size: 1 } };
  const pairs: readonly (readonly [what: string, one: Change, two: Change])[] = [
    ['where a link leads', link, { ...link, after: { kind: 'link', target: 'two' } }],
    ['what was there', remove, { ...remove, before: { kind: 'directory' } }],
    ['the size of what nobody has read', remove, { ...remove, before: { kind: 'unread', size: 2 } }],
    ['whence a file was moved', move, { ...move, from: other }],
    ['whether a file is executable', link, { ...link, mode: { after: true } }],
  ];
  for (const [what, one, two] of pairs)
    it(`has other changes if they differ in ${what}`, () => {
      const entry = createEntry({ title: 'Do', tool: 'x', id: 'a', owner: 'b' }, [one]);
      const read = journalEntrySchema.parse(JSON.parse(JSON.stringify(entry)));
      for (const each of [entry, read])
        assert.deepEqual([hasSameChanges(each, [one]), hasSameChanges(each, [two])], [true, false]);
    });

  it('keeps of a file that nobody has read its size, under a version that earlier ones leave alone', async () => {
    const at = { uri: 'memfs:/a', path: 'a', real: 'memfs:/a' };
    const before = { kind: 'unread', size: 60_000_000, modified: 5 } as const;
    const change: Change = { kind: 'delete', at, before };
    const entry = createEntry({ title: 'Delete', tool: 'x', id: 'a', owner: 'b' }, [change]);
    assert.deepEqual([entry.version, entry.bytes], [4, 0]);
    const text = runSync(serializeEntry(entry)).join('');
    const read = runSync(readEntry(text));
    assert.ok(read !== undefined && 'changes' in read && read.changes[0] !== undefined);
    const none = (): Promise<never> => Promise.reject(new Error('there are no bytes'));
    assert.deepEqual(await loadChange(read.changes[0], none, none), change);
    assert.throws(() => invertChange(change), /cannot be undone/);
  });

  it('counts the lines of a call, but not of what is long or of an undo', () => {
    const at = { uri: 'file:///a', path: 'a', real: 'file:///a' };
    const create = (text: string): Change => {
      const after = { kind: 'text', text, encoding: 'utf8', bytes: Buffer.from(text), sha256: 'a'.repeat(64) } as const;
      return { kind: 'create', at, after };
    };
    const linesOf = (text: string, reverts?: string): unknown => {
      const begun = { title: 'Create', tool: 'x', id: 'a', owner: 'b', ...(reverts === undefined ? {} : { reverts }) };
      return journalEntrySchema.parse(JSON.parse(JSON.stringify(createEntry(begun, [create(text)])))).lines;
    };
    assert.deepEqual(linesOf('one\ntwo\n'), { added: 2, removed: 0 });
    assert.equal(linesOf('one\ntwo\n', 'z'), undefined);
    assert.equal(linesOf('x\n'.repeat(2_000_000)), undefined);
  });

  it('keeps of a large file its size, its hash and its tail, under a version that earlier ones leave alone', async () => {
    const at = { uri: 'file:///a', path: 'a', real: 'file:///a' };
    const before = { kind: 'large', size: 60_000_000, sha256: 'a'.repeat(64) } as const;
    const bytes = Uint8Array.of(97);
    const tail = { kind: 'text', text: 'a', encoding: 'utf8', bytes, sha256: 'b'.repeat(64) } as const;
    const append: Change = { kind: 'update', at, before, after: { ...before, size: 60_000_001, tail } };
    const entry = createEntry({ title: 'Append', tool: 'x', id: 'a', owner: 'b' }, [
      append,
      { kind: 'delete', at, before },
    ]);
    assert.deepEqual([entry.version, entry.bytes, entry.large], [3, 1, 60_000_000]);
    const read = journalEntrySchema.parse(JSON.parse(JSON.stringify(entry)));
    const [stored] = read.changes;
    assert.ok(stored);
    assert.deepEqual(
      await loadChange(
        stored,
        () => Promise.resolve(bytes),
        () => Promise.resolve('a'),
      ),
      append,
    );
    assert.deepEqual(blobHashesOf(read), [tail.sha256]);
  });

  for (const [what, before] of [
    ['a file that nobody has read', { kind: 'unread', size: 60_000_000 }],
    ['a large file', { kind: 'large', size: 60_000_000, sha256: 'a'.repeat(64) }],
  ] as const)
    it(`of ${what} that an agent's own tool deletes is left alone by versions that would roll it back`, () => {
      const change: Change = { kind: 'delete', at, before };
      const entry = createEntry({ title: 'Delete', tool: 'x', id: 'a', owner: 'b', handedOver: true }, [change]);
      assert.equal(entry.version, 5);
    });

  it('of an earlier version has its title in English alone', () => {
    assert.equal(journalEntrySchema.parse({ ...about, state: 'applied' }).phrase, undefined);
  });

  it('keeps its title as a phrase, which another language can be read from', () => {
    const nested = phrase('Delete {0} of {1}', phrase('lines {0}–{1}', 1, 2), 'a');
    const kept: unknown = JSON.parse(JSON.stringify({ ...about, state: 'applied', phrase: nested }));
    assert.deepEqual(journalEntrySchema.parse(kept).phrase, nested);
  });

  it('whose phrase is none is damaged', () => {
    for (const bad of ['a', { text: 1, args: [] }, { text: 'a', args: [null] }])
      assert.equal(journalEntrySchema.safeParse({ ...about, state: 'applied', phrase: bad }).success, false);
  });
});
