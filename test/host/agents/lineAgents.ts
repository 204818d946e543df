// Agents outside the editor that a test plays: they send what it says, over MCP, through the bridge.
import { existsSync } from 'node:fs';
import { LineClient, textOf } from '../../bridge/client.ts';
import { startTree, type ProcessTree } from '../driver/processes.ts';
import { waitFor } from '../driver/wait.ts';

/** An agent that sends what the test says, through the bridge that Redline has installed. */
export interface LineAgent {
  readonly client: LineClient;
  /** Kills the bridge, and what it has started. */
  readonly kill: () => void;
}

export interface AgentStart {
  /** The launcher. */
  readonly launcher: string;
  readonly cwd: string;
  /** What its MCP client calls itself. */
  readonly name?: string;
  /** Further variables of its environment. */
  readonly env?: Readonly<Record<string, string>>;
}

/** The agents of a test. */
export class LineAgents {
  readonly #trees: ProcessTree[] = [];

  /** Starts an agent as a terminal does, as soon as Redline has written the launcher. */
  async start({ launcher, cwd, name, env = {} }: AgentStart): Promise<LineAgent> {
    await waitFor('the launcher of agents', () => existsSync(launcher));
    const tree = startTree(launcher, ['mcp'], {
      cwd,
      env: { PATH: process.env['PATH'], ...env },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#trees.push(tree);
    const client = new LineClient(tree.child);
    await client.initialize(name);
    return { client, kill: () => void tree.child.kill('SIGKILL') };
  }

  async stop(): Promise<void> {
    for (const tree of this.#trees.splice(0)) await tree.stop();
  }
}

/** An agent outside the editor of which a test plays the part: it speaks MCP with Redline's own bridge. */
export interface McpAgent {
  /** Calls a tool by its short name; resolves with the words of the answer. */
  readonly call: (tool: string, input: object) => Promise<string>;
  readonly stop: () => Promise<void>;
}

/**
 * Connects as a client of this name.
 * @param launcher the command that Redline wrote.
 * @param folder the agent's working directory.
 */
export async function startMcpAgent(name: string, launcher: string, folder: string): Promise<McpAgent> {
  const tree = startTree(launcher, ['mcp'], { cwd: folder, stdio: ['pipe', 'pipe', 'ignore'] });
  const client = new LineClient(tree.child);
  await client.initialize(name);
  return {
    call: async (tool, input) => textOf(await client.call(tool, input).response),
    stop: tree.stop,
  };
}
