import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import type { Change, FileContent, Location } from '../../src/core/change/change.ts';
import { forEachUntilFailure } from '../../src/async/eventLoop.ts';
import { firstChangesPerPath } from '../../src/core/change/summary.ts';
import { batchesOf } from '../../src/vscode/apply/write/writeChanges.ts';

const place = (name: string): Location => ({ uri: `file:///${name}`, path: name, real: `file:///${name}` });
const file: FileContent = { kind: 'binary', bytes: new Uint8Array(), sha256: '' };
const make: Readonly<Record<string, (name: string) => Change>> = {
  '+': (name) => ({ kind: 'create', at: place(name), after: file }),
  '~': (name) => ({ kind: 'update', at: place(name), before: file, after: file }),
  '-': (name) => ({ kind: 'delete', at: place(name), before: file }),
  d: (name) => ({ kind: 'delete', at: place(name), before: { kind: 'directory' } }),
  m: (name) => ({ kind: 'createDirectory', at: place(name) }),
  l: (name) => ({ kind: 'create', at: place(name), after: { kind: 'link', target: 'x' } }),
  '>': (name) => ({ kind: 'move', from: place(`${name}0`), at: place(name), before: file, after: file }),
};

/** The changes of a call, each a sign and a name, and how they are put together. */
const cases: readonly (readonly [changes: string, batches: string])[] = [
  ['', ''],
  ['~a ~b ~c', '~a,~b,~c'],
  ['~a +b +c -d -e ~f', '~a +b,+c -d,-e ~f'],
  ['mx +x/a +x/b', 'mx +x/a,+x/b'],
  ['-x/a -x/b dx', '-x/a,-x/b dx'],
  ['~a ~b ~a ~c', '~a ~b ~a ~c'],
  ['~a >b >c ~d', '~a >b >c ~d'],
  ['~b0 ~a >b', '~b0 ~a >b'],
  ['+a la lb +c', '+a la lb +c'],
  ['-a ~b -c -d', '-a ~b -c,-d'],
];

describe('changes that are made together', () => {
  for (const [changes, batches] of cases) {
    it(`${changes} as ${batches}`, () => {
      const names = new Map<Change, string>();
      const all = changes.split(' ').flatMap((each) => {
        const change = make[each.slice(0, 1)]?.(each.slice(1));
        if (change !== undefined) names.set(change, each);
        return change === undefined ? [] : [change];
      });
      const found = batchesOf(all).map((batch) => batch.map((change) => names.get(change)).join(','));
      assert.equal(found.join(' '), batches);
    });
  }

  it('are compared with the disk before the call, but for files that follow others of it, or a removal above them', () => {
    const link: Change = { kind: 'delete', at: place('d'), before: { kind: 'link', target: 'c' } };
    const [folder, below, beside] = ['md', '+d/a', '+d2'].map((each) => make[each.slice(0, 1)]?.(each.slice(1)));
    assert.ok(folder !== undefined && below !== undefined && beside !== undefined);
    assert.deepEqual([...firstChangesPerPath([link, folder, below, beside])], [link, beside]);
    assert.deepEqual([...firstChangesPerPath([below, link])], [below, link]);
  });

  it('have all ended when one has failed, and no more are begun', async () => {
    const [begun, ended]: [number[], number[]] = [[], []];
    const numbers = Array.from({ length: 100 }, (_, at) => at);
    const work = async (one: number): Promise<void> => {
      begun.push(one);
      await delay(one % 3);
      ended.push(one);
      if (one === 20) throw new Error('twenty');
    };
    await assert.rejects(forEachUntilFailure(numbers, work), /twenty/);
    assert.deepEqual(new Set(ended), new Set(begun));
    assert.ok(begun.length < 50);
  });
});
