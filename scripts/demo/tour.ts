// Plays the demo in a real VS Code, by itself or for a person.

import path from 'node:path';
import { startBackstage, startHost, type Host } from '../../test/host/driver/host.ts';
import { says } from '../../test/host/driver/model-script.ts';
import { repositoryRoot } from '../../test/host/driver/paths.ts';
import type { VSCode } from '../../test/host/driver/harness.ts';
import { waitFor } from '../../test/host/driver/wait.ts';
import { playAgentOnce, receiveWithAgent } from './agent-tour.ts';
import { demoAgent } from './demo-agent.ts';
import { openInBrowser } from './open-in-browser.ts';
import { packageExtension } from '../package.mjs';

const pictures = path.join(repositoryRoot, 'out/tour');

/**
 * `npm start`: a VS Code with Redline and the demo agent, for a person; with `--agent=gemini` the real Gemini CLI in a
 * terminal instead. With `--once` the tour plays by itself.
 */
async function main(args: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(0));
  const [agent] = args.flatMap((arg) => /^--agent=(.*)$/.exec(arg)?.[1] ?? []);
  await packageExtension();
  if (agent !== undefined) await (args.includes('--once') ? playAgentOnce(agent) : receiveWithAgent(agent));
  else if (args.includes('--once')) await playOnce();
  else await receive();
}

/** Plays the tour by itself, checks the result of each step, and saves a screenshot of it in `out/tour/`. */
async function playOnce(): Promise<void> {
  console.log('Starting VS Code…');
  const host = await startHost();
  try {
    await tour(host);
  } finally {
    await host.stop();
  }
  console.log('The tour is over; nothing is left running.');
}

async function tour(host: Host): Promise<void> {
  const { chat, person, workspace, editors, page } = host;
  const step = async (name: string, text: string): Promise<void> => {
    console.log(`${text}  → ${path.relative(repositoryRoot, await person.screenshot(name, pictures))}`);
  };
  const before = await workspace.read('src/brew.js');
  await editors.open('src/brew.js');
  const sent = await chat.send('demo', demoAgent);
  const read = await sent.answer(0);
  if (!read.includes('brewingTime')) throw new Error(`The agent could not read the file: ${read}`);
  await chat.card();
  await person.titleAction('Approve').waitFor();
  await step('1-review', 'The agent has read src/brew.js and proposes an edit; nothing is written yet.');
  if ((await workspace.read('src/brew.js')) !== before) throw new Error('Something was written before the approval.');

  await person.approve();
  await sent.finished();
  const answer = await sent.answer(1);
  const after = await workspace.read('src/brew.js');
  if (!after.includes('Nobody knows how to brew')) throw new Error(`The edit was not applied: ${answer}`);
  await editors.open('src/brew.js');
  await step('2-approved', 'Approved with ✓; the edit is on disk, and the agent was told so.');

  await person.command('Redline: Undo Last Agent Change');
  await person.answerDialog('Undo');
  await waitFor('the edit to be undone', async () => (await workspace.read('src/brew.js')) === before);
  await page.locator('.view-line', { hasText: 'Nobody knows' }).first().waitFor({ state: 'detached' });
  await step('3-undone', 'Taken back with "Redline: Undo Last Agent Change"; the file is what it was, to the byte.');
}

/** Serves VS Code to a person until Ctrl+C. */
async function receive(): Promise<void> {
  console.log('Starting VS Code…');
  const stage = await startBackstage();
  stage.model.expect('demo', demoAgent);
  stage.model.otherwise([says('I am only a script. Say **demo**, and I show what Redline does.')]);
  console.log(`\nOpen ${stage.address}\nand send "demo" in the chat. Ctrl+C ends it.\n`);
  openInBrowser(stage.address);
  for (;;) {
    try {
      await stage.ready(Infinity);
      await stage.evaluate(offerDemo);
    } catch (error) {
      // The window was closed or reloaded before it was ready; the next one gets its turn.
      console.log(`The window went away: ${String(error)}`);
    }
  }
}

/** Runs in the extension host: opens the chat with the word typed, so that it only has to be sent. */
async function offerDemo(vscode: VSCode): Promise<null> {
  await vscode.commands.executeCommand('workbench.action.chat.open', {
    query: 'demo',
    isPartialQuery: true,
    mode: 'agent',
    modelSelector: { vendor: 'customendpoint', id: 'scripted' },
  });
  return null;
}

await main(process.argv.slice(2));
