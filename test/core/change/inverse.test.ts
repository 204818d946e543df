import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Change } from '../../../src/core/change/change.ts';
import { invertCall } from '../../../src/core/change/inverse.ts';
import { toStored, loadChange } from '../../../src/core/journal/storedChange.ts';
import { create, locationOf, remove, update } from './changes.ts';

/** Files by path; a change throws where the world is not as it expects. */
type World = Map<string, string>;

function make(world: World, change: Change): void {
  const take = (path: string, expected: string): void => {
    assert.equal(world.get(path), expected);
    world.delete(path);
  };
  const put = (path: string, value: string): void => {
    assert.equal(world.get(path), undefined);
    world.set(path, value);
  };
  if ('before' in change) take('from' in change ? change.from.path : change.at.path, textOf(change.before));
  if ('after' in change) put(change.at.path, textOf(change.after));
}

function textOf(content: object): string {
  return 'text' in content ? String(content.text) : '';
}

const step = fc.record({
  path: fc.constantFrom('a', 'b', 'c'),
  to: fc.constantFrom('a', 'b', 'c'),
  value: fc.string({ maxLength: 4 }),
});

/** A change that is possible in a world, made of random wishes. */
function possible(world: World, { path, to, value }: { path: string; to: string; value: string }): Change {
  const old = world.get(path);
  if (old === undefined) return create(path, value);
  if (!world.has(to)) return { ...update(to, old, value), kind: 'move', from: locationOf(path) };
  if (to === path) return remove(path, old);
  return update(path, old, value);
}

describe('the inverse of a call', () => {
  it('is the identity after the call, also through the journal', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 8 }), async (steps) => {
        const world: World = new Map([['a', 'first']]);
        const before = new Map(world);
        const blobs = new Map<string, Uint8Array>();
        const changes: Change[] = [];
        for (const wish of steps) {
          const change = possible(world, wish);
          make(world, change);
          changes.push(change);
        }
        for (const change of changes) {
          for (const side of [
            ...('before' in change ? [change.before] : []),
            ...('after' in change ? [change.after] : []),
          ]) {
            if ('bytes' in side) blobs.set(side.sha256, side.bytes);
          }
        }
        const stored = JSON.parse(JSON.stringify(changes.map(toStored)));
        const readBlob = async (hash: string): Promise<Uint8Array> => blobs.get(hash) ?? assert.fail('no blob');
        const decode = async (bytes: Uint8Array): Promise<string> => new TextDecoder().decode(bytes);
        const read: Change[] = [];
        for (const change of stored) read.push(await loadChange(change, readBlob, decode));
        for (const change of invertCall(read)) make(world, change);
        assert.deepEqual(Object.fromEntries(world), Object.fromEntries(before));
      }),
      { numRuns: 60 },
    );
  });
});
