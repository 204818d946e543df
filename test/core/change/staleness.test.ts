import assert from 'node:assert/strict';
import { judgeStaleness } from '../../../src/core/change/staleness.ts';

const cases: readonly [name: string, read: string, now: string, after: string, outcome: string][] = [
  ['nothing changed', '1\n2\n3\n', '1\n2\n3\n', '1\nx\n3\n', 'fresh'],
  ['another line changed', '1\n2\n3\n', 'a\n2\n3\n', 'a\n2\nx\n', 'moved 1'],
  ['lines came above', '1\n2\n3\n', '0\n0\n1\n2\n3\n', '0\n0\n1\n2\nx\n', 'moved 1-2'],
  ['lines went', '1\n2\n3\n4\n', '1\n4\n', '1\nx\n', 'moved before 2'],
  ['an adjoining line changed', '1\n2\n3\n', '1\na\n3\n', '1\na\nx\n', 'moved 2'],
  ['the same line changed', '1\n2\n3\n', '1\na\n3\n', '1\nx\n3\n', 'stale'],
  ['a line came within', '1\n2\n3\n4\n', '1\n2\nnew\n3\n4\n', '1\nx\n4\n', 'stale'],
  ['a line went within', '1\n2\n3\n4\n', '1\n2\n4\n', '1\nx\n', 'stale'],
  ['lines came, and others would come beside them', '1\n2\n', '1\na\n2\n', '1\nb\na\n2\n', 'moved 2'],
  ['lines went where others would come', '1\n2\n3\n', '1\n3\n', '1\nx\n3\n', 'stale'],
  ['an overwrite that would undo the change', '1\n2\n3\n4\n5\n', '1\na\n3\n4\n5\n', '1\n2\n3\n4\nx\n', 'stale'],
  ['only an ending changed', '1\n2\n', '1\r\n2\n', 'x\r\n2\n', 'stale'],
];

describe('staleness', () => {
  for (const [name, read, now, after, outcome] of cases) {
    it(name, () => {
      const found = judgeStaleness(read, now, after, undefined, 'f');
      assert.equal(found.kind === 'moved' ? `moved ${found.ranges}` : found.kind, outcome);
    });
  }

  it('shows what changed since the read', () => {
    const found = judgeStaleness('1\n2\n', '1\na\n', '1\nx\n', [{ start: 2, end: 3, text: 'x' }], 'f');
    assert.deepEqual(found, { kind: 'stale', diff: '--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n 1\n-2\n+a\n' });
  });

  it('bounds the lists', () => {
    const read = Array.from({ length: 90 }, (_, at) => `${at}\n`).join('');
    const now = read.replaceAll(/^(\d*[036])\n/gm, 'x$1\n');
    const found = judgeStaleness(read, now, now + 'end\n', undefined, 'f');
    assert.ok(found.kind === 'moved' && /, and \d+ more places$/.test(found.ranges), JSON.stringify(found));
  });
});
