import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Sent } from '../../driver/chat.ts';
import { calls, says, tool, textOf, type Script } from '../../driver/model-script.ts';
import { useGatedHost } from './gated.ts';
import { waitFor } from '../../driver/wait.ts';

/** A read of a secret; `sees` is what the model reads of it once the person has allowed that. */
interface Case {
  readonly tool: string;
  readonly file: string;
  readonly content: string | Buffer;
  /** The tool's input for the secret, whose path is absolute. */
  readonly input: (file: string) => object;
  readonly sees: RegExp;
  /** The button by which VS Code itself is allowed to read, where it asks as well. */
  readonly ownButton?: string;
}

const token = 'SECRET4711';
const text = `TOKEN=${token}\n`;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFUlEQVR4nGP8z8DAwMDAxAADCBYAG10BBdmz9y8AAAAASUVORK5CYII=';
const output = { output_type: 'stream', name: 'stdout', text: [`${token}\n`] };
const cell = {
  cell_type: 'code',
  execution_count: 1,
  id: 'a',
  metadata: {},
  outputs: [output],
  source: [`key = '${token}'`],
};
const notebook = JSON.stringify({ cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 });

const cases: readonly Case[] = [
  {
    tool: 'view_image',
    file: '.env.png',
    content: Buffer.from(png, 'base64'),
    input: (filePath) => ({ filePath }),
    sees: /data:image\/png/,
  },
  {
    tool: 'get_errors',
    file: '.env.json',
    content: text,
    input: (file) => ({ filePaths: [file] }),
    sees: /No errors found/,
  },
  {
    tool: 'copilot_getNotebookSummary',
    file: '.env.ipynb',
    content: notebook,
    input: (filePath) => ({ filePath }),
    sees: /Cell Id = /,
  },
  {
    tool: 'read_file',
    file: '.env',
    content: text,
    input: (file) => ({ filePath: `${pathToFileURL(file).href}?x=1`, startLine: 1, endLine: 9 }),
    sees: new RegExp(token),
    ownButton: 'Allow in this Session',
  },
  {
    // A folder of the user's own rule, named by the glob alone.
    tool: 'grep_search',
    file: 'private/notes.txt',
    content: text,
    input: () => ({ query: 'TOKEN', isRegexp: false, includePattern: 'private/*.txt' }),
    sees: new RegExp(token),
  },
  { tool: 'get_changed_files', file: '.env', content: text, input: () => ({}), sees: new RegExp(token) },
];

describe("the gate before what VS Code's own agent reads of a secret", () => {
  const host = useGatedHost({
    'git.enabled': true,
    'github.copilot.chat.tools.viewImage.enabled': true,
    'github.copilot.chat.getChangedFilesTool.enabled': true,
    'redline.rules': [{ operations: ['read'], paths: ['private/**'], action: 'ask' }],
  });

  const heard = (sent: Sent): string => JSON.stringify(sent.requests().map(({ messages }) => messages));

  const git = (...args: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], { cwd: host().workspace.root });
  /** Reloads the window: Copilot may never notice a repository that comes while it runs. */
  async function reload(): Promise<void> {
    await host().page.reload();
    await host().ready();
    // The one before comes up again.
    await host().chat.newSession();
  }
  const seesSecret = (): Promise<boolean> =>
    host().evaluate(async (vscode, secret: string) => {
      const input = { input: {}, toolInvocationToken: undefined };
      const answer = await vscode.lm.invokeTool('copilot_getChangedFiles', input);
      return JSON.stringify(answer.content).includes(secret);
    }, token);

  for (const { tool: name, file, content, input, sees, ownButton } of cases)
    it(`${name} reads nothing before the person is asked, nothing that they deny, and what they allow`, async () => {
      const { chat, person, workspace } = host();
      await workspace.write(file, content);
      if (name === 'get_changed_files') {
        git('init', '--quiet');
        await reload();
        await waitFor('Copilot to list the file', seesSecret);
      }
      const read = calls(tool(name, input(path.join(workspace.root, file))));
      const sent = await chat.send(`read twice by ${name}`, [read, read, says('Done.')]);
      await person.answerNotification(file, "Don't Allow");
      assert.match(await sent.answer(0), /\[REJECTED\] The user did not allow reading/);
      for (const secret of [token, png.slice(-40)]) assert.ok(!heard(sent).includes(secret), heard(sent));
      await person.answerNotification(file, 'Allow Once');
      if (ownButton !== undefined) await chat.allow(ownButton);
      assert.match(JSON.stringify(await sent.answerMessage(1)), sees);
      await sent.finished();
    });

  it('read_notebook_cell_output shows the output of a cell as the person says', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('.env.ipynb', notebook);
    const filePath = path.join(workspace.root, '.env.ipynb');
    const script: Script = (since) => {
      const [summary, ...outputs] = since.filter(({ role }) => role === 'tool');
      if (summary === undefined) return calls(tool('copilot_getNotebookSummary', { filePath }));
      if (outputs.length === 2) return says('Done.');
      const [, cellId] = /Cell Id = (\S+)/.exec(textOf(summary)) ?? [];
      return calls(tool('read_notebook_cell_output', { filePath, cellId }));
    };
    const sent = await chat.send('read the output of a cell twice', script);
    await person.answerNotification('.env.ipynb', 'Allow Once');
    await sent.answer(0);
    await person.answerNotification('.env.ipynb', "Don't Allow");
    assert.match(await sent.answer(1), /\[REJECTED\]/);
    assert.ok(!heard(sent).includes(token), heard(sent));
    await person.answerNotification('.env.ipynb', 'Allow Once');
    assert.match(await sent.answer(2), new RegExp(token));
    await sent.finished();
  });

  it('get_changed_files is refused where a secret was renamed, whose old content git shows', async () => {
    const { chat, workspace } = host();
    await workspace.write('.env', text);
    git('init', '--quiet');
    git('add', '--force', '.env');
    git('commit', '--quiet', '-m', 'one');
    git('mv', '.env', 'notes.txt');
    await reload();
    await waitFor('Copilot to list the renamed file', seesSecret);
    const sent = await chat.send('read what was renamed', [calls(tool('get_changed_files', {})), says('Done.')]);
    assert.match(await sent.answer(), /\[PERMISSION_DENIED\] The changes contain .*\.env, which/);
    await sent.finished();
    assert.ok(!heard(sent).includes(token), heard(sent));
  });
});
