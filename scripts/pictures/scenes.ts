// Lists all scenes of which pictures are taken.

import type { Host } from '../../test/host/driver/host.ts';
import { calls, says, tool, type ToolCall } from '../../test/host/driver/model-script.ts';
import { waitFor } from '../../test/host/driver/wait.ts';
import { commentScenes } from './commentScenes.ts';
import { brew, careful, several, teaList } from './proposals.ts';
import { command, type Scene } from './stage.ts';
import { terminalScene } from './terminalScene.ts';
import { toReviewScene } from './toReviewScene.ts';

const files = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

interface Proposal {
  readonly query: string;
  readonly text: string;
  readonly call: ToolCall;
  /** `agent`, or the name of a custom agent. */
  readonly mode?: string;
}

async function propose(host: Host, { query, text, call, mode }: Proposal): Promise<void> {
  await host.chat.send(query, [says(text, call), says('Done.')], mode);
  await host.chat.card();
  await host.person.titleAction('Approve').waitFor();
}

async function rejectAll(host: Host): Promise<void> {
  await command(host, 'redline.rejectAll');
  await host.chat.idle();
}

/** Calls ten tools at once, as another extension would. */
async function callTen(host: Host): Promise<void> {
  await host.evaluate(
    (vscode, { root, names }) => {
      for (const name of names) {
        const input = { filePath: `${root}/src/${name}.txt`, content: `${name}\n`.repeat(name.length) };
        void vscode.lm.invokeTool('redline_write_file', { input, toolInvocationToken: undefined }).then(
          () => null,
          () => null,
        );
      }
      return null;
    },
    { root: host.workspace.root, names: files },
  );
  await host.page.locator('.statusbar-item').filter({ hasText: 'Redline: 10' }).waitFor();
}

/** Makes a history: two approved turns of an agent, of which the last change is undone. */
async function makeHistory(host: Host): Promise<void> {
  const answers: [string, ToolCall[]][] = [
    [
      'make green tea stronger',
      [tool('redline_edit_file', { filePath: brew, oldString: 'green: 2', newString: 'green: 3' })],
    ],
    ['refuse unknown teas', [careful, tool('redline_write_file', { filePath: 'docs/teas.md', content: '# Teas\n' })]],
  ];
  for (const [query, all] of answers) {
    const sent = await host.chat.send(query, [...all.map((each) => calls(each)), says('Done.')]);
    for (const [index] of all.entries()) {
      await host.chat.card();
      await host.chat.allow();
      await sent.answer(index);
    }
    await sent.finished();
    await host.chat.newSession();
  }
  await command(host, 'redline.undoLastChange', { ask: false });
  await waitFor('the file to be gone', async () => !(await host.workspace.exists('docs/teas.md')));
}

async function clickRow(host: Host, text: string): Promise<void> {
  await host.page.locator('.sidebar .monaco-list-row').filter({ hasText: text }).first().click();
}

/** The scenes by name: those that the documentation shows, and those that are checked before a release. */
export const scenes: Readonly<Record<string, Scene>> = {
  welcome: { show: (host) => command(host, 'redline.pending.focus').then(() => undefined) },
  review: {
    show: (host) =>
      propose(host, {
        query: 'Refuse teas nobody knows',
        text: 'It answers NaN for a tea it does not know. I propose to refuse it instead.',
        call: careful,
      }),
    clear: rejectAll,
  },
  agent: {
    chat: true,
    show: (host) =>
      propose(host, {
        query: 'Say which teas there are',
        text: 'I add a list of them; please look at the diff.',
        call: teaList,
        mode: 'Redline',
      }),
    clear: rejectAll,
  },
  several: {
    show: async (host) => {
      await propose(host, {
        query: 'Rename the tea timer',
        text: 'This touches four files; here is all of it.',
        call: several,
      });
      await command(host, 'redline.pending.focus');
      const row = host.page.locator('.sidebar .monaco-list-row').filter({ hasText: 'main.js' });
      await row.locator('.monaco-checkbox, .custom-checkbox').first().click();
      await row.filter({ hasText: 'excluded' }).waitFor();
    },
    clear: rejectAll,
  },
  queue: { show: callTen, clear: rejectAll },
  history: {
    show: async (host) => {
      await makeHistory(host);
      await command(host, 'redline.history.focus');
      await clickRow(host, 'Edit src/brew.js');
    },
  },
  conflict: {
    show: async (host) => {
      const edit = tool('redline_edit_file', { filePath: brew, oldString: 'green: 2', newString: 'green: 3' });
      const sent = await host.chat.send('Stronger green tea', [calls(edit), says('Done.')]);
      await host.chat.card();
      await host.chat.allow();
      await sent.finished();
      const text = await host.workspace.read(brew);
      await host.workspace.write(brew, text.replace('green: 3', 'green: 5'));
      void command(host, 'redline.undoLastChange', { ask: false });
      await host.page.locator('.notifications-toasts').getByText('Show Conflict').click();
      await host.page.locator('.merge-editor').waitFor();
    },
  },
  result: {
    show: (host) =>
      command(host, 'redline.runTool', { tool: 'redline_search_text', input: { query: 'tea', contextLines: 1 } }).then(
        () => undefined,
      ),
  },
  tools: {
    show: async (host) => {
      void command(host, 'redline.runTool');
      await host.person.quickInput.waitFor();
    },
    clear: (host) => host.person.press('Escape'),
  },
  walkthrough: {
    show: async (host) => {
      await command(host, 'redline.getStarted');
      const page = host.page.frameLocator('iframe.webview.ready').frameLocator('#active-frame');
      await page.getByText('Try a Review').waitFor();
    },
  },
  settings: {
    show: async (host) => {
      await command(host, 'workbench.action.closeSidebar');
      await command(host, 'workbench.action.openSettings', '@ext:redline-tools.redline');
    },
  },
  connect: {
    show: async (host) => {
      void command(host, 'redline.connectAgent');
      await host.person.quickInput.getByText('Claude Code').first().waitFor();
    },
    clear: (host) => host.person.press('Escape'),
  },
  toReview: toReviewScene,
  ...commentScenes,
  terminal: terminalScene,
  // Last, since its remembered approval stays.
  approvals: {
    show: async (host) => {
      await propose(host, { query: 'Write down the teas', text: 'Here is the list.', call: teaList });
      void command(host, 'redline.approveAndRemember');
      await host.person.pick('docs');
      await host.person.pick('workspace');
      await host.chat.idle();
      await command(host, 'redline.approvals.focus');
    },
  },
};
