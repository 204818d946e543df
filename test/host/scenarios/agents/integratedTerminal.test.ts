import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { TerminalOptions } from 'vscode';
import { prepareAgent } from '../../agents/agent.ts';
import { chosenGates } from '../../agents/allAgents.ts';
import { claude } from '../../agents/claude.ts';
import { codex } from '../../agents/codex.ts';
import { says } from '../../driver/model-script.ts';
import { unwind, type Cleanup } from '../../driver/cleanup.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import type { VSCode } from '../../driver/harness.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

/** The permission modes of people who have set nothing. */
const usual = new Map([
  [claude, 'default'],
  [codex, 'on-request'],
]);

for (const { agent, gate } of chosenGates()) {
  const { inTerminal } = agent;
  const mode = usual.get(agent);
  if (inTerminal === undefined || mode === undefined) continue;
  describe(`${agent.name} in the integrated terminal`, () => {
    const host = useHost();
    const undo: Cleanup[] = [];
    afterEach('the agent', async function () {
      this.timeout(60_000);
      await unwind(undo);
    });

    it('has its edit reviewed beside it, and does not ask about it once more', async () => {
      const { agentLauncher: launcher, evaluate, person, workspace } = host();
      const original = await workspace.read(brew);
      await waitFor('the command for agents', () => existsSync(launcher));
      const turns = gate.edit(path.join(workspace.root, brew), '  green: 2,', '  green: 3,');
      const hook = { command: `${launcher} hook ${agent.id} --timeout=600`, timeout: 600, mode };
      const script = [...turns, says('Green tea now brews for three minutes.')];
      const { program, args, env, model } = await prepareAgent(
        inTerminal('Brew green tea for three minutes'),
        { folder: workspace.root, launcher, script, hook },
        undo,
      );
      const terminal = {
        name: agent.name,
        shellPath: program,
        shellArgs: [...args],
        cwd: workspace.root,
        env,
        strictEnv: true,
      };
      await evaluate(openTerminal, terminal);
      try {
        await seeReview(host(), `brew.js (Redline, ${agent.name})`);
        await picture(host(), `${agent.id}-in-terminal`);
        assert.equal(await workspace.read(brew), original);
        await person.approve();
        assert.match(await model.answer(turns.length - 1), gate.written);
        assert.equal(await workspace.read(brew), withLongerGreen(original));
        await seeNoReview(host());
        await picture(host(), `${agent.id}-in-terminal-written`);
      } finally {
        await evaluate(closeTerminals);
      }
    });
  });
}

/** Runs in the extension host; the terminal gets the place of the chat as well. */
async function openTerminal(vscode: VSCode, options: TerminalOptions): Promise<null> {
  await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
  vscode.window.createTerminal(options).show();
  return null;
}

async function closeTerminals(vscode: VSCode): Promise<null> {
  for (const terminal of vscode.window.terminals) terminal.dispose();
  await vscode.commands.executeCommand('workbench.action.closePanel');
  return null;
}
