import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import path from 'node:path';
import { textOf, type LineClient } from '../../../bridge/client.ts';
import { LineAgents, type AgentStart } from '../../agents/lineAgents.ts';
import { picture, useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { brew, seeCount, seeNoReview, seeReview, setSetting, statusItem, withLongerGreen } from '../tea.ts';

const edit = { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' };

describe('an agent in a terminal that is not honest', () => {
  const host = useHost();
  const agents = new LineAgents();
  afterEach(async function () {
    this.timeout(60_000);
    await agents.stop();
  });

  const start = (more: Partial<AgentStart> = {}) =>
    agents.start({ launcher: host().agentLauncher, cwd: host().workspace.root, ...more });
  const connect = async (name?: string): Promise<LineClient> =>
    (await start(name === undefined ? {} : { name })).client;
  const noReview = (): Promise<true> =>
    waitFor('the reviews to be closed', async () => {
      await seeNoReview(host());
      return true;
    });

  it('cannot pass for the chat, the person, or another window', async () => {
    const { person, workspace } = host();
    await workspace.write('.redline/windows/00000000000000ff.json', JSON.stringify({ socket: '/dev/null' }));
    const before = await workspace.hashes();
    // The launcher knows its home, whatever the environment says.
    const { client } = await start({ env: { REDLINE_HOME: path.join(workspace.root, '.redline') } });
    const caller = { agent: 'user', via: 'palette' };
    const smuggled = await client.call('edit_file', { ...edit, via: 'chat', caller }).response;
    assert.match(textOf(smuggled), /\[VALIDATION_ERROR\] Unknown: "via", "caller"/);
    const { response } = client.call('edit_file', edit, {
      caller,
      via: 'chat',
      'io.modelcontextprotocol/clientInfo': { name: 'user', version: '1' },
    });
    await seeReview(host(), 'brew.js (Redline, ');
    const [title] = (await host().editors.tabs()).map(({ label }) => label);
    assert.ok(title === 'brew.js (Redline, Codex)' || title === 'brew.js (Redline, unknown-user)', title);
    await person.reject();
    assert.match(textOf(await response), /\[REJECTED\]/);
    assert.deepEqual(await workspace.hashes(), before);
  });

  for (const [name, shown] of [
    ['Claude Code: \u202eApprove\u0007\n', 'unknown-claude-code-approv'],
    ['user', 'unknown-user'],
    ['\u200b\u0000', 'unknown'],
    ['# [x](command:redline.approve) $(check) <b>', 'x-command-redline-approve'],
    ['a'.repeat(10_000), 'a'.repeat(26)],
  ] as const) {
    it(`is called ${shown} in the title of its review`, async () => {
      const client = await connect(name);
      const { response } = client.call('edit_file', edit);
      await seeReview(host(), 'brew.js (Redline');
      assert.deepEqual(
        (await host().editors.tabs()).map(({ label }) => label),
        [`brew.js (Redline, ${shown})`],
      );
      await picture(host(), `hostile-agent-${shown.slice(0, 20)}`);
      await host().person.reject();
      assert.match(textOf(await response), /\[REJECTED\]/);
      await noReview();
    });
  }

  it('reads no secret and nothing outside, and sees neither in what it is told', async () => {
    const { person, workspace } = host();
    await workspace.write('.env', 'KEY=SECRET-4711\n');
    const client = await connect();
    const home = path.dirname(path.dirname(path.dirname(host().agentLauncher)));
    for (const filePath of ['../data/user/User/settings.json', '/etc/passwd', `${home}/.redline/bin/redline`]) {
      const answer = await client.call('read_file', { filePath }).response;
      assert.equal(answer.result?.['isError'], true);
      assert.match(textOf(answer), /^\[OUTSIDE_WORKSPACE\]/);
    }
    const { response } = client.call('read_file', { filePath: '.env' });
    await person.answerNotification('.env may contain secrets.', "Don't Allow");
    const answer = textOf(await response);
    assert.match(answer, /^\[REJECTED\]/);
    const found = textOf(await client.call('search_text', { query: 'SECRET-' }).response);
    assert.doesNotMatch(answer + found, /4711/);
  });

  it('may ask a thousand things at once, and is told what is too much', async function () {
    this.timeout(120_000);
    const { workspace } = host();
    const before = await workspace.hashes();
    const client = await connect();
    for (let call = 0; call < 1000; call++) client.call('edit_file', edit);
    const refused = (): number => client.received.filter((each) => textOf(each).includes('[TOO_MANY_CALLS]')).length;
    await waitFor('900 refusals', () => refused() >= 900);
    await seeReview(host(), 'brew.js (Redline');
    // A person who works beside it is served meanwhile.
    const other = await connect('gemini-cli');
    assert.match(textOf(await other.call('read_file', { filePath: brew }).response), /green: 2/);
    assert.equal(refused(), 900);
    client.hangUp();
    await noReview();
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('waits for the agent that was first at a file, and changes what that left', async function () {
    this.timeout(120_000);
    const { person, workspace } = host();
    const original = await workspace.read(brew);
    const [first, second, third] = [await connect(), await connect('gemini-cli'), await connect('opencode')];
    const one = first.call('edit_file', edit);
    await seeReview(host(), 'brew.js (Redline, Codex)');
    const two = second.call('edit_file', { filePath: brew, oldString: '  white: 3,', newString: '  white: 5,' });
    const three = third.call('edit_file', edit);
    // Read in the window after those calls.
    for (const each of [second, third]) await each.call('read_file', { filePath: 'README.md' }).response;
    await seeCount(statusItem(host()).filter({ hasText: 'Redline: 1' }), 1);
    await person.approve();
    assert.match(textOf(await one.response), /Edited src\/brew\.js/);
    await seeReview(host(), 'brew.js (Redline, Gemini CLI)');
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await person.approve();
    assert.match(textOf(await two.response), /Edited src\/brew\.js/);
    assert.match(textOf(await three.response), /^\[NO_MATCH\]/);
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('white: 3', 'white: 5'));
    await noReview();
  });

  it('has its reviews closed when its bridge is killed', async () => {
    const { workspace } = host();
    const before = await workspace.hashes();
    const { client, kill } = await start();
    client.call('edit_file', edit);
    client.call('write_file', { filePath: 'new.txt', content: 'new\n' });
    await statusItem(host()).filter({ hasText: 'Redline: 2' }).waitFor();
    kill();
    await noReview();
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('finds no window where others can write to its folder, and the person is told', async () => {
    const { agentLauncher, page, workspace } = host();
    const windows = path.join(agentLauncher, '../../windows');
    const enable = (enabled: boolean): Promise<null> => setSetting(host(), 'redline.agents.enabled', enabled);
    await chmod(windows, 0o777);
    await enable(false);
    await enable(true);
    const toast = page.locator('.notifications-toasts').getByText(/Others can write to .*windows\. See what is in it/);
    await toast.waitFor();
    await picture(host(), 'hostile-agent-folder');
    const client = await connect();
    assert.match(textOf(await client.call('edit_file', edit).response), /Others can write to .*windows/);
    await chmod(windows, 0o700);
    await enable(false);
    await enable(true);
    await waitFor('the window', async () =>
      /green: 2/.test(textOf(await client.call('read_file', { filePath: brew }).response)),
    );
    assert.ok(await workspace.exists(brew));
  });
});
