import assert from 'node:assert/strict';
import {
  isOpenable,
  isCertainlyByTurn,
  isSameFile,
  turnsOf,
  type ReviewItem,
  type SingleOrigin,
  type StoredFile,
} from '../../../src/core/watch/reviewItem.ts';
import type { Watch } from '../../../src/tools/ports/watchPort.ts';

const turn = { agent: 'codex', session: 's', turn: '1' };
const command: SingleOrigin = { kind: 'command', ...turn, command: 'make' };
const other: SingleOrigin = { kind: 'turn', agent: 'claude', session: 't', turn: '2' };
const file: StoredFile = { mode: 'file', size: 1, id: 'a' };

/** Items as a watch lists them. */
type Items = ReturnType<Watch['items']>;

describe('items of Watch', () => {
  it('are compared by bytes and mode', () => {
    assert.ok(isSameFile(undefined, undefined));
    assert.ok(isSameFile(file, { ...file, size: 1 }));
    assert.ok(!isSameFile(file, undefined));
    assert.ok(!isSameFile(file, { ...file, mode: 'executable' }));
    assert.ok(!isSameFile(file, { ...file, id: 'b' }));
  });

  it('belong to every turn that may have made them', () => {
    assert.deepEqual(turnsOf(command), [command]);
    assert.deepEqual(turnsOf({ kind: 'oneOf', origins: [command, { kind: 'terminal', command: 'ls' }, other] }), [
      command,
      other,
    ]);
    assert.deepEqual(turnsOf({ kind: 'later', entry: '1', turn }), [turn]);
    assert.deepEqual(turnsOf({ kind: 'later', entry: '1' }), []);
    assert.deepEqual(turnsOf({ kind: 'outside' }), []);
  });

  it('are surely those of a turn only by its commands and calls, never by the time alone', () => {
    const isOwn = ({ session }: { readonly session: string }): boolean => session === 's';
    const surely = (...origins: readonly SingleOrigin[]): boolean =>
      isCertainlyByTurn({ kind: 'oneOf', origins }, isOwn);
    assert.ok(isCertainlyByTurn(command, isOwn));
    assert.ok(isCertainlyByTurn({ kind: 'later', entry: '1', turn }, isOwn));
    assert.ok(surely(command, { ...command, turn: '2' }));
    assert.ok(!isCertainlyByTurn({ kind: 'turn', ...turn }, isOwn));
    assert.ok(!isCertainlyByTurn({ ...command, session: 't' }, isOwn));
    assert.ok(!isCertainlyByTurn({ kind: 'later', entry: '1' }, isOwn));
    assert.ok(!surely(command, { kind: 'terminal', command: 'ls' }));
    assert.ok(!surely(command, { kind: 'turn', ...turn }));
    assert.ok(!isCertainlyByTurn({ kind: 'outside' }, isOwn));
  });

  it('say whether the editor can name their file', () => {
    const item: ReviewItem = { folder: 'file:///w', path: 'a\nb/ü', baseline: undefined, current: file, steps: [] };
    const items: Items = [item, { ...item, path: 'a\udcff' }];
    assert.deepEqual(
      items.map(({ path }) => isOpenable(path)),
      [true, false],
    );
  });
});
