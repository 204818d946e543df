// Plays the demo with a real agent in the terminal of VS Code, by itself or for a person.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { prepareAgent, type PreparedAgent, type TerminalAgent } from '../../test/host/agents/agent.ts';
import { gemini } from '../../test/host/agents/gemini.ts';
import { ownTool, type AgentScript, type ScriptedModel } from '../../test/host/agents/model/scriptedModel.ts';
import { startBackstage, startHost, type Backstage, type Host } from '../../test/host/driver/host.ts';
import { says } from '../../test/host/driver/model-script.ts';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import { unwind, type Cleanup } from '../../test/host/driver/cleanup.ts';
import type { VSCode } from '../../test/host/driver/harness.ts';
import { waitFor } from '../../test/host/driver/wait.ts';
import { carefree, careful } from './demo-agent.ts';
import { openInBrowser } from './open-in-browser.ts';

const pictures = path.join(repositoryRoot, 'out/tour');
const brew = 'src/brew.js';
/** The agents that can play the demo. */
const players: readonly TerminalAgent[] = [gemini];

/** `npm start -- --agent=gemini --once`: plays with the real agent, checks each step, and saves a screenshot of it. */
export async function playAgentOnce(id: string): Promise<void> {
  const agent = playerOf(id);
  const undo: Cleanup[] = [];
  try {
    console.log('Starting VS Code…');
    const host = await startHost();
    try {
      await play(agent, host, undo);
    } finally {
      // Before `unwind`, which deletes the agent's home: the agent in the terminal would still write into it.
      await host.stop();
    }
  } finally {
    await unwind(undo);
  }
  console.log('The tour is over; nothing is left running.');
}

async function play(agent: TerminalAgent, host: Host, undo: Cleanup[]): Promise<void> {
  const { editors, page, person, workspace } = host;
  const step = async (name: string, text: string): Promise<void> => {
    const file = await person.screenshot(`${agent.id}-${name}`, pictures);
    console.log(`${text}  → ${path.relative(repositoryRoot, file)}`);
  };
  const before = await workspace.read(brew);
  const { answer } = await startInTerminal(agent, host, undo);
  await seeProposal(agent, host);
  await step('1-review', `${agent.name} wants to edit ${brew} by its own tool; nothing is written yet.`);
  if ((await workspace.read(brew)) !== before) throw new Error('Something was written before the approval.');

  await person.approve();
  const told = await answer(0);
  await waitFor('the edit', async () => (await workspace.read(brew)).includes('Nobody knows how to brew'));
  await page
    .locator('.statusbar-item')
    .filter({ hasText: `Redline applied: ${agent.name}: Edit ${brew}` })
    .waitFor();
  await editors.open(brew);
  await step('2-approved', `Approved with ✓; ${agent.name} wrote it, and its model read: ${told.split('\n')[0]}`);

  await person.command('Redline: Undo Last Agent Change');
  await person.answerDialog('Undo');
  await waitFor('the edit to be undone', async () => (await workspace.read(brew)) === before);
  await page.locator('.view-line', { hasText: 'Nobody knows' }).first().waitFor({ state: 'detached' });
  await step('3-undone', 'Taken back with "Redline: Undo Last Agent Change"; the file is what it was, to the byte.');
}

/** `npm start -- --agent=gemini`: serves VS Code to a person, with the agent in its terminal, until Ctrl+C. */
export async function receiveWithAgent(id: string): Promise<void> {
  const agent = playerOf(id);
  console.log('Starting VS Code…');
  const stage = await startBackstage();
  console.log(`\nOpen ${stage.address}\n${agent.name} plays in its terminal. Ctrl+C ends it.\n`);
  openInBrowser(stage.address);
  for (;;) {
    const undo: Cleanup[] = [];
    try {
      await stage.active(Infinity);
      await startInTerminal(agent, stage, undo);
    } catch (error) {
      // The window was closed or reloaded before it was ready; the next one gets its turn.
      console.log(`The window went away: ${String(error)}`);
      await unwind(undo);
    }
  }
}

function playerOf(id: string): TerminalAgent {
  const agent = players.find((each) => each.id === id);
  if (agent !== undefined) return agent;
  throw new Error(`The demo cannot play ${id}. It can play: ${players.map((each) => each.id).join(', ')}.`);
}

/**
 * Waits for the launcher of the bridge, then starts the agent in a terminal, with a scripted model that plays the demo.
 */
export async function startInTerminal(
  agent: TerminalAgent,
  { agentLauncher, evaluate, workspace }: Pick<Backstage, 'agentLauncher' | 'evaluate' | 'workspace'>,
  undo: Cleanup[],
): Promise<ScriptedModel> {
  await waitFor('the command for agents', () => existsSync(agentLauncher));
  const script = demoScript(path.join(workspace.root, brew));
  const hook = { command: `${agentLauncher} hook ${agent.id} --timeout=600`, timeout: 600, mode: 'yolo' };
  const setup = { folder: workspace.root, launcher: agentLauncher, script, hook, isInteractive: true };
  const { model, ...command } = await prepareAgent(agent, setup, undo);
  await evaluate(openTerminal, { ...command, name: agent.name, cwd: workspace.root });
  return model;
}

/** Waits until the agent's edit is under review, with the buttons above it. */
export async function seeProposal(agent: TerminalAgent, { page, person }: Host): Promise<void> {
  await person.tab(`brew.js (Redline, ${agent.name})`).waitFor({ timeout: 120_000 });
  await person.titleAction('Approve').waitFor();
  await page.locator('.codelens-decoration').filter({ hasText: 'Approve' }).first().waitFor();
}

/** The demo for Gemini CLI's own edit tool: proposes an edit; asked again, it proposes the opposite. */
function demoScript(file: string): AgentScript {
  let seenAnswers = 0;
  return (answers) => {
    if (answers.length > seenAnswers) {
      seenAnswers = answers.length;
      const isRejected = answers.at(-1)?.includes('[REJECTED]') === true;
      return says(
        isRejected ? 'You rejected it, so nothing was written.' : 'Done. Undo it in VS Code, or ask me again.',
      );
    }
    const isCareful = readFileSync(file, 'utf8').includes('Nobody knows how to brew');
    const [old_string, new_string] = isCareful ? [careful, carefree] : [carefree, careful];
    const instruction = isCareful ? 'Answer NaN for unknown teas again' : 'Refuse unknown teas';
    const words = isCareful
      ? 'I propose to take the guard out again.'
      : 'It answers NaN for a tea it does not know. I propose to refuse it.';
    return says(
      `${words} Please look at the diff.`,
      ownTool('replace', { file_path: file, instruction, old_string, new_string }),
    );
  };
}

interface Command extends Omit<PreparedAgent, 'model'> {
  readonly name: string;
  readonly cwd: string;
}

/** Runs in the extension host: opens a terminal in which the agent starts, with an environment of its own. */
async function openTerminal(vscode: VSCode, { name, cwd, program, args, env }: Command): Promise<null> {
  await vscode.commands.executeCommand('workbench.action.closeAuxiliaryBar');
  const terminal = vscode.window.createTerminal({
    name,
    cwd,
    shellPath: program,
    shellArgs: [...args],
    env,
    strictEnv: true,
  });
  // With the focus, as if a person had typed into it.
  terminal.show();
  return null;
}
