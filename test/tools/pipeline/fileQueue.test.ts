import assert from 'node:assert/strict';
import { inEnglish, phrase } from '../../../src/core/wording/phrase.ts';
import { createFileQueue } from '../../../src/vscode/shared/fileQueue.ts';

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const never = new AbortController().signal;

describe('the queue of each file', () => {
  const names: string[][] = [];
  const who = (title: string): Parameters<ReturnType<typeof createFileQueue>['enter']>[2] => ({
    title: phrase('{0}', title),
    onWait: (before) => names.push(before.map(inEnglish)),
  });
  beforeEach(() => names.splice(0));

  it('reports at once which calls are ahead on the same files', async () => {
    const queue = createFileQueue();
    const first = await queue.enter(['a', 'b'], never, who('first'));
    const other = await queue.enter(['c'], never, who('other'));
    const second = queue.enter(['b', 'd'], never, who('second'));
    const third = queue.enter(['a', 'd', 'c'], never, who('third'));
    assert.deepEqual(names, [['first'], ['first', 'other', 'second']]);
    other.release();
    first.release();
    assert.equal((await second).hasWaited, true);
    (await second).release();
    (await third).release();
    await settle();
    assert.equal((await queue.enter(['a', 'b', 'c', 'd'], never, who('last'))).hasWaited, false);
    assert.equal(names.length, 2);
  });

  it('counts the calls that wait for a file, and fires an event when they change', async () => {
    const queue = createFileQueue();
    const counts: number[] = [];
    queue.changeListener = () => counts.push(queue.countWaiting(['a']));
    const first = await queue.enter(['a', 'b'], never, who('first'));
    const second = queue.enter(['a'], never, who('second'));
    const stop = new AbortController();
    const third = queue.enter(['a', 'c'], stop.signal, who('third'));
    const other = queue.enter(['b'], never, who('other'));
    assert.deepEqual(counts, [1, 2, 2]);
    assert.equal(queue.countWaiting(['a', 'b', 'c']), 3);
    stop.abort();
    await assert.rejects(third);
    first.release();
    (await second).release();
    (await other).release();
    await settle();
    assert.equal(counts.at(-1), 0);
    assert.equal(queue.countWaiting(['a', 'b', 'c']), 0);
  });

  it('removes a cancelled call at once, and keeps the order of the others', async () => {
    const queue = createFileQueue();
    const first = await queue.enter(['a'], never, who('first'));
    const stop = new AbortController();
    const second = queue.enter(['a'], stop.signal, who('second'));
    const third = queue.enter(['a'], never, who('third'));
    stop.abort();
    await assert.rejects(second, { code: 'REJECTED' });
    let passed = false;
    void third.then(() => (passed = true));
    await settle();
    assert.equal(passed, false);
    first.release();
    (await third).release();
    await assert.rejects(queue.enter(['a'], stop.signal, who('late')), { code: 'REJECTED' });
    await settle();
    assert.equal((await queue.enter(['a'], never, who('last'))).hasWaited, false);
  });
});
