import assert from 'node:assert/strict';
import { ToolError, StalePlan } from '../../../src/core/wording/errors.ts';
import { editFile } from '../../../src/tools/change/edit/editFile.ts';
import { runTool } from '../../../src/tools/pipeline/run.ts';
import type { Applier } from '../../../src/tools/ports/ports.ts';
import { HookWindow, files, approve } from '../../vscode/endpoint/hookWindow.ts';
import { MemoryWorld } from '../memoryWorld.ts';

/** Runs an edit that is approved and remembered, and fails so in turn. @returns the events in order */
async function run(failures: readonly Error[], remembering?: Error): Promise<{ events: string[]; world: MemoryWorld }> {
  const world = new MemoryWorld({ 'a.txt': 'one\ntwo\n' });
  const events: string[] = [];
  world.decide = ({ changes }) => {
    const remember = async (): Promise<void> => {
      events.push('remembered');
      if (remembering !== undefined) throw remembering;
    };
    return { approved: true, changes, amended: false, excludedPaths: [], remember };
  };
  const { applier: own, ...others } = world.world();
  const left = [...failures];
  const applier: Applier = {
    async apply(...given) {
      const failure = left.shift();
      events.push(failure === undefined ? 'written' : 'failed');
      if (failure !== undefined) throw failure;
      return own.apply(...given);
    },
  };
  const edit = { filePath: 'a.txt', oldString: 'two', newString: 'TWO' };
  const outcome = await runTool(editFile, edit, world.call, { ...others, applier });
  events.push(outcome.ok ? 'ok' : outcome.error.code);
  return { events, world };
}

describe('an approval that the user chose to remember', () => {
  it('is remembered once the changes are written, before the agent can send the next call', async () => {
    assert.deepEqual((await run([])).events, ['written', 'remembered', 'ok']);
  });

  it('is not remembered by a call that fails, so that what was excluded is asked about when it is sent again', async () => {
    const stale = [1, 2, 3].map(() => new StalePlan('a.txt'));
    assert.deepEqual((await run(stale)).events, ['failed', 'failed', 'failed', 'STALE']);
    assert.deepEqual((await run([new ToolError('IO_ERROR', 'The disk is full.')])).events, ['failed', 'IO_ERROR']);
  });

  it('does not fail a call that is written', async () => {
    const { events, world } = await run([], new Error('The storage is full.'));
    assert.deepEqual(events, ['written', 'remembered', 'ok']);
    assert.deepEqual(
      world.unexpected.map(({ step }) => step),
      ['remembering an approval'],
    );
  });

  it("is remembered when an agent's own tool may write, and not for one whose hook ended", async () => {
    const window = new HookWindow(files);
    let remembered = 0;
    window.decide = (request) => {
      const decision = approve(request);
      return decision.approved ? { ...decision, remember: async () => void remembered++ } : decision;
    };
    await window.edit('a.txt', 'two', '2').answer;
    assert.equal(remembered, 1);
    const ended = window.edit('b.txt', 'two', '2');
    window.decide = (request) => {
      ended.kill();
      const decision = approve(request);
      return decision.approved ? { ...decision, remember: async () => void remembered++ } : decision;
    };
    assert.equal((await ended.answer).decision, 'deny');
    assert.equal(remembered, 1);
  });
});
