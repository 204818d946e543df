import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { chmod, lstat, mkdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { startMcpAgent, type McpAgent } from '../../agents/lineAgents.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { HandHooks } from '../gate/agentHook.ts';
import { brew, setRules, withLongerGreen } from '../tea.ts';

const allowAll = [{ operations: ['create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];

/** An agent of which the test plays the part: its hooks, its shell commands, and its calls over MCP. */
describe('the turn of an agent', () => {
  const host = useHost();
  const hooks = new HandHooks();
  const agents: McpAgent[] = [];
  /** Each test has its own: a session is told of what was reverted before. */
  let session = 0;
  beforeEach(() => void session++);
  afterEach(async function () {
    this.timeout(60_000);
    for (const agent of agents.splice(0)) await agent.stop();
    await hooks.stop();
  });

  const at = (file: string): string => path.join(host().workspace.root, file);
  const row = (text: string) => host().page.locator('.sidebar .monaco-list-row').filter({ hasText: text });

  async function hook(event: string, more: object = {}): Promise<void> {
    assert.equal(await hooks.claude(host(), event, `turns ${session}`, more), '');
  }

  /** A shell command of the agent; `work` is what it does. */
  async function command(name: string, work: () => Promise<unknown>): Promise<void> {
    const shell = { tool_name: 'Bash', tool_input: { command: name }, tool_use_id: name };
    await hook('PreToolUse', shell);
    await work();
    await hook('PostToolUse', shell);
  }

  async function connect(): Promise<McpAgent> {
    const agent = await startMcpAgent('claude-code', host().agentLauncher, host().workspace.root);
    agents.push(agent);
    return agent;
  }

  async function revertTurn(button = 'Revert'): Promise<void> {
    const { person } = host();
    await person.command('Redline: Revert This Turn');
    const picks = person.quickInput.locator('.monaco-list-row').first();
    const dialog = host().page.locator('.monaco-dialog-box');
    await picks.or(dialog).first().waitFor();
    if (await picks.isVisible()) await person.press('Enter');
    await dialog.waitFor();
    await picture(host(), 'revert-turn');
    await person.answerDialog(button);
  }

  it('is taken back as one step, calls and commands together, beside what was written since', async () => {
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const [readme, main] = await Promise.all(['README.md', 'src/main.js'].map((file) => readFile(at(file))));
    await workspace.write('run.sh', 'echo tea\n');
    await chmod(at('run.sh'), 0o755);
    await symlink('run.sh', at('link'));
    await setRules(host(), allowAll);
    const agent = await connect();
    await hook('UserPromptSubmit');
    await command('sed -i s/2/3/', () => workspace.write(brew, withLongerGreen(original)));
    assert.match(await agent.call('write_file', { filePath: 'docs/new.md', content: '# New\n' }), /^Created/);
    const longest = { filePath: brew, oldString: 'green: 3', newString: 'green: 4' };
    assert.match(await agent.call('edit_file', longest), /brew\.js/);
    await command('rm run.sh link README.md; mv src/main.js main.js', async () => {
      await Promise.all(['run.sh', 'link', 'README.md'].map((file) => rm(at(file))));
      await rename(at('src/main.js'), at('main.js'));
      await mkdir(at('made/deep'), { recursive: true });
      await workspace.write('made/deep/file.txt', 'made\n');
    });
    assert.match(await agent.call('move', { from: 'made', to: 'moved' }), /^Moved/);
    await setRules(host(), null);
    await hook('Stop');
    const agentsText = await workspace.read(brew);
    assert.ok(agentsText.includes('green: 4'));
    await workspace.write(brew, `// mine\n${agentsText}`);

    await person.command('Redline: History');
    await row('Claude Code:').first().waitFor();
    await row('sed -i s/2/3/').first().waitFor();
    await row('rm run.sh link README.md').first().waitFor();
    await picture(host(), 'history-turn');
    await revertTurn();
    await waitFor('the turn to be taken back', async () => (await workspace.read(brew)) === `// mine\n${original}`);
    await row('Revert a turn of Claude Code').first().waitFor();
    assert.equal(await workspace.read(brew), `// mine\n${original}`);
    assert.deepEqual(await readFile(at('README.md')), readme);
    assert.deepEqual(await readFile(at('src/main.js')), main);
    assert.equal(await readFile(at('run.sh'), 'utf8'), 'echo tea\n');
    assert.equal((await lstat(at('run.sh'))).mode & 0o777, 0o755);
    assert.equal(await readlink(at('link')), 'run.sh');
    for (const gone of ['docs/new.md', 'main.js', 'made', 'moved']) assert.equal(existsSync(at(gone)), false, gone);
    await picture(host(), 'history-turn-reverted');

    await host().evaluate((vscode) =>
      vscode.commands.executeCommand('redline.undoLastChange', { ask: false }).then(() => null),
    );
    await waitFor('the turn to be there again', () => existsSync(at('moved/deep/file.txt')));
    await waitFor('all of it', async () => (await workspace.read(brew)) === `// mine\n${agentsText}`);
    assert.deepEqual(
      ['README.md', 'run.sh', 'src/main.js'].map((file) => existsSync(at(file))),
      [false, false, false],
    );
    assert.deepEqual(await readFile(at('main.js')), main);
  });

  it('is shown whole before it is taken back, with what may be the work of another program, and nothing else is written', async () => {
    const { page, person, workspace } = host();
    const original = await workspace.read(brew);
    const made = Array.from({ length: 14 }, (_, index) => `many/made${index}.txt`);
    await hook('UserPromptSubmit');
    await command('generate', async () => {
      await workspace.write(brew, withLongerGreen(original));
      await mkdir(at('many'), { recursive: true });
      for (const file of made) await workspace.write(file, `${file}\n`);
    });
    await workspace.write('byTime.txt', 'whose?\n');
    await hook('Stop');
    const shownDiff = async (): Promise<string> => {
      await revertTurn('Show All Changes');
      return waitFor('the diff', () =>
        host().evaluate((vscode) => {
          const text = vscode.window.activeTextEditor?.document.getText() ?? '';
          return text.startsWith('Revert the turn of Claude Code') ? text : false;
        }),
      );
    };
    const text = await shownDiff();
    await picture(host(), 'revert-turn-all');
    for (const file of [...made, 'byTime.txt']) assert.ok(text.includes(`Delete ${file}\n`), file);
    assert.ok(text.includes(`Edit ${brew}\n`));
    assert.ok(text.includes('-  green: 3,\n+  green: 2,'), text);
    assert.match(text, /No command of the agent was known to run when byTime\.txt changed/);

    await workspace.write(brew, `// mine\n${withLongerGreen(original)}`);
    await person.answerNotification('Revert the turn of Claude Code', 'Revert');
    const refused = page.locator('.notifications-toasts .notification-list-item').filter({ hasText: 'run it again' });
    await refused.waitFor();
    assert.equal(await workspace.read(brew), `// mine\n${withLongerGreen(original)}`);
    assert.ok(existsSync(at('byTime.txt')));

    assert.match(await shownDiff(), /green: 2/);
    await person.answerNotification('Revert the turn of Claude Code', 'Revert');
    await waitFor('the turn to be taken back', async () => (await workspace.read(brew)) === `// mine\n${original}`);
    await waitFor('its files to go', () => !existsSync(at('many')) && !existsSync(at('byTime.txt')));
  });

  it('is taken back but for a file that the person has put back by hand', async () => {
    const { workspace } = host();
    const original = await workspace.read(brew);
    const longer = withLongerGreen(original);
    await hook('UserPromptSubmit');
    await command('first', async () => {
      await workspace.write(brew, longer);
      await workspace.write('made.txt', 'made\n');
    });
    await command('second', () => workspace.write(brew, longer.replace('green: 3', 'green: 5')));
    await hook('Stop');
    await workspace.write(brew, original);
    await revertTurn();
    await waitFor('the rest to be taken back', () => !existsSync(at('made.txt')));
    assert.equal(await workspace.read(brew), original);
    await revertTurn();
    await host().page.locator('.statusbar').getByText('there was nothing left to revert').first().waitFor();
    assert.equal(await workspace.read(brew), original);
  });

  it('is left as it is where later work is on the same lines', async () => {
    const { page, workspace } = host();
    const original = await workspace.read(brew);
    await hook('UserPromptSubmit');
    await command('make', async () => {
      await workspace.write(brew, withLongerGreen(original));
      await workspace.write('made.txt', 'made\n');
    });
    await hook('Stop');
    const mine = original.replace('green: 2', 'green: 20');
    await workspace.write(brew, mine);
    await revertTurn();
    await page
      .locator('.notifications-toasts .notification-list-item')
      .filter({ hasText: 'has changed on the same lines since' })
      .waitFor();
    assert.equal(await workspace.read(brew), mine);
    assert.equal(await workspace.read('made.txt'), 'made\n');
  });

  it('is left as it is where a file that it moved has been deleted, until that is back', async () => {
    const { page, workspace } = host();
    const original = await workspace.read(brew);
    await setRules(host(), allowAll);
    const agent = await connect();
    await hook('UserPromptSubmit');
    await command('make', () => workspace.write('made.txt', 'made\n'));
    assert.match(await agent.call('move', { from: brew, to: 'moved.js' }), /^Moved/);
    await setRules(host(), null);
    await hook('Stop');
    await rm(at('moved.js'));
    await revertTurn();
    await page
      .locator('.notifications-toasts .notification-list-item')
      .filter({ hasText: 'moved.js has been deleted since. Nothing was reverted. Restore the file first' })
      .waitFor();
    assert.equal(existsSync(at(brew)), false);
    assert.equal(await workspace.read('made.txt'), 'made\n');

    await workspace.write('moved.js', original);
    await revertTurn();
    await waitFor('the turn to be taken back', () => existsSync(at(brew)));
    assert.equal(await workspace.read(brew), original);
    for (const gone of ['made.txt', 'moved.js']) assert.equal(existsSync(at(gone)), false, gone);
  });
});
