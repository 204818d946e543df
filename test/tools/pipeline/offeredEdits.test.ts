import assert from 'node:assert/strict';
import { ToolError, StalePlan } from '../../../src/core/wording/errors.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { runTool, type Outcome } from '../../../src/tools/pipeline/run.ts';
import type { Applier } from '../../../src/tools/ports/ports.ts';
import { MemoryWorld } from '../memoryWorld.ts';

const edit = { filePath: 'a.txt', oldString: 'two', newString: 'TWO' };

/**
 * Runs an edit whose plan is stale after these approvals, each with edits of the user's.
 * @returns the numbers of the approvals whose edits were offered
 */
async function run(
  staleApprovals: number,
  onStale: (world: MemoryWorld) => void,
  failure: Error = new StalePlan('a.txt'),
): Promise<{ outcome: Outcome; asked: number; offered: readonly number[] }> {
  const world = new MemoryWorld({ 'a.txt': 'one\ntwo\nthree\n' });
  const offered: number[] = [];
  let asked = 0;
  world.decide = ({ changes }) => {
    const approval = ++asked;
    const offerEdits = (): void => void offered.push(approval);
    return { approved: true, changes, amended: true, excludedPaths: [], offerEdits };
  };
  const { applier: own, ...others } = world.world();
  const applier: Applier = {
    async apply(...given) {
      if (asked > staleApprovals) return own.apply(...given);
      onStale(world);
      throw failure;
    },
  };
  const outcome = await runTool(editFile, edit, world.call, { ...others, applier });
  return { outcome, asked, offered };
}

describe('what a user typed into an approved call', () => {
  it('is offered where the files have changed so that the call fails before it is reviewed again', async () => {
    const { outcome, asked, offered } = await run(1, (world) => world.put('a.txt', 'other\n'));
    assert.equal(!outcome.ok && outcome.error.code, 'NO_MATCH');
    assert.deepEqual([asked, offered], [1, [1]]);
  });

  it('is left to the review of the next plan', async () => {
    const { outcome, asked, offered } = await run(1, () => undefined);
    assert.ok(outcome.ok);
    assert.deepEqual([asked, offered], [2, []]);
  });

  it('is offered where nothing could be written', async () => {
    const { outcome, offered } = await run(1, () => undefined, new ToolError('IO_ERROR', 'The disk is full.'));
    assert.equal(!outcome.ok && outcome.error.code, 'IO_ERROR');
    assert.deepEqual(offered, [1]);
  });

  it('is not offered where the agent is told to send it', async () => {
    const { offered } = await run(1, () => undefined, new ToolError('VALIDATION_ERROR', 'Call another tool.'));
    assert.deepEqual(offered, []);
  });

  it('is offered once all attempts have failed, of the last one', async () => {
    const { outcome, asked, offered } = await run(3, () => undefined);
    assert.equal(!outcome.ok && outcome.error.code, 'STALE');
    assert.deepEqual([asked, offered], [3, [3]]);
  });
});
