import assert from 'node:assert/strict';
import type { ExportedCall } from '../../../src/core/audit/exportedCall.ts';
import { groupByTurn, summarizeTurn } from '../../../src/core/audit/turnSummary.ts';

type Given = Partial<Omit<ExportedCall, 'changes'>> & {
  readonly minute?: number;
  readonly changes?: readonly string[];
};

/** A call that was applied, at a minute of an hour; changes are written `kind path [from]`. */
function call({ minute = 0, changes = ['update a.ts'], ...rest }: Given): ExportedCall {
  return {
    version: 1,
    time: new Date(Date.UTC(2026, 10, 23, 10, minute)).toISOString(),
    milliseconds: 1000,
    folders: ['file:///ws'],
    agent: 'codex',
    agentName: 'Codex',
    via: 'hook',
    session: 's',
    tool: 'redline_edit_file',
    outcome: 'ok',
    reads: [],
    answers: [{ approved: true, surface: 'editor' }],
    applied: true,
    ...rest,
    changes: changes.map((text) => {
      const [kind = '', path = '', from] = text.split(' ');
      const hashes = { sha256Before: null, sha256After: null };
      return { kind: kind as 'update', path, ...(from === undefined ? {} : { from }), ...hashes };
    }),
  };
}

const summaryOf = (...calls: readonly Given[]): string => {
  const [turn] = groupByTurn(calls.map(call));
  assert.ok(turn);
  return summarizeTurn(turn);
};

