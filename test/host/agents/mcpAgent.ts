// Plays an agent outside the editor that calls tools over MCP.
import { LineClient, textOf } from '../../bridge/client.ts';
import { startTree } from '../driver/processes.ts';

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
