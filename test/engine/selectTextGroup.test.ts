import assert from 'node:assert/strict';
import type { Change } from '../../src/core/change/change.ts';
import { selectTextGroup } from '../../src/vscode/documents/undoableUpdates.ts';
import { Meddling } from './meddling.ts';
import * as plan from './plans.ts';

const [a, b] = ['a before', 'b before'].map(plan.long);
const [after, other] = ['a after', 'b after'].map(plan.long);
assert.ok(a && b && after && other);
const pair = [plan.edit('a', a, after), plan.edit('b', b, other)];

describe('the texts that go through one edit of the editor', () => {
  const text = plan.textOf('text');
  const binary = { kind: 'binary', bytes: text.bytes, sha256: text.sha256 };
  const update = (path: string, sides: object): Change => ({ ...plan.edit(path, 'one', 'two'), ...sides });
  const many = Array.from({ length: 11 }, (_, at) => plan.edit(`f${at}`, 'one', 'two'));
  const rows: readonly (readonly [title: string, changes: readonly Change[], grouped: string])[] = [
    ['several texts', [...pair, plan.edit('c', 'c', 'd')], 'a b c'],
    ['one alone', pair.slice(0, 1), ''],
    [
      'up to ten',
      many.slice(1),
      many
        .slice(1)
        .map(({ at }) => at.path)
        .join(' '),
    ],
    ['more than ten', many, ''],
    ['none that another change touches', [...pair, plan.edit('c', 'c', 'd'), plan.move('c', 'x', 'd')], 'a b'],
    ['none that keeps its bytes', [...pair, plan.chmod('c', 'c', true)], 'a b'],
    ['none with unsaved typing', [...pair, plan.edit('run', 'run', 'ran')], 'a b'],
    ['none that was no faithful text', [...pair, update('c', { before: { ...text, lossy: true } })], 'a b'],
    ['none that becomes no faithful text', [...pair, update('c', { after: { ...text, lossy: true } })], 'a b'],
    ['none that was binary', [...pair, update('c', { before: binary })], 'a b'],
    ['none that becomes binary', [...pair, update('c', { after: binary })], 'a b'],
    ['none of another encoding', [...pair, update('c', { after: { ...text, encoding: 'utf16le' } })], 'a b'],
    ['none with several line endings', [...pair, plan.edit('c', 'a\nb\r\n', 'a\n')], 'a b'],
    ['none that gets other line endings', [...pair, plan.edit('c', 'a\n', 'a\r\n')], 'a b'],
    ['none with carriage returns', [...pair, plan.edit('c', 'a', 'a\rb')], 'a b'],
    ['none with half a character', [...pair, plan.edit('c', 'c', '\ud800')], 'a b'],
  ];
  for (const [title, changes, grouped] of rows) {
    it(title, () => {
      const { editor } = new Meddling({ before: (_, shown) => shown.type(plan.at('run').uri, '!') }).window;
      const paths = selectTextGroup(changes, 'exact', editor).map(({ at }) => at.path);
      assert.equal(paths.join(' '), grouped);
    });
  }

  it('are none if saving would reformat one of them', () => {
    const { editor } = new Meddling({ formatted: '!' }).window;
    assert.deepEqual(selectTextGroup(pair, 'exact', editor), []);
    assert.equal(selectTextGroup(pair.slice(0, 1), 'withParticipants', editor).length, 1);
  });
});
