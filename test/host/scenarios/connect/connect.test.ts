import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startAgent, type AgentRun } from '../../agents/agent.ts';
import { installAgent } from '../../agents/installAgent.ts';
import { says } from '../../driver/model-script.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';
import { connectedAgents, removeCopies, type ConnectedAgent } from './connectedAgents.ts';

for (const connected of connectedAgents()) {
  describe(`connecting ${connected.agent.name}`, () => connecting(connected));
}

function connecting({ agent, settings, command, edit }: ConnectedAgent): void {
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

  const home = (): string => path.resolve(host().agentLauncher, '../../..');

  /** Approves a review of files of which the first press may open the rest. */
  async function approveAll(): Promise<void> {
    const { editors, person } = host();
    const isOpen = async (mark: string): Promise<boolean> =>
      (await editors.tabs()).some(({ label }) => label.includes(mark));
    await person.approve();
    await waitFor('the rest to open', async () => !(await isOpen('showing 1 of')));
    if (await isOpen('(2 files)')) await person.approve();
  }

  /** Picks the agent alone, in the list that is open. */
  async function pickAgent(): Promise<void> {
    const { page, person } = host();
    const rows = person.quickInput.locator('.monaco-list-row');
    await rows.filter({ hasText: agent.name }).waitFor();
    for (const row of await rows.all()) {
      const box = row.locator('input[type=checkbox], .monaco-checkbox').first();
      const isChecked = (await box.getAttribute('aria-checked')) === 'true';
      const isMeant = ((await row.textContent()) ?? '').includes(agent.name);
      if (isChecked !== isMeant) await row.click();
    }
    await picture(host(), `connect-pick-${agent.id}`);
    await page.keyboard.press('Enter');
  }

  it('writes its settings after a review, gets its edit reviewed, and is as it was once it is disconnected', async function () {
    this.timeout(240_000);
    const { agentLauncher: launcher, person, workspace } = host();
    await waitFor('the command for agents', () => existsSync(launcher));
    const turns = edit(path.join(workspace.root, brew), '  green: 2,', '  green: 3,');
    const script = [...turns, says('Done.')];
    let files: Readonly<Record<string, string>> = {};
    const configured = {
      ...agent,
      configure: async ({ modelUrl }: { readonly modelUrl: string }) => {
        files = settings(modelUrl, workspace.root);
        for (const [file, text] of Object.entries(files)) {
          await mkdir(path.dirname(path.join(home(), file)), { recursive: true });
          await writeFile(path.join(home(), file), text);
        }
        await connect();
        return command(home(), modelUrl);
      },
    };

    async function connect(): Promise<void> {
      await person.command('Redline: Connect an Agent…');
      await pickAgent();
      await person.pick('Everywhere');
      await waitFor('the review', async () => (await host().editors.tabs()).length > 0);
      await picture(host(), `connect-review-${agent.id}`);
      for (const [file, text] of Object.entries(files)) {
        assert.equal(await readFile(path.join(home(), file), 'utf8'), text, 'nothing is written unseen');
      }
      await approveAll();
      await waitFor('the settings', async () =>
        (await person.notifications()).some((text) => text.includes(`${agent.name}: connected`)),
      );
      // Tried by a dry edit through the command as it stands in the settings.
      const told = (await person.notifications()).join('\n');
      assert.match(told, new RegExp(`${agent.name}: asked in \\d+ ms`));
      await host().page.locator('.statusbar-item').filter({ hasText: 'Agents: 1' }).waitFor();
      await picture(host(), `connect-done-${agent.id}`);
    }

    const original = await workspace.read(brew);
    run = await startAgent(configured, { folder: workspace.root, launcher, script });
    await seeReview(host(), `brew.js (Redline, ${agent.name})`);
    assert.equal(await workspace.read(brew), original);
    await picture(host(), `connect-edit-${agent.id}`);
    await person.approve();
    await run.answer(turns.length - 1);
    await run.ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());

    await person.command('Redline: Disconnect an Agent…');
    await pickAgent();
    await waitFor('the review', async () =>
      (await host().editors.tabs()).some(({ label }) => label.includes('Redline')),
    );
    await picture(host(), `connect-away-${agent.id}`);
    await approveAll();
    await waitFor('the end', async () =>
      (await person.notifications()).some((text) => text.includes(`${agent.name} works without Redline again`)),
    );
    await host().page.locator('.statusbar-item').filter({ hasText: 'Agents: ' }).waitFor({ state: 'hidden' });
    for (const [file, text] of Object.entries(files)) {
      assert.equal(await readFile(path.join(home(), file), 'utf8'), text, file);
      await rm(path.join(home(), file));
    }
  });
}
