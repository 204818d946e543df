import assert from 'node:assert/strict';
import type { ReviewItem, StoredFile } from '../../../../src/core/watch/reviewItem.ts';
import { AcceptedBaselines } from '../../../../src/vscode/toReview/later/acceptedBaselines.ts';

const side = (id: string): StoredFile => ({ mode: 'file', size: 3, id });

function itemOf(entry: string): ReviewItem {
  const file = { folder: 'file:///ws', path: `${entry}.txt` };
  const step = { id: entry, ...file, before: undefined, after: side('new'), time: 0 };
  const origin = { kind: 'later', entry } as const;
  return { ...file, baseline: undefined, current: side('new'), steps: [{ ...step, origin }] };
}

describe('accepted versions of calls that are reviewed later', () => {
  const memory = new Map<string, unknown>();
  const memento = {
    keys: () => [...memory.keys()],
    get: (key: string) => memory.get(key),
    update: async (key: string, value: unknown) => void memory.set(key, structuredClone(value)),
  };
  const accept = (accepted: AcceptedBaselines, entry: string, history: readonly string[]): Promise<void> =>
    accepted.save(
      [{ uri: `file:///ws/${entry}.txt`, item: itemOf(entry), side: side('part'), bytes: Buffer.from('abc') }],
      new Set(history),
    );

  it('are there in the next window, and gone with their call', async () => {
    await accept(new AcceptedBaselines(memento), 'first', ['first']);
    const next = new AcceptedBaselines(memento);
    assert.deepEqual(next.baselineAfter('file:///ws/first.txt', 'first'), { side: side('part') });
    assert.equal(Buffer.from((await next.loaderOf('part')?.()) ?? []).toString(), 'abc');
    await accept(next, 'second', ['second']);
    const last = new AcceptedBaselines(memento);
    assert.equal(last.baselineAfter('file:///ws/first.txt', 'first'), undefined);
    assert.deepEqual(last.baselineAfter('file:///ws/second.txt', 'second'), { side: side('part') });
  });
});
