import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { picture, useHost } from '../../driver/use-host.ts';
import type { VSCode } from '../../driver/harness.ts';
import { waitFor } from '../../driver/wait.ts';
import { HandHooks } from '../gate/agentHook.ts';
import { brew, withLongerGreen } from '../tea.ts';

interface Line {
  readonly step?: {
    readonly id: string;
    readonly path: string;
    readonly origin: {
      readonly kind: string;
      readonly command?: string;
      readonly session?: string;
      readonly origins?: readonly { readonly kind: string }[];
    };
  };
  readonly item?: { readonly path: string; readonly baseline?: unknown; readonly current?: { readonly id?: string } };
}

/** Agents' hooks as the agents start them, by hand; what Watch saw is read from its store. */
describe('what the commands of agents change', () => {
  const host = useHost();
  const hooks = new HandHooks();
  const session = 'commands';
  afterEach(async function () {
    this.timeout(60_000);
    await hooks.stop();
  });

  const hook = (event: string, more?: object): Promise<string> => hooks.claude(host(), event, session, more);

  /** The files of the storage are beside the home of the host. Other tests may have used them before. */
  function stored(): readonly Line[] {
    const data = path.resolve(path.dirname(host().agentLauncher), '../../..');
    return globSync('**/watch/*/state', { cwd: data }).flatMap((file) => {
      const lines = readFileSync(path.join(data, file), 'utf8').trimEnd().split('\n').slice(1);
      return lines.map((line): Line => JSON.parse(line));
    });
  }

  /** Looks. A hook waits for a look as well, but not for longer than some seconds. */
  const look = (): Promise<null> =>
    host().evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.show').then(() => null));

  it('is seen with its command, and what the turn changes besides with its turn', async () => {
    const { page, ready, workspace } = host();
    // A new window knows of no turn: that of a chat lasts for two minutes after its last call, and may have made what is seen.
    await page.reload();
    await ready();
    await look();
    // The hook waits for the window, which may announce itself a moment later.
    const shell = { tool_name: 'Bash', tool_input: { command: 'npm run format' }, tool_use_id: '1' };
    assert.equal(await hook('UserPromptSubmit'), '');
    const earlier = new Set(stored().map(({ step }) => step?.id));
    /** What the file became by what is not reviewed yet; other tests may have left something. */
    const toReview = (): string | undefined => stored().find(({ item }) => item?.path === brew)?.item?.current?.id;
    const left = toReview();
    assert.equal(await hook('PreToolUse', shell), '');
    await look();
    const original = await workspace.read(brew);
    await workspace.write(brew, withLongerGreen(original));
    assert.equal(await hook('PostToolUse', shell), '');
    const seen = (): readonly (readonly string[])[] =>
      stored().flatMap(({ step }) => {
        if (step === undefined || earlier.has(step.id)) return [];
        const { kind, command, session: of } = step.origin;
        return [
          [
            step.path,
            of === `claude/${session}` || of === undefined ? kind : `${kind} of ${of}`,
            ...(command === undefined ? [] : [command]),
          ],
        ];
      });
    await look();
    assert.deepEqual(seen(), [[brew, 'command', 'npm run format']]);
    await workspace.write('made.txt', 'by the turn');
    assert.equal(await hook('Stop'), '');
    await look();
    assert.deepEqual(seen().slice(1), [['made.txt', 'turn']]);
    await workspace.write('later.txt', 'by nobody');
    await waitFor('a look after the files have settled', () => seen()[2]?.[0] === 'later.txt');
    assert.deepEqual(seen()[2], ['later.txt', 'outside']);
    await workspace.write(brew, original);
    await waitFor('the file to be as it was', () => toReview() === left);
  });

  it('stays to be reviewed, against what it was before, when the person renames the file', async () => {
    const { evaluate, workspace } = host();
    const itemOf = (file: string): Line['item'] => stored().find(({ item }) => item?.path === file)?.item;
    await workspace.write('lists/old.txt', 'one\ntwo\n');
    // What was left of other tests is none of this one's.
    await look();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.keepAll').then(() => null));
    const shell = { tool_name: 'Bash', tool_input: { command: 'sort' }, tool_use_id: '2' };
    await hook('UserPromptSubmit');
    await hook('PreToolUse', shell);
    await look();
    await workspace.write('lists/old.txt', 'two\none\n');
    await hook('PostToolUse', shell);
    await look();
    const before = itemOf('lists/old.txt');
    assert.ok(before?.baseline !== undefined);
    await evaluate(async (vscode) => {
      const at = (name: string) =>
        vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/'), name);
      const edit = new vscode.WorkspaceEdit();
      edit.renameFile(at('lists'), at('sorted'));
      return vscode.workspace.applyEdit(edit);
    });
    await look();
    const after = itemOf('sorted/old.txt');
    assert.deepEqual([after?.baseline, after?.current], [before.baseline, before.current]);
    assert.equal(itemOf('lists/old.txt'), undefined);
    await hook('Stop');
  });

  it('names a turn beside the commands in terminals of which one may be its agent', async () => {
    const { evaluate, page, ready, workspace } = host();
    await page.reload();
    await ready();
    await look();
    await evaluate((vscode) => vscode.commands.executeCommand('redline.toReview.keepAll').then(() => null));
    try {
      await evaluate(runInTerminals, ['sleep 1001', 'c() { sleep 1002; }; c']);
      assert.equal(await hook('UserPromptSubmit'), '');
      await look();
      await workspace.write('aliased.txt', 'by the turn, or by a command');
      await look();
      const origins = stored().flatMap(({ step }) => (step?.path === 'aliased.txt' ? [step.origin] : []));
      assert.deepEqual(
        origins.map((origin) => origin.origins?.map(({ kind }) => kind)),
        [['terminal', 'terminal', 'turn']],
        JSON.stringify(origins),
      );
      await picture(host(), 'to-review-unplaced-turn');
    } finally {
      await hook('Stop');
      await evaluate((vscode) => {
        for (const terminal of vscode.window.terminals) terminal.dispose();
        return null;
      });
    }
    await waitFor('the terminals to be closed', async () => (await evaluate(countTerminals)) === 0);
    await look();
    await workspace.write('afterwards.txt', 'when both terminals were closed');
    await look();
    const after = stored().filter(({ step }) => step?.path === 'afterwards.txt');
    assert.equal(after.length, 1);
    assert.doesNotMatch(JSON.stringify(after), /sleep 100/);
  });
});

function countTerminals(vscode: VSCode): Promise<number> {
  return Promise.resolve(vscode.window.terminals.length);
}

/** Runs in the extension host: starts each command in a terminal of its own, whose shell tells the editor of it. */
async function runInTerminals(vscode: VSCode, commands: readonly string[]): Promise<null> {
  for (const command of commands) {
    const terminal = vscode.window.createTerminal({ shellPath: '/bin/bash' });
    terminal.show();
    const started = new Promise<void>((resolve) => {
      const listener = vscode.window.onDidStartTerminalShellExecution((event) => {
        if (event.terminal !== terminal) return;
        listener.dispose();
        resolve();
      });
    });
    const run = (): boolean => terminal.shellIntegration?.executeCommand(command) !== undefined;
    if (!run()) {
      const listener = vscode.window.onDidChangeTerminalShellIntegration(() => {
        if (run()) listener.dispose();
      });
    }
    await started;
  }
  return null;
}
