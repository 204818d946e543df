import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { startTree, type ProcessTree } from '../../driver/processes.ts';
import { waitFor } from '../../driver/wait.ts';
import type { Workspace } from '../../driver/workspace.ts';
import { brew } from '../tea.ts';

interface Place {
  readonly workspace: Workspace;
  readonly agentLauncher: string;
}

interface Edit {
  readonly file: string;
  readonly oldString: string;
  readonly newString: string;
}

export interface StartedHook {
  /** What it printed, once it has ended. */
  readonly answer: Promise<string>;
  readonly stop: () => Promise<void>;
}

/** Agents' hooks as an agent starts them, by hand: the tests write, or do not write, what was approved. */
export class HandHooks {
  readonly #trees: ProcessTree[] = [];

  /** @param options of `redline hook vscode`. */
  async start(
    place: Place,
    event: 'PreToolUse' | 'PostToolUse' | 'Stop',
    toolUse: string,
    edit: Partial<Edit> = {},
    ...options: readonly string[]
  ): Promise<StartedHook> {
    const { file, ...texts } = { file: brew, oldString: '  green: 2,', newString: '  green: 3,', ...edit };
    const { root } = place.workspace;
    const input = {
      hook_event_name: event,
      session_id: 's',
      tool_name: 'replace_string_in_file',
      tool_input: { filePath: path.join(root, file), ...texts },
      tool_use_id: toolUse,
      cwd: root,
    };
    const tree = await this.#run(place, ['hook', 'vscode', ...options, '--timeout=600']);
    tree.child.stdin?.end(JSON.stringify(input));
    return { answer: outputOf(tree), stop: tree.stop };
  }

  /** What a hook of Claude Code prints. @param more of its input, besides event, session and folder */
  async claude(place: Place, event: string, session: string, more: object = {}): Promise<string> {
    const tree = await this.#run(place, ['hook', 'claude']);
    const input = { hook_event_name: event, session_id: session, cwd: place.workspace.root, ...more };
    tree.child.stdin?.end(JSON.stringify(input));
    const printed = await outputOf(tree);
    await tree.stop();
    return printed;
  }

  /** Runs `redline <command>` in the workspace, and returns what it printed. */
  async run(place: Place, command: string): Promise<string> {
    return outputOf(await this.#run(place, [command]));
  }

  async stop(): Promise<void> {
    for (const tree of this.#trees.splice(0)) await tree.stop();
  }

  async #run({ workspace, agentLauncher }: Place, args: readonly string[]): Promise<ProcessTree> {
    await waitFor('the launcher of agents', () => workspace.exists(path.relative(workspace.root, agentLauncher)));
    const env = { PATH: process.env['PATH'] };
    const tree = startTree(agentLauncher, args, { cwd: workspace.root, env, stdio: ['pipe', 'pipe', 'inherit'] });
    this.#trees.push(tree);
    return tree;
  }
}

function outputOf({ child: { stdout } }: ProcessTree): Promise<string> {
  if (stdout === null) throw new Error('The program has no output.');
  return readText(stdout);
}
