import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startAgent, type AgentRun, type TerminalAgent } from '../../agents/agent.ts';
import { usualAgent } from '../../agents/allAgents.ts';
import { installAgent } from '../../agents/installAgent.ts';
import { says } from '../../driver/model-script.ts';
import { installHost } from '../../driver/install-host.ts';
import { startServer, uninstallExtension, type DataFolder } from '../../driver/server.ts';
import { giveUp, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeReview, withLongerGreen } from '../tea.ts';
import { approveAll, pickOnly } from './connectSteps.ts';
import { connectedAgents, removeCopies, type ConnectedAgent } from './connectedAgents.ts';

// A person who uninstalls Redline without disconnecting first, and who had edits refused while no window is open. What is left
// behind is the same for all agents; what each does with it is tested without an editor.
for (const connected of connectedAgents().filter(({ agent }) => agent.id === usualAgent))
  describe(`uninstalling Redline while ${connected.agent.name} is connected`, () => uninstalling(connected));

function uninstalling({ agent, settings, command, edit }: ConnectedAgent): void {
  const host = useHost({ settings: { 'redline.gate.whenAway': 'deny' } });
  let run: AgentRun | undefined;
  before(async function () {
    this.timeout(600_000);
    await installAgent(agent.npm);
  });
  after(async function () {
    this.timeout(60_000);
    await run?.stop();
    await removeCopies();
  });

  const home = (): string => path.resolve(host().agentLauncher, '../../..');
  const data = (): DataFolder => {
    const root = path.dirname(home());
    return { root, home: home(), user: path.join(root, 'user') };
  };
  const read = async (file: string): Promise<string> => readFile(path.join(home(), file), 'utf8');

  /** Has the agent brew the green tea longer, with the settings in its home, which `prepare` may write. */
  async function editGreen(
    from: number,
    to: number,
    prepare: (modelUrl: string) => Promise<void> = () => Promise.resolve(),
  ): Promise<AgentRun> {
    const { agentLauncher: launcher, workspace } = host();
    const turns = edit?.(path.join(workspace.root, brew), `  green: ${from},`, `  green: ${to},`) ?? [];
    const configured: TerminalAgent = {
      ...agent,
      configure: async ({ modelUrl }) => {
        await prepare(modelUrl);
        return command(home(), modelUrl);
      },
    };
    await run?.stop();
    run = await startAgent(configured, { folder: workspace.root, launcher, script: [...turns, says('Done.')] });
    return run;
  }

  let modelOfSettings = '';
  /** Writes the settings as their user has them, and connects the agent. */
  async function setUp(modelUrl: string): Promise<void> {
    modelOfSettings = modelUrl;
    for (const [file, text] of Object.entries(settings(modelUrl, host().workspace.root))) {
      await mkdir(path.dirname(path.join(home(), file)), { recursive: true });
      await writeFile(path.join(home(), file), text);
    }
    await connect();
  }

  /** Names the model of the next run where the settings name that of the last one. */
  async function changeModel(modelUrl: string): Promise<void> {
    for (const file of Object.keys(settings('', host().workspace.root)))
      await writeFile(path.join(home(), file), (await read(file)).replaceAll(modelOfSettings, modelUrl));
    modelOfSettings = modelUrl;
  }

  async function connect(): Promise<void> {
    await host().person.command('Redline: Connect an Agent…');
    await pickOnly(host(), agent.name, `uninstall-pick-${agent.id}`);
    await host().person.pick('Everywhere');
    await waitFor('the review', async () => (await host().editors.tabs()).length > 0);
    await approveAll(host());
    await waitFor('the settings', async () =>
      (await host().person.notifications()).some((text) => text.includes(`${agent.name}: connected`)),
    );
  }

  it('leaves an agent behind that edits by itself, and its settings as they are', async function () {
    this.timeout(240_000);
    const { agentLauncher, page, person, workspace } = host();
    await waitFor('the command for agents', () => existsSync(agentLauncher));
    const original = await workspace.read(brew);
    const reviewed = await editGreen(2, 3, setUp);
    await seeReview(host(), `brew.js (Redline, ${agent.name}`);
    await person.approve();
    await reviewed.ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    const redlineHome = path.join(home(), '.redline');
    const isRefusing = async (): Promise<boolean> =>
      (await readdir(redlineHome)).some((name) => name.startsWith('gate'));
    assert.ok(await isRefusing());
    const [file = assert.fail()] = Object.keys(settings('', ''));
    const connected = await read(file);
    const firstModel = modelOfSettings;

    const vscode = await installHost();
    await uninstallExtension({ vscode, data: data() }, 'redline-tools.redline');
    await page.close();
    // VS Code removes the extension, and runs its hook for that, when it starts the next time.
    const restarted = await startServer({ vscode, data: data(), vsix: [], environment: {} });
    try {
      await waitFor('what refuses edits to go', async () => !(await isRefusing()));
      await (
        await editGreen(3, 4, changeModel)
      ).ended;
      assert.equal(await workspace.read(brew), withLongerGreen(original).replace('green: 3,', 'green: 4,'));
      assert.equal(await read(file), connected.replaceAll(firstModel, modelOfSettings));
    } finally {
      await restarted.stop();
      await giveUp();
    }
  });
}
