import assert from 'node:assert/strict';
import { phrase } from '../../../src/core/wording/phrase.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import { readFile } from '../../../src/tools/read/readFile.ts';
import { writeFile } from '../../../src/tools/change/writeFile.ts';
import type { AuditRecord } from '../../../src/tools/ports/audit.ts';
import type { Verdict } from '../../../src/core/rules/judge.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const ask: Verdict = { action: 'ask', reason: phrase('SECRET'), protected: false, rememberable: true };

describe('the audit of calls', () => {
  const record = async (given: unknown, change: (world: MemoryWorld) => void = () => {}): Promise<AuditRecord> => {
    const world = new MemoryWorld({ 'a.txt': 'SECRET\n' });
    change(world);
    await runTool(writeFile, given, world.call, world.world());
    const [only, another] = world.records;
    assert.ok(only !== undefined && another === undefined, 'one record a call');
    assert.doesNotMatch(JSON.stringify(only), /SECRET|INPUT/);
    return only;
  };
  const input = { filePath: 'a.txt', content: 'INPUT\n' };

  it('records what was approved and written, with the hashes of both sides', async () => {
    const { outcome, applied, answers, verdict, changes, chat } = await record(input, (world) => {
      world.decide = ({ changes }) => ({
        approved: true,
        changes,
        amended: false,
        excludedPaths: [],
        surface: 'editor',
      });
    });
    assert.deepEqual({ outcome, applied, chat }, { outcome: 'ok', applied: true, chat: false });
    assert.deepEqual(answers, [{ approved: true, surface: 'editor' }]);
    assert.deepEqual(verdict, { action: 'ask', protected: false });
    assert.deepEqual(
      changes.map(({ kind, path }) => [kind, path]),
      [['update', 'a.txt']],
    );
    assert.match(`${changes[0]?.sha256Before} ${changes[0]?.sha256After}`, /^[0-9a-f]{64} [0-9a-f]{64}$/);
  });

  it('records what was rejected, denied and invalid, and that nothing was written', async () => {
    const rejected = await record(input, (world) => {
      world.decide = () => ({ approved: false, reason: 'SECRET', surface: 'chat' });
    });
    assert.deepEqual([rejected.outcome, rejected.applied], ['REJECTED', false]);
    assert.deepEqual(rejected.answers, [{ approved: false, surface: 'chat' }]);
    const denied = await record(input, (world) => {
      world.verdict = {
        action: 'deny',
        code: 'WRITES_DISABLED',
        reason: phrase('SECRET'),
        protected: false,
        rememberable: false,
      };
    });
    assert.deepEqual([denied.outcome, denied.applied, denied.answers], ['WRITES_DISABLED', false, []]);
    assert.deepEqual(denied.verdict, { action: 'deny', protected: false, code: 'WRITES_DISABLED' });
    const invalid = await record({ filePath: 'a.txt', INPUT: true });
    assert.deepEqual([invalid.outcome, invalid.changes, invalid.verdict], ['VALIDATION_ERROR', [], undefined]);
  });

  it('refuses an approved call if the rules deny it by then, and records the last verdict', async () => {
    const denied: Verdict = { ...ask, action: 'deny', code: 'PERMISSION_DENIED', rememberable: false };
    const { outcome, applied, answers, verdict } = await record(input, (world) => {
      world.decide = ({ changes }) => {
        world.verdict = denied;
        return { approved: true, changes, amended: false, excludedPaths: [], surface: 'chat' };
      };
    });
    assert.deepEqual([outcome, applied], ['PERMISSION_DENIED', false]);
    assert.deepEqual(answers, [{ approved: true, surface: 'chat' }]);
    assert.deepEqual(verdict, { action: 'deny', protected: false, code: 'PERMISSION_DENIED' });
  });

  it('asks again about files that became protected during the review', async () => {
    const { outcome, answers, verdict } = await record(input, (world) => {
      world.decide = ({ changes, verdict: asked }) => {
        world.verdict = { ...ask, protected: true };
        return {
          approved: true,
          changes,
          amended: false,
          excludedPaths: [],
          surface: asked.protected ? 'editor' : 'chat',
        };
      };
    });
    assert.equal(outcome, 'ok');
    assert.deepEqual(
      answers.map(({ surface }) => surface),
      ['chat', 'editor'],
    );
    assert.deepEqual(verdict, { action: 'ask', protected: true });
  });

  it('counts changes beyond a hundred', async () => {
    const folders = Array.from({ length: 150 }, (_, index) => `f${index}`).join('/');
    const { changes, moreChanges } = await record({ filePath: `${folders}/a.txt`, content: 'INPUT\n' });
    assert.deepEqual([changes.length, moreChanges], [100, 51]);
  });

  it('records queries, too', async () => {
    const world = new MemoryWorld({ 'a.txt': 'SECRET\n' });
    await runTool(readFile, { filePath: 'missing' }, world.call, world.world());
    assert.deepEqual(
      world.records.map(({ tool, outcome, applied }) => [tool, outcome, applied]),
      [['test', 'NOT_FOUND', false]],
    );
  });
});
