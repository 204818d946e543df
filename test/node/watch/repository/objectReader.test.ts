import assert from 'node:assert/strict';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';
import { setImmediate as tick } from 'node:timers/promises';
import { ObjectReader } from '../../../../src/node/watch/repository/objectReader.ts';

/** A process whose output the test writes. */
class Child extends EventEmitter {
  readonly stdin = new PassThrough();
  readonly stdout = new PassThrough();
  readonly stderr = new PassThrough();

  async says(text: string): Promise<void> {
    this.stdout.write(text);
    await tick();
  }

  asked(): string {
    return String(this.stdin.read() ?? '');
  }
}

describe('a reader of objects', () => {
  function start(): { readonly reader: ObjectReader; readonly children: Child[] } {
    const children: Child[] = [];
    const reader = new ObjectReader(() => {
      const child = new Child();
      children.push(child);
      return child as unknown as ChildProcessWithoutNullStreams;
    });
    return { reader, children };
  }
  const childAt = (children: readonly Child[], index: number): Child => children[index] ?? assert.fail('Not started.');

  it('gives each read the answer of the process that it asked, if it is closed meanwhile', async () => {
    const { reader, children } = start();
    const reads = [reader.read('a'), reader.read('b')];
    await childAt(children, 0).says('a blob 6\nfir');
    void reader.close();
    const later = reader.read('c');
    await childAt(children, 0).says('st\n\nb blob 1\nB\n');
    await childAt(children, 1).says('c blob 1\nC\n');
    assert.deepEqual((await Promise.all([...reads, later])).map(String), ['first\n', 'B', 'C']);
    assert.deepEqual(
      children.map((child) => child.asked()),
      ['a\nb\n', 'c\n'],
    );
    void reader.close();
  });

  it('fails the read of what is no blob, and gives the next its own answer', async () => {
    const { reader, children } = start();
    const lost = assert.rejects(reader.read('a'), { name: 'GitFailed' });
    const next = reader.read('b');
    await childAt(children, 0).says('a commit 12\nb blob 1\nX\n\nb blob 1\nB\n');
    await lost;
    assert.equal(String(await next), 'B');
    void reader.close();
  });

  it('fails the reads of the process that has ended, not those of its successor', async () => {
    const { reader, children } = start();
    const lost = assert.rejects(reader.read('a'), { name: 'GitFailed' });
    void reader.close();
    const later = reader.read('b');
    childAt(children, 0).emit('close');
    await lost;
    await childAt(children, 1).says('b blob 1\nB\n');
    assert.equal(String(await later), 'B');
    const failed = assert.rejects(reader.read('c'), { name: 'GitFailed' });
    childAt(children, 1).emit('close');
    await failed;
    const again = reader.read('d');
    await childAt(children, 2).says('d blob 0\n\n');
    assert.equal(String(await again), '');
    void reader.close();
  });

  it('is closed when its process has ended', async () => {
    const { reader, children } = start();
    const read = reader.read('a');
    await childAt(children, 0).says('a blob 1\nA\n');
    await read;
    const events: string[] = [];
    const closed = reader.close().then(() => events.push('closed'));
    await tick();
    events.push('ended');
    childAt(children, 0).emit('close');
    await closed;
    assert.deepEqual(events, ['ended', 'closed']);
    await reader.close();
  });
});
