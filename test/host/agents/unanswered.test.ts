import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { noOutput } from '../../../src/core/dialects/formats/claudeFormat.ts';
import { Machine, type OpenWindow } from '../../node/endpoint/machine.ts';
import { chosenGates } from './allAgents.ts';
import { editBehindHook, hookCallOf, isEdit } from './editBehindHook.ts';
import { installAgent } from './installAgent.ts';

/** How long a hook may take, in seconds; the bridge answers three before. */
const timeout = 8;

/** Each agent once: only the bridge answers here, whatever the agent's tools are. */
const gates = chosenGates().filter(({ isFirstOfFormat }) => isFirstOfFormat);

// The real bridge and endpoint; the window is scripted.
describe('an edit about which nobody answers', () => {
  let machine: Machine;
  let folder: string;
  before('the agents', async function () {
    this.timeout(600_000);
    for (const { agent } of gates) await installAgent(agent.npm);
  });
  beforeEach('a machine', async () => {
    machine = await Machine.start();
    folder = await machine.folder('project');
  });
  afterEach('the machine', async () => {
    await machine.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** A window that never answers about an edit; `asked` hears of each, with its signal. */
  async function silentWindow(id: string, asked: (open: OpenWindow, signal: AbortSignal) => void): Promise<void> {
    const open = await machine.openWindow([folder]);
    open.window.onHook = ({ input, signal }) => {
      if (!isEdit(id, hookCallOf(id, input))) return Promise.resolve(noOutput);
      asked(open, signal);
      return new Promise(() => undefined);
    };
  }

  for (const gated of gates) {
    const { id, name } = gated.agent;
    const act = () =>
      editBehindHook(gated, { folder, launcher: machine.launcher, options: ` --timeout=${timeout}`, timeout });
    describe(`${name} ${gated.gate.way ?? ''}`, function () {
      this.timeout(180_000);

      // The plugin has a time limit of its own, ten minutes, which is tested without OpenCode.
      if (id !== 'opencode')
        it('in the time that its hook has: it is refused in words, and the review is closed', async () => {
          let review: AbortSignal | undefined;
          await silentWindow(id, (_, signal) => (review = signal));
          const { outcome, answer } = await act();
          assert.equal(outcome, 'refused', answer);
          assert.match(answer, /has not answered in the time that this agent gives a hook/);
          assert.equal(review?.aborted, true);
        });

      it('since the window went away while the person looked: it is refused in words', async () => {
        await silentWindow(id, ({ endpoint }) => endpoint.close());
        const { outcome, answer } = await act();
        assert.equal(outcome, 'refused', answer);
        assert.match(answer, /went away, and did not come back/);
      });

      for (const [whenAway, expected] of [
        ['agent', 'written'],
        ['deny', 'refused'],
      ] as const)
        it(`since no window has the folder, with redline.gate.whenAway "${whenAway}": it is ${expected}`, async () => {
          await machine.openWindow([await machine.folder('other')], { whenAway });
          const { outcome, answer } = await act();
          assert.equal(outcome, expected, answer);
          if (expected === 'refused') assert.match(answer, /No VS Code window with Redline has the folder/);
        });
    });
  }
});
