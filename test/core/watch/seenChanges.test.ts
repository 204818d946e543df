import assert from 'node:assert/strict';
import { listAuthors, findMissedChange, sumUpSteps } from '../../../src/core/watch/seenChanges.ts';
import type { Origin, Step, StoredFile } from '../../../src/core/watch/reviewItem.ts';

const turn = { agent: 'codex', session: 's', turn: '1' };
const command: Origin = { kind: 'command', ...turn, command: 'npm run gen\nrm x' };
const terminal: Origin = { kind: 'terminal', command: 'mysql -pgeheim' };

/** A file: its bytes; `!` before it is executable, `>` a link. */
function file(written: string | undefined): StoredFile | undefined {
  if (written === undefined) return undefined;
  const mode = written.startsWith('!') ? 'executable' : written.startsWith('>') ? 'link' : 'file';
  return { mode, size: 1, id: written.replace(/^[!>]/, '') };
}

let id = 0;
const step = (path: string, before?: string, after?: string, origin: Origin = command): Step => ({
  id: `${id++}`,
  folder: 'file:///f',
  path,
  before: file(before),
  after: file(after),
  origin,
  time: id,
});

describe('what Watch saw, for an agent', () => {
  it('names authors, without what the person ran in a terminal', () => {
    const later: Origin = { kind: 'later', entry: 'e' };
    const several: Origin = { kind: 'oneOf', origins: [command, terminal, { ...turn, kind: 'turn', agent: 'vscode' }] };
    assert.deepEqual([{ kind: 'outside' } as const, several, later].map(listAuthors), [
      ['another program'],
      ['Codex: npm run gen …', 'a command in the terminal', 'the agent in the chat, in its turn'],
      ['a call that the user reviews later'],
    ]);
  });

  it('is one change for each file, without calls of Redline', () => {
    const steps = [
      step('a', '1', '2'),
      step('b', '1', '2'),
      step('a', '2', '3', terminal),
      step('a', '3', '4', { kind: 'later', entry: 'e' }),
      step('c', undefined, '1'),
    ];
    const found = sumUpSteps(steps, ({ path }) => path !== 'c');
    assert.deepEqual(
      found.map(({ path, before, after, by, steps: { length } }) => [path, before?.id, after?.id, by, length]),
      [
        ['a', '1', '3', ['Codex: npm run gen …', 'a command in the terminal'], 2],
        ['b', '1', '2', ['Codex: npm run gen …'], 1],
      ],
    );
  });

  for (const [before, after, isKnown, missed] of [
    ['1', '2', true, undefined],
    ['1', '1', true, undefined],
    ['1', '!1', true, 'executable'],
    ['!1', '2', true, 'notExecutable'],
    [undefined, '1', false, 'created'],
    [undefined, '1', true, undefined],
    ['1', undefined, false, 'deleted'],
    [undefined, '>1', false, 'created'],
    ['>1', '>2', false, 'retargeted'],
    ['1', '>1', false, 'retargeted'],
    ['>1', '>2', true, 'retargeted'],
    ['1', '>1', true, 'retargeted'],
  ] as const)
    it(`is ${missed ?? 'nothing'} beside a comparison of bytes: ${before} to ${after}, ${isKnown ? '' : 'not '}known`, () => {
      const [seen] = sumUpSteps([step('a', before, after)], () => true);
      assert.equal(seen && findMissedChange(seen, isKnown), missed);
    });
});
