import assert from 'node:assert/strict';
import { mock } from 'node:test';
import type { Location } from '../../../src/core/change/change.ts';
import type { Caller } from '../../../src/tools/ports/caller.ts';
import { LateProblems, type Problem } from '../../../src/vscode/documents/lateProblems.ts';

const caller = (agent: string, session?: string): Caller => ({
  agent,
  via: 'mcp',
  ...(session === undefined ? {} : { session }),
});
const fileAt = (path: string): Location => ({ path, uri: `file:///${path}`, real: `file:///${path}` });

describe('problems that language support finds after an answer', () => {
  /** Problems of each file, by its path. */
  let found: Record<string, string[]>;
  let problems: LateProblems;
  beforeEach(() => {
    found = {};
    problems = new LateProblems((files) =>
      files.flatMap(({ path }) => (found[path] ?? []).map((text): Problem => ({ text, identity: text }))),
    );
  });

  /** Changes a visible file; returns the problems that the answer reports. */
  function change(path: string, by: Caller): string[] {
    const watched = problems.watch([fileAt(path)], by);
    return problems.take(watched, [fileAt(path)]);
  }

  const claude = caller('claude', '1');
  for (const [name, other] of [
    ['another agent', caller('codex', '2')],
    ['another session of the agent', caller('claude', '2')],
    ['another agent whose session has the same id', caller('codex', '1')],
    ['a caller without a session', caller('claude')],
  ] as const)
    it(`are not told to ${name}, but later to the session that made the change, once`, () => {
      found = { 'keys.ts': ['an old one'] };
      assert.deepEqual(change('keys.ts', claude), []);
      found['keys.ts'] = ['an old one', 'a late one'];
      assert.deepEqual(change('b.ts', other), []);
      assert.deepEqual(change('b.ts', claude), ['a late one']);
      assert.deepEqual(change('b.ts', claude), []);
    });

  it('are told long after they came, if they came soon after the change and are still there', () => {
    mock.timers.enable({ apis: ['setTimeout', 'Date'] });
    try {
      assert.deepEqual(change('a.ts', claude), []);
      mock.timers.tick(1000);
      found['a.ts'] = ['one of the change', 'one that is mended'];
      mock.timers.tick(59_000);
      found['a.ts'] = ['one of the change', 'one of the user'];
      assert.deepEqual(change('b.ts', claude), ['one of the change']);
      assert.deepEqual(change('b.ts', claude), []);
    } finally {
      mock.timers.reset();
    }
  });

  it('are not told if they came long after the change, when they are probably of somebody else', () => {
    const systemNow = Date.now;
    try {
      assert.deepEqual(change('a.ts', claude), []);
      Date.now = () => systemNow() + 60_000;
      found['a.ts'] = ['one of the user'];
      assert.deepEqual(change('b.ts', claude), []);
    } finally {
      Date.now = systemNow;
    }
  });
});
