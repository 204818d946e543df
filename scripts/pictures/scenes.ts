import type { Host } from '../../test/host/driver/host.ts';
import { calls, says, tool, type ToolCall } from '../../test/host/driver/model-script.ts';
import { waitFor } from '../../test/host/driver/wait.ts';

/** Something to look at: how it comes on the screen, and how it goes. */
export interface Scene {
  readonly show: (host: Host) => Promise<void>;
  readonly clear?: (host: Host) => Promise<void>;
}

const brew = 'src/brew.js';

const careful: ToolCall = tool('redline_edit_file', {
  filePath: brew,
  oldString: '  return minutes[tea] * 60;',
  newString:
    '  if (!(tea in minutes)) {\n    throw new RangeError(`Nobody knows how to brew ${tea}.`);\n  }\n  return minutes[tea] * 60;',
});

const several: ToolCall = tool('redline_apply_patch', {
  patchText: `*** Begin Patch
*** Add File: src/cold/iced.js
+/** Minutes in the fridge. */
+export const iced = 360;
*** Update File: src/brew.js
@@
-  green: 2,
+  green: 3,
*** Delete File: src/main.js
*** Update File: README.md
*** Move to: docs/README.md
@@
-# Tea timer
+# Tea clock
*** End Patch
`,
});

const files = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

async function propose(host: Host, query: string, text: string, call: ToolCall): Promise<void> {
  await host.chat.send(query, [says(text, call), says('Done.')]);
  await host.chat.card();
  await host.person.titleAction('Approve').waitFor();
}

async function rejectAll(host: Host): Promise<void> {
  await command(host, 'redline.rejectAll');
  await host.chat.idle();
}

function command(host: Host, id: string, ...args: readonly unknown[]): Promise<null> {
  return host.evaluate(
    (vscode, [name, ...rest]) => vscode.commands.executeCommand(String(name), ...rest).then(() => null),
    [id, ...args],
  );
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

/** Two turns of an agent that were approved, the older of them taken back. */
async function makeHistory(host: Host): Promise<void> {
  const answers: [string, ToolCall[]][] = [
    [
      'make green tea stronger',
      [tool('redline_edit_file', { filePath: brew, oldString: 'green: 2', newString: 'green: 3' })],
    ],
    ['refuse unknown teas', [careful, tool('redline_write_file', { filePath: 'docs/teas.md', content: '# Teas\n' })]],
  ];
  for (const [query, all] of answers) {
    const sent = await host.chat.send(query, [calls(...all), says('Done.')]);
    for (const _ of all) {
      await host.chat.card();
      await host.chat.button('Allow Once').click();
      await host.chat.button('Allow Once').waitFor({ state: 'detached' });
    }
    await sent.finished();
    await host.chat.newSession();
  }
  await command(host, 'redline.undoLastChange');
  await waitFor('the file to be gone', async () => !(await host.workspace.exists('docs/teas.md')));
}

async function clickRow(host: Host, text: string): Promise<void> {
  await host.page.locator('.sidebar .monaco-list-row').filter({ hasText: text }).first().click();
}

export const scenes: Readonly<Record<string, Scene>> = {
  welcome: { show: (host) => command(host, 'redline.pending.focus').then(() => undefined) },
  review: {
    show: (host) =>
      propose(
        host,
        'Refuse teas nobody knows',
        'It answers NaN for a tea it does not know. I propose to refuse it instead.',
        careful,
      ),
    clear: rejectAll,
  },
  several: {
    show: (host) => propose(host, 'Rename the tea timer', 'This touches four files; here is all of it.', several),
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
  settings: {
    show: (host) => command(host, 'workbench.action.openSettings', '@ext:redline-tools.redline').then(() => undefined),
  },
};
