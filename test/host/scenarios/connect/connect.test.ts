import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { settingsFilesOf } from '../../../../src/core/connect/agentSettings.ts';
import { startAgent, type AgentRun, type TerminalAgent } from '../../agents/agent.ts';
import { installAgent } from '../../agents/installAgent.ts';
import { redlineName } from '../../agents/model/scriptedModel.ts';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';
import { approveAll, pickOnly } from './connectSteps.ts';
import { connectedAgents, removeCopies, type ConnectedAgent } from './connectedAgents.ts';

for (const connected of connectedAgents()) {
  describe(`connecting ${connected.agent.name}`, () => connecting(connected));
}

function connecting({ agent, settings, command, edit, callRedline, told = /asked in \d+ ms/ }: ConnectedAgent): void {
  const host = useHost();
  let run: AgentRun | undefined;
  before(async function () {
    this.timeout(600_000);
    await installAgent(agent.npm);
  });
  afterEach(async function () {
    this.timeout(60_000);
    await run?.stop();
    run = undefined;
    await removeCopies();
  });

  let files: Readonly<Record<string, string>> = {};
  const home = (): string => path.resolve(host().agentLauncher, '../../..');

  /** By the agent's own tools, or by Redline's where it has no hook. */
  function changeGreen(from: number, to: number): readonly Turn[] {
    const [oldString, newString] = [`  green: ${from},`, `  green: ${to},`];
    const own = edit?.(path.join(host().workspace.root, brew), oldString, newString);
    return own ?? [calls(tool('edit_file', { filePath: brew, oldString, newString }))];
  }

  /** Starts the agent with its user's settings, after `prepare`. */
  async function start(script: readonly Turn[], prepare: () => Promise<void>): Promise<AgentRun> {
    const configured: TerminalAgent = {
      ...agent,
      configure: async ({ modelUrl }) => {
        files = settings(modelUrl, host().workspace.root);
        for (const [file, text] of Object.entries(files)) {
          await mkdir(path.dirname(path.join(home(), file)), { recursive: true });
          await writeFile(path.join(home(), file), text);
        }
        await prepare();
        return command(home(), modelUrl);
      },
    };
    const { agentLauncher: launcher, workspace } = host();
    await run?.stop();
    run = await startAgent(configured, { folder: workspace.root, launcher, script: [...script, says('Done.')] });
    return run;
  }

  async function connect(): Promise<void> {
    const { person } = host();
    await person.command('Redline: Connect an Agent…');
    await pickOnly(host(), agent.name, `connect-pick-${agent.id}`);
    await person.pick('Everywhere');
    await waitFor('the review', async () => (await host().editors.tabs()).length > 0);
    await picture(host(), `connect-review-${agent.id}`);
    for (const [file, text] of Object.entries(files)) {
      assert.equal(await readFile(path.join(home(), file), 'utf8'), text, 'nothing is written unseen');
    }
    await approveAll(host());
    await waitFor('the settings', async () =>
      (await person.notifications()).some((text) => text.includes(`${agent.name}: connected`)),
    );
    // A hook is tried by a dry edit through its command as it stands in the settings.
    assert.match((await person.notifications()).join('\n'), told);
    if (edit !== undefined) await host().page.locator('.statusbar-item').filter({ hasText: 'Agents: 1' }).waitFor();
    await picture(host(), `connect-done-${agent.id}`);
  }

  async function disconnect(): Promise<void> {
    const { person } = host();
    await person.command('Redline: Disconnect an Agent…');
    await pickOnly(host(), agent.name, `connect-pick-${agent.id}`);
    await waitFor('the review', async () =>
      (await host().editors.tabs()).some(({ label }) => label.includes('Redline')),
    );
    await picture(host(), `connect-away-${agent.id}`);
    await approveAll(host());
    await waitFor('the end', async () =>
      (await person.notifications()).some((text) => text.includes(`${agent.name} works without Redline again`)),
    );
    await host().page.locator('.statusbar-item').filter({ hasText: 'Agents: ' }).waitFor({ state: 'hidden' });
  }

  /** The files that Connect writes, relative to the home. */
  function writtenFiles(): readonly string[] {
    const machine = { launcher: host().agentLauncher, windows: false, plugin: '' };
    return settingsFilesOf(agent.id, { ...machine, level: 'user', folder: undefined }).map((file) => file.path);
  }

  /** Takes the hook out of the settings, as a shell command of the agent can, and puts it back. */
  async function loseHook(): Promise<void> {
    const status = (text: string) => host().page.locator('.statusbar-item').filter({ hasText: text });
    const connected = new Map<string, string>();
    for (const file of writtenFiles()) {
      const place = path.join(home(), file);
      connected.set(place, await readFile(place, 'utf8'));
      await (files[file] === undefined ? rm(place) : writeFile(place, files[file]));
    }
    await status('Agents: 0 of 1').waitFor();
    for (const [place, text] of connected) await writeFile(place, text);
    await status('Agents: 1').waitFor();
  }

  /** Every file that Connect had written is gone, or names the launcher no more. */
  async function assertForgotten(): Promise<void> {
    const launcher = host().agentLauncher;
    const written = writtenFiles();
    assert.ok(written.length > 0);
    for (const file of written) {
      const place = path.join(home(), file);
      const left = existsSync(place) ? await readFile(place, 'utf8') : '';
      assert.ok(!left.includes(launcher), file);
    }
  }

  it('writes its settings after a review, has its edit reviewed, and works as before once it is disconnected', async function () {
    this.timeout(240_000);
    const { agentLauncher: launcher, person, workspace } = host();
    await waitFor('the command for agents', () => existsSync(launcher));
    const original = await workspace.read(brew);
    const turns = changeGreen(2, 3);
    const read = callRedline ?? ((name: string, input: object) => calls(tool(name, input)));
    const connected = await start([...turns, read('read_file', { filePath: brew })], connect);
    await seeReview(host(), `brew.js (Redline, ${agent.name}`);
    assert.equal(await workspace.read(brew), original);
    await picture(host(), `connect-edit-${agent.id}`);
    await person.approve();
    assert.match(await connected.answer(turns.length), /green: 3,/, 'by the server');
    await connected.ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());

    if (edit !== undefined) await loseHook();
    await disconnect();
    for (const [file, text] of Object.entries(files))
      assert.equal(await readFile(path.join(home(), file), 'utf8'), text, file);
    await assertForgotten();

    const again = edit === undefined ? [] : changeGreen(3, 4);
    const alone = await start(again, () => Promise.resolve());
    await alone.ended;
    assert.ok(alone.offered().length > 0, await alone.ended);
    assert.deepEqual(
      alone.offered().filter((name) => redlineName(name) !== undefined),
      [],
    );
    const expected = edit === undefined ? 'green: 3,' : 'green: 4,';
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('green: 3,', expected));
    await seeNoReview(host());
    for (const file of Object.keys(files)) await rm(path.join(home(), file));
  });
}
