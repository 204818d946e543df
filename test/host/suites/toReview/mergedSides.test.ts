import assert from 'node:assert/strict';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import { encodeText } from '../../../../src/vscode/files/codec.ts';
import { laterCall, laterCallsOf } from '../historyCalls.ts';

const textBySha256: Readonly<Record<string, string>> = {
  ['a'.repeat(64)]: 'one\ntwo\nthree\n',
  ['b'.repeat(64)]: 'ONE\ntwo\nthree\n',
  ['c'.repeat(64)]: 'ONE\ntwo\nTHREE\n',
  ['e'.repeat(64)]: 'EINS\ntwo\nTHREE\n',
  ['d'.repeat(64)]: 'ONE\ntwo\nTHREE\nfour\n',
};

describe('the side of a file in To Review that was merged from calls', () => {
  it('can be read while the calls are replayed', async () => {
    const approved: JournalEntry = { ...laterCall('b', 'c'), later: undefined };
    let reading = Promise.resolve();
    let onRead = (): void => undefined;
    const entries = [laterCall('a', 'b'), approved];
    const later = laterCallsOf(entries, async (_entry, { sha256 }) => {
      onRead();
      await reading;
      return encodeText(textBySha256[sha256] ?? '', 'utf8');
    });
    await later.refresh();
    const baseline = later.items()[0]?.baseline;
    assert.ok(baseline);

    entries.push({ ...laterCall('c', 'd'), later: undefined });
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

  it('is not merged again while the calls stay the same', async () => {
    let reads = 0;
    const approved = [laterCall('b', 'c'), laterCall('c', 'e')].map((call) => ({ ...call, later: undefined }));
    const later = laterCallsOf([laterCall('a', 'b'), ...approved], (_entry, side) => {
      reads++;
      return encodeText(textBySha256[side.sha256] ?? '', 'utf8');
    });
    for (let refresh = 0; refresh < 3; refresh++) await later.refresh();
    // Once for each side of two merges, of which the second is a conflict and the baseline is at hand.
    assert.equal(reads, 5);
    const baseline = later.items()[0]?.baseline;
    assert.ok(baseline);
    assert.equal(Buffer.from(await later.contentOf(baseline)).toString(), 'one\ntwo\nTHREE\n');
  });
});
