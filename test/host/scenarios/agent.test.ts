import assert from 'node:assert/strict';
import { allTools } from '../../../src/tools/allTools.ts';
import type { Exchange } from '../driver/model.ts';
import { says, textOf, tool, type ToolCall } from '../driver/model-script.ts';
import { picture, useHost } from '../driver/use-host.ts';
import { waitFor } from '../driver/wait.ts';
import { brew, once } from './tea.ts';

/** Tools that no model is offered. */
const internal = ['redline_confirm', 'redline_note'];

/** What the host may offer besides: its list of things to do, and its store of past chats, which it adds to every agent. */
const besides = ['manage_todo_list', 'session_store_sql'];

describe('the agent Redline', () => {
  const host = useHost();

  async function offered(): Promise<readonly string[]> {
    const tools = await host().evaluate((vscode) => vscode.lm.tools.map(({ name }) => name));
    return tools.filter((name) => name.startsWith('redline_') && !internal.includes(name)).sort();
  }

  function toolsOf(sent: Exchange): readonly string[] {
    return (sent.requests()[0]?.tools ?? []).map((each) => each.function.name);
  }

  function promptOf(sent: Exchange): string {
    return (sent.requests()[0]?.messages ?? []).map(textOf).join('\n');
  }

  function ofTheHost(sent: Exchange): readonly string[] {
    return toolsOf(sent).filter((name) => !name.startsWith('redline_'));
  }

  it("offers the model all of Redline's tools, and none of the host's that reads or writes a file", async () => {
    const { chat } = host();
    const sent = await chat.send(
      'read it through Redline alone',
      once(tool('redline_read_file', { filePath: 'README.md' })),
      'Redline',
    );
    assert.match(await sent.answer(), /Tea timer/);
    await sent.finished();
    const tools = toolsOf(sent);
    assert.deepEqual(tools.filter((name) => name.startsWith('redline_')).sort(), await offered());
    for (const name of ofTheHost(sent)) assert.ok(besides.includes(name), name);
    const prompt = promptOf(sent);
    for (const words of ['Read before you change', 'Read the answer', '`STALE`', '`AMBIGUOUS_MATCH`', '`REJECTED`']) {
      assert.ok(prompt.includes(words), `the instructions lack ${words}`);
    }
  });

  it('is told of each tool in at most 40 tokens, as the host counts them', async () => {
    const tokens = await host().evaluate(async (vscode, others) => {
      const [model] = await vscode.lm.selectChatModels({ vendor: 'customendpoint' });
      if (model === undefined) throw new Error('No model is offered.');
      const own = vscode.lm.tools.filter(({ name }) => name.startsWith('redline_') && !others.includes(name));
      return Promise.all(
        own.map(async ({ name, description }) => ({ name, count: await model.countTokens(description) })),
      );
    }, internal);
    assert.equal(tokens.length, allTools.length);
    assert.deepEqual(
      tokens.filter(({ count }) => count > 40 || count < 10),
      [],
    );
    const sum = tokens.reduce((all, { count }) => all + count, 0);
    assert.ok(sum <= 640, `${sum} tokens in all`);
  });

  it('is what the prompt /redline chooses, with the order of work', async () => {
    const { chat, evaluate, model } = host();
    await chat.choose('Redline');
    const sent = model.expect('whatever the odd teas need', [says('I see.')]);
    await evaluate((vscode) =>
      vscode.commands
        .executeCommand('workbench.action.chat.open', {
          query: '/redline whatever the odd teas need',
          mode: 'agent',
          modelSelector: { vendor: 'customendpoint', id: 'scripted' },
        })
        .then(() => null),
    );
    await sent.closed();
    await chat.idle();
    assert.match(promptOf(sent), /Propose everything that belongs together in \*\*one\*\* call/);
    for (const name of ofTheHost(sent)) assert.ok(besides.includes(name), name);
  });
});

describe('the built-in edit tools in the plain Agent mode', () => {
  const host = useHost();

  it('write without Redline, which the person is told once, with what to do about it', async () => {
    const { chat, page, person, workspace } = host();
    const words = 'The chat changed brew.js with a built-in edit tool, which writes without a Redline review.';
    const edit = (from: string, to: string): ToolCall =>
      tool('replace_string_in_file', { filePath: `${workspace.root}/${brew}`, oldString: from, newString: to });
    const first = await chat.send('edit without Redline', once(edit('  green: 2,', '  green: 9,')));
    await first.finished();
    await waitFor('what the person is told', async () =>
      (await person.notifications()).some((text) => text.startsWith(words)),
    );
    assert.ok((await workspace.read(brew)).includes('green: 9'));
    await page.locator('.notifications-toasts').getByText('Connect an Agent…', { exact: true }).waitFor();
    await picture(host(), 'host-edit');
    await person.answerNotification(words, 'Use the Redline Agent');
    await page.locator('.interactive-session .chat-input-toolbars').getByText('Redline', { exact: true }).waitFor();
    const second = await chat.send('edit without Redline again', once(edit('  white: 3,', '  white: 9,')));
    await second.finished();
    await waitFor('the second edit', async () => (await workspace.read(brew)).includes('white: 9'));
    assert.deepEqual(await person.notifications(), []);
  });
});
