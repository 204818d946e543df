import assert from 'node:assert/strict';
import { readEntry, serializeEntry } from '../../../src/core/journal/journalText.ts';
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
