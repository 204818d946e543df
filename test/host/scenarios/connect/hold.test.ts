import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startAgent, type AgentRun, type TerminalAgent } from '../../agents/agent.ts';
import { chosenAgents } from '../../agents/allAgents.ts';
import { codex } from '../../agents/codex.ts';
import { installAgent } from '../../agents/installAgent.ts';
import { ownTool } from '../../agents/model/scriptedModel.ts';
import { calls, says } from '../../driver/model-script.ts';
import { repositoryRoot } from '../../driver/paths.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeCount, seeReview, withLongerGreen } from '../tea.ts';
import { approveAll, pickOnly } from './connectSteps.ts';

const programs = path.join(repositoryRoot, '.agents/homes/programs');

// Codex brings its sandbox; where the machine does not let it start, Hold refuses, which is asserted as well.
if (chosenAgents().includes(codex)) describe('holding Codex', holding);

function holding(): void {
  const host = useHost();
  let run: AgentRun | undefined;
  before(async function () {
    this.timeout(600_000);
    const modules = path.join(await installAgent(codex.npm), 'node_modules');
    await mkdir(programs, { recursive: true });
    const script = path.join(modules, '@openai/codex/bin/codex.js');
    const program = `#!/bin/sh\nexec '${process.execPath}' '${script}' "$@"\n`;
    await writeFile(path.join(programs, 'codex'), program, { mode: 0o755 });
  });
  afterEach(async function () {
    this.timeout(60_000);
    await run?.stop();
    run = undefined;
  });

  const home = (): string => path.resolve(host().agentLauncher, '../../..');

  async function told(words: string): Promise<string> {
    let found: string | undefined;
    await waitFor(`the words "${words}"`, async () => {
      found = (await host().person.notifications()).find((text) => text.includes(words));
      return found !== undefined;
    });
    return found ?? '';
  }

  /** Writes what the person has set, for a model at this address. */
  async function settle(modelUrl: string): Promise<void> {
    const text = `model = "scripted"
model_provider = "scripted"
approval_policy = "on-request"
sandbox_mode = "workspace-write"
[model_providers.scripted]
name = "Scripted"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "SCRIPTED_KEY"
[projects."${host().workspace.root}"]
trust_level = "trusted"
`;
    await mkdir(path.join(home(), '.codex'), { recursive: true });
    await writeFile(path.join(home(), '.codex/config.toml'), text);
  }

  async function connect(): Promise<void> {
    const { person, editors } = host();
    await person.command('Redline: Connect an Agent…');
    await pickOnly(host(), 'Codex', 'hold-connect');
    await person.pick('Everywhere');
    await waitFor('the review', async () => (await editors.tabs()).length > 0);
    await approveAll(host());
    await told('Codex: connected');
  }

  it('closes the folder to its shell, lets Redline write, satisfies the team policy, and is released to the byte', async function () {
    this.timeout(240_000);
    const { agentLauncher: launcher, editors, page, person, workspace } = host();
    await waitFor('the command for agents', () => existsSync(launcher));
    // The editor has the path of a login shell of the person.
    await host().evaluate((_, folder) => {
      process.env['PATH'] = `${folder}:${process.env['PATH']}`;
      return null;
    }, programs);
    await workspace.write('.gitignore', 'out/\n');
    await workspace.write('out/old.txt', 'old\n');
    await mkdir(path.join(workspace.root, '.git/refs/heads'), { recursive: true });
    await mkdir(path.join(workspace.root, '.git/objects'), { recursive: true });
    await workspace.write('.git/HEAD', 'ref: refs/heads/main\n');
    const settings = path.join(workspace.root, '.codex/config.toml');
    const mine = '# mine\r\nmodel_verbosity = "low"';
    await workspace.write('.codex/config.toml', mine);
    await workspace.write('.redline/policy.json', '{ "hold": ["codex"] }');
    await settle('http://127.0.0.1:9');
    await connect();

    await person.command('Redline: Hold an Agent…');
    await pickOnly(host(), 'Codex', 'hold-pick');
    await pickOnly(host(), 'out', 'hold-folders');
    await waitFor('the review', async () => (await editors.tabs()).some(({ label }) => label.includes('config.toml')));
    await picture(host(), 'hold-review');
    assert.equal(await readFile(settings, 'utf8'), mine, 'nothing is written unseen');
    await approveAll(host());
    await told('Codex: Hold is on, its sandbox refused to write');
    await picture(host(), 'hold-done');

    const configured: TerminalAgent = {
      ...codex,
      configure: async ({ modelUrl }) => {
        const own = path.join(home(), '.codex/config.toml');
        const text = await readFile(own, 'utf8');
        await writeFile(own, text.replace('http://127.0.0.1:9', modelUrl));
        const env = { HOME: home(), CODEX_HOME: path.join(home(), '.codex'), SCRIPTED_KEY: 'none' };
        const args = ['exec', '--skip-git-repo-check', '--dangerously-bypass-hook-trust', 'do it'];
        return { script: '@openai/codex/bin/codex.js', args, env };
      },
    };
    const original = await workspace.read(brew);
    const edit = { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' };
    const patch = (file: string): string =>
      `apply_patch <<'EOF'\n*** Begin Patch\n*** Add File: ${file}\n+x\n*** End Patch\nEOF\n`;
    const work = [
      calls(ownTool('exec_command', { cmd: patch('patched.txt') })),
      calls(ownTool('exec_command', { cmd: 'echo x > new.txt; echo x >> src/brew.js; echo tried' })),
      calls(ownTool('exec_command', { cmd: 'echo built > out/built.txt; echo tried' })),
      calls({ name: 'edit_file', input: edit }),
      says('Done.'),
    ];
    run = await startAgent(configured, { folder: workspace.root, launcher, script: work });
    // Nobody is asked what its sandbox would refuse.
    assert.match(await run.answer(0), /Hold is on here: .*patched\.txt.*Call Redline's apply_patch/);
    assert.match(await run.answer(1), /new\.txt: Read-only file system\n.*brew\.js: Read-only file system/);
    assert.match(await run.answer(2), /tried/);
    assert.equal(await workspace.read('out/built.txt'), 'built\n');
    assert.equal(await workspace.read(brew), original);
    for (const name of ['new.txt', 'patched.txt']) assert.ok(!existsSync(path.join(workspace.root, name)), name);
    await seeReview(host(), 'brew.js (Redline, Codex)');
    await picture(host(), 'hold-edit');
    await person.approve();
    await run.answer(3);
    await run.ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await run.stop();

    await person.command('Redline: Release an Agent…');
    await pickOnly(host(), 'Codex', 'hold-release');
    await waitFor('the review', async () => (await editors.tabs()).some(({ label }) => label.includes('config.toml')));
    await approveAll(host());
    await told('Codex is no longer held');
    assert.equal(await readFile(settings, 'utf8'), mine);

    // The policy demands what is off again.
    const again = [
      calls({ name: 'edit_file', input: { ...edit, oldString: '  green: 3,', newString: '  green: 4,' } }),
      says('Done.'),
    ];
    await writeFile(
      path.join(home(), '.codex/config.toml'),
      (await readFile(path.join(home(), '.codex/config.toml'), 'utf8')).replace(
        /http:\/\/127\.0\.0\.1:\d+/,
        'http://127.0.0.1:9',
      ),
    );
    run = await startAgent(configured, { folder: workspace.root, launcher, script: again });
    assert.match(await run.answer(0), /requires Hold for Codex \(codex\), and Hold is not on here/);
    await run.ended;
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await rm(path.join(home(), '.codex'), { recursive: true });
    await seeCount(page.locator('.statusbar-item').filter({ hasText: 'Agents: ' }), 1);
  });
}