describe("the summary of an agent's turn", () => {
  it('says who changed which files, and who approved it', () => {
    const text = summaryOf(
      { changes: ['update src/a.ts', 'create src/b.ts'] },
      { changes: ['move src/d.ts src/c.ts'], answers: [{ approved: true, surface: 'chat', amended: true }] },
      {
        changes: ['delete e.ts'],
        answers: [],
        verdict: { action: 'allow', protected: false, setting: 'redline.rules' },
      },
      { changes: ['update f.ts'], answers: [], verdict: { action: 'allow', protected: false } },
      { changes: ['update g.ts'], answers: [], verdict: { action: 'later', protected: false } },
      {
        changes: ['update h.ts'],
        applied: false,
        outcome: 'REJECTED',
        answers: [{ approved: false, surface: 'editor' }],
      },
      { changes: [], applied: false },
    );
    assert.equal(
      text,
      [
        'Codex changed 6 files, reviewed with Redline',
        '',
        '- src/a.ts (updated)',
        '- src/b.ts (created)',
        '- src/d.ts (moved from src/c.ts)',
        '- e.ts (deleted)',
        '- f.ts (updated)',
        '- g.ts (updated)',
        '',
        'Agent: Codex (codex, hook)',
        'Reviewed: 1 call approved by a person (editor)',
        'Reviewed: 1 call approved by a person (chat, amended)',
        'Reviewed: 1 call allowed by a rule in redline.rules',
        'Reviewed: 1 call approved in advance',
        'Reviewed: 1 call made at once, to be reviewed later',
        'Reviewed: 1 call rejected',
      ].join('\n'),
    );
  });

  it('names a file once, by what became of it', () => {
    const files = (...changes: readonly string[][]): string[] =>
      summaryOf(...changes.map((each) => ({ changes: each })))
        .split('\n')
        .filter((line) => line.startsWith('- '));
    assert.deepEqual(files(['create a'], ['update a']), ['- a (created)']);
    assert.deepEqual(files(['update a'], ['delete a']), ['- a (deleted)']);
    assert.deepEqual(files(['update b'], ['create a'], ['delete a']), ['- b (updated)']);
    assert.deepEqual(files(['copy b a'], ['delete a']), ['- b (copied)', '- a (deleted)']);
    assert.deepEqual(files(['update b'], ['copy c a'], ['delete c']), ['- b (updated)']);
    assert.deepEqual(files(['delete a'], ['create a']), ['- a (updated)']);
    assert.deepEqual(files(['delete a'], ['create a'], ['delete a']), ['- a (deleted)']);
  });

  it('follows a file that is moved', () => {
    const files = (...changes: readonly string[]): string[] =>
      summaryOf(...changes.map((each) => ({ changes: [each] })))
        .split('\n')
        .filter((line) => line.startsWith('- '));
    assert.deepEqual(files('move b a', 'update b'), ['- b (moved from a)']);
    assert.deepEqual(files('update a', 'move b a'), ['- b (moved from a)']);
    assert.deepEqual(files('create a', 'move b a', 'update b'), ['- b (created)']);
    assert.deepEqual(files('move b a', 'move c b', 'update c'), ['- c (moved from a)']);
    assert.deepEqual(files('move b a', 'delete b'), ['- a (deleted)']);
    assert.deepEqual(files('update c', 'move b a', 'move a b'), ['- c (updated)', '- a (updated)']);
    assert.deepEqual(files('move b a', 'create a'), ['- b (moved from a)', '- a (created)']);
    assert.deepEqual(files('move b a', 'create a', 'delete b'), ['- a (updated)']);
    assert.deepEqual(files('move b a', 'create a', 'delete b', 'delete a'), ['- a (deleted)']);
    assert.deepEqual(files('move b a', 'move a c', 'delete b'), ['- a (moved from c)']);
    assert.deepEqual(files('delete a', 'move a b', 'delete a'), ['- a (deleted)', '- b (deleted)']);
    assert.deepEqual(files('delete a', 'move a b', 'move c a'), ['- a (deleted)', '- c (moved from b)']);
    assert.deepEqual(files('delete a', 'create b', 'move a b'), ['- a (updated)']);
  });

  it('leaves out folders that come and go with their files', () => {
    const summary = summaryOf(
      { changes: ['createDirectory src/new', 'create src/new/a.ts', 'createDirectory empty'] },
      { changes: ['createDirectory to', 'move to/b.ts from/b.ts', 'delete from'] },
    );
    assert.match(
      summary,
      /^Codex changed 3 files, .*\n\n- src\/new\/a\.ts \(created\)\n- empty \(folder created\)\n- to\/b\.ts \(moved from from\/b\.ts\)\n\n/,
    );
  });

  it('names what a call may have changed that was partly applied', () => {
    const partial = {
      changes: ['update b.ts', 'createDirectory d', 'create d/c.ts'],
      applied: false,
      outcome: 'PARTIALLY_APPLIED',
    };
    assert.match(
      summaryOf({}, partial),
      /^Codex changed 1 file, .*\n\n- a\.ts \(updated\)\n\n.*\nPartly applied: 1 call, which may have changed b\.ts, d\/c\.ts\n/,
    );
    assert.match(
      summaryOf(partial),
      /^Codex may have changed files, reviewed with Redline\n.*\nPartly applied: 1 call.*\nReviewed: 1 call approved by a person/s,
    );
    const many = Array.from({ length: 60 }, (_, at) => `update f${at}`);
    assert.match(summaryOf({ ...partial, changes: many, moreChanges: 5 }), / f49 and 15 more$/m);
  });

  it('counts what it does not list', () => {
    const many = Array.from({ length: 60 }, (_, at) => `update f${at}`);
    const text = summaryOf({ changes: many, moreChanges: 5 });
    assert.match(text, /^Codex changed 65 files, .*\n- f49 \(updated\)\n- and 15 more\n/s);
    assert.match(
      summaryOf({ changes: [], moreChanges: 3 }),
      /^Codex changed 3 files, .*\n- and 3 more\n.*1 call approved/s,
    );
  });

  /** Calls as `agent session turn minute`, and the minutes of each turn, the newest turn first. */
  const rows: readonly (readonly [title: string, calls: readonly string[], turns: readonly (readonly number[])[]])[] = [
    ['by the id of the turn, however long it takes', ['c s t1 0', 'c s t1 50', 'c s t2 51'], [[51], [0, 50]]],
    ['by time, where there is no id', ['c s - 0', 'c s - 9', 'c s - 20'], [[20], [0, 9]]],
    ['apart for each session', ['c s - 0', 'c r - 1', 'c s - 2'], [[1], [0, 2]]],
    ['apart for each agent', ['c s t 0', 'd s t 1', 'c s t 2'], [[1], [0, 2]]],
  ];
  for (const [title, given, turns] of rows) {
    it(`puts calls together ${title}`, () => {
      const calls = given.map((text) => {
        const [agent = '', session = '', turn = '', minute = ''] = text.split(' ');
        return call({ agent, session, ...(turn === '-' ? {} : { turn }), minute: Number(minute) });
      });
      const minutes = groupByTurn(calls).map((each) => each.calls.map(({ time }) => new Date(time).getUTCMinutes()));
      assert.deepEqual(minutes, turns);
    });
  }

  it('is of turns that changed something', () => {
    assert.deepEqual(groupByTurn([call({ applied: false }), call({ agent: 'd', applied: false, changes: [] })]), []);
  });
});
