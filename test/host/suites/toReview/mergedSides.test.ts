import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { encodeText } from '../../../../src/vscode/files/codec.ts';
import { laterCall, laterCallsOf } from '../historyCalls.ts';

const textBySha256: Readonly<Record<string, string>> = {
  ['a'.repeat(64)]: 'one\ntwo\nthree\n',
  ['b'.repeat(64)]: 'ONE\ntwo\nthree\n',
  ['c'.repeat(64)]: 'ONE\ntwo\nTHREE\n',
};

describe('the side of a file in To Review that was merged from calls', () => {
  it('can be read while the calls are replayed', async () => {
    const approved: JournalEntry = { ...laterCall('b', 'c'), later: undefined };
    let reading = Promise.resolve();
    let onRead = (): void => undefined;
    const later = laterCallsOf([laterCall('a', 'b'), approved], async (_entry, { sha256 }) => {
      onRead();
      await reading;
      return encodeText(textBySha256[sha256] ?? '', 'utf8');
    });
    await later.refresh();
    const baseline = later.items()[0]?.baseline;
    assert.ok(baseline);

    const [hold, replaying] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    reading = hold.promise;
    onRead = replaying.resolve;
    const refreshed = later.refresh();
    await replaying.promise;
    const isThere = later.has(baseline);
    const read = later.contentOf(baseline).then((bytes) => Buffer.from(bytes).toString(), String);
    hold.resolve();
    await refreshed;
    assert.deepEqual([isThere, await read], [true, 'one\ntwo\nTHREE\n']);
  });
});
