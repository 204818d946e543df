import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { noOutput } from '../../../src/core/dialects/formats/claudeFormat.ts';
import { dialects } from '../../../src/core/dialects/dialects.ts';
import { hookFacts, type HookFacts } from '../../../src/core/dialects/hookFacts.ts';
import { Machine } from '../../node/endpoint/machine.ts';
import { chosenGates, type GatedAgent } from './allAgents.ts';
import { editBehindHook, hookCallOf, isEdit } from './editBehindHook.ts';
import { installAgent } from './installAgent.ts';

/** How long a hook may take, in seconds: more than any takes that answers, whatever else the machine does. */
const patience = 60;

/** Codex runs no hook after a tool that has failed: a file is held for it until its next call, or its turn ends. */
const untoldFailures = 'codex';

// What `redline doctor` tells, and what Redline relies on. The real bridge and endpoint; the window's answers are scripted.
describe('what an agent does with its hook', () => {
  let machine: Machine;
  before('the agents', async function () {
    this.timeout(600_000);
    for (const { agent } of chosenGates()) await installAgent(agent.npm);
    machine = await Machine.start();
  });
  after('the machine', () => machine.stop());

  /** Has an agent edit a file behind this hook. */
  async function edit(
    gated: GatedAgent,
    {
      mode = gated.gate.modes[0],
      launcher = machine.launcher,
      timeout = patience,
      onAllow,
      denies = false,
    }: {
      denies?: boolean;
      mode?: string;
      launcher?: string;
      timeout?: number;
      onAllow?: (folder: string) => Promise<unknown>;
    },
  ): Promise<{ outcome: 'written' | 'refused'; answer: string; hasAllowed: boolean; hasEnded: boolean }> {
    const folder = await machine.folder('project');
    const { endpoint, window } = await machine.openWindow([folder]);
    let [hasAllowed, hasEnded] = [false, false];
    window.onHook = async ({ input }) => {
      const { output, isChange, phase } = answerTo(gated.agent.id, input, denies);
      hasEnded ||= hasAllowed && phase === 'postToolUse';
      hasAllowed ||= isChange;
      if (isChange) await onAllow?.(folder);
      return output;
    };
    try {
      const isOver = (): boolean => onAllow === undefined || hasEnded;
      const place = { folder, launcher, timeout, mode, mayEnd: () => hasAllowed, isOver };
      return { ...(await editBehindHook(gated, place)), hasAllowed, hasEnded };
    } finally {
      endpoint.close();
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** A launcher whose hook is another one; as an MCP server it is Redline's. */
  async function launcherOf(hook: string): Promise<string> {
    const folder = path.join(machine.root, 'other/bin');
    const launcher = path.join(folder, 'redline');
    await mkdir(folder, { recursive: true });
    const server = `[ "$1" = mcp ] && exec '${machine.launcher}' mcp\n`;
    await writeFile(launcher, `#!/bin/sh\n${server}${hook}\n`, { mode: 0o755 });
    return launcher;
  }

  /** How a hook fails, which is the same whatever tool the agent edits by. */
  function failing(gated: GatedAgent): void {
    const { agent } = gated;
    const facts = factsOf(agent.id);
    for (const crash of ['exit 1', 'kill -KILL $$'])
      it(`that crashes (${crash}): the edit is ${facts.onCrash}`, async () => {
        const { outcome, answer } = await edit(gated, { launcher: await launcherOf(crash) });
        assert.equal(outcome, facts.onCrash, answer);
      });

    it('that ends with code 2 and words, as the bridge does where it fails: the edit is refused', async () => {
      const { outcome, answer } = await edit(gated, { launcher: await launcherOf('echo Failed. >&2; exit 2') });
      assert.equal(outcome, 'refused', answer);
    });

    it('that the extension has left behind: the edit is written, with the program of the hook and without', async () => {
      const own = await Machine.start();
      try {
        const folder = await own.folder('project');
        const { endpoint } = await own.openWindow([folder]);
        endpoint.close();
        // The folder of the extension.
        await rm(path.join(own.root, 'dist'), { recursive: true });
        const place = { folder, launcher: own.launcher, timeout: patience };
        const orphaned = await editBehindHook(gated, place);
        assert.equal(orphaned.outcome, 'written', orphaned.answer);
        const bin = path.dirname(own.launcher);
        for (const program of (await readdir(bin, { withFileTypes: true })).filter((each) => each.isDirectory()))
          await rm(path.join(bin, program.name), { recursive: true });
        const bare = await editBehindHook(gated, { ...place, hasServer: false });
        assert.equal(bare.outcome, 'written', bare.answer);
      } finally {
        await own.stop();
      }
    });

    // The plugin has a time limit of its own, which is tested without OpenCode.
    if (agent.id !== 'opencode')
      it(`that takes too long: the edit is ${facts.onTimeout}`, async () => {
        const { outcome, answer } = await edit(gated, { launcher: await launcherOf('exec sleep 60'), timeout: 2 });
        assert.equal(outcome, facts.onTimeout, answer);
      });
  }

  for (const gated of chosenGates()) {
    const { agent, gate } = gated;
    describe(`${agent.name} ${gate.way ?? ''}`, function () {
      this.timeout(120_000);

      if (gated.isFirstOfFormat) failing(gated);

      for (const mode of gate.modes)
        it(`that allows in mode ${mode}: the edit is written, and the agent asks nothing`, async () => {
          const { outcome, answer, hasAllowed } = await edit(gated, { mode });
          assert.deepEqual({ outcome, hasAllowed }, { outcome: 'written', hasAllowed: true }, answer);
        });

      if (gated.isFirstOfFormat)
        for (const mode of gate.modes)
          it(`that denies in mode ${mode}: the edit is refused, with the reason`, async () => {
            const { outcome, answer } = await edit(gated, { mode, denies: true });
            assert.equal(outcome, 'refused', answer);
            assert.match(answer, /Not now\./);
          });

      if (agent.id !== untoldFailures)
        it('whose edit the tool refuses afterwards: the hook is told that the tool has ended', async () => {
          const { outcome, answer, hasEnded } = await edit(gated, {
            onAllow: (folder) => writeFile(path.join(folder, 'a.txt'), 'other\n'),
          });
          assert.deepEqual({ outcome, hasEnded }, { outcome: 'refused', hasEnded: true }, answer);
        });

      for (const mode of gate.asksIn ?? [])
        it(`that has no opinion in mode ${mode}: the agent would ask, and nobody is there`, async () => {
          const { outcome, answer } = await edit(gated, { mode, launcher: await launcherOf('exit 0') });
          assert.equal(outcome, 'refused', answer);
        });

      for (const mode of gate.asksAgainIn ?? [])
        it(`that allows in mode ${mode}: the agent asks or refuses nonetheless`, async () => {
          const { outcome, answer, hasAllowed } = await edit(gated, { mode });
          assert.deepEqual({ outcome, hasAllowed }, { outcome: 'refused', hasAllowed: true }, answer);
        });
    });
  }
});

function factsOf(id: string): HookFacts {
  const facts = hookFacts.find((each) => each.id === id);
  if (facts === undefined) throw new Error(`There are no facts about ${id}.`);
  return facts;
}

/** What Redline answers once the person has approved or rejected. */
function answerTo(id: string, input: unknown, denies: boolean) {
  const call = hookCallOf(id, input);
  const isChange = isEdit(id, call);
  const { answer } = dialects.get(id) ?? {};
  const verdict = denies ? answer?.deny(call, 'Not now.') : answer?.allow(call);
  const output = isChange ? verdict : undefined;
  return { isChange, output: output ?? noOutput, phase: call.phase };
}
