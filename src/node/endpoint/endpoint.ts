import { randomBytes } from 'node:crypto';
import { readFile, realpath } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { OpenEndpoint, WindowFacts } from '../../tools/ports/agentPorts.ts';
import { Announcement } from './announcement.ts';
import { Connections } from './connections.ts';
import { installLauncher } from './launcher.ts';
import type { McpTools } from './mcpServer.ts';
import { makePrivateFolder, redlineHome } from './privateFolder.ts';
import { listen } from './socket.ts';

/** Lets agents outside the editor reach this window: listens, announces the window, and writes the launcher. */
export const openEndpoint: OpenEndpoint = async (window, facts, distFolder) => {
  const home = redlineHome();
  const id = randomBytes(8).toString('hex');
  const token = randomBytes(32).toString('hex');
  await makePrivateFolder(home);
  const textOf = (name: string): Promise<string> => readFile(path.join(distFolder, name), 'utf8');
  const tools = onceUntilFailure(async (): Promise<McpTools> => JSON.parse(await textOf('mcpTools.json')));
  const connections = new Connections(window, token, tools);
  const socket = await listen(home, id, (connection) => connections.accept(connection));
  const announcement = new Announcement(home, id);
  const announce = async (now: WindowFacts): Promise<void> => {
    const folders = await Promise.all(
      now.folders.map(async (folder) => ({ path: folder, real: await realPath(folder) })),
    );
    await announcement.publish({ ...now, folders, socket: socket.address, host: hostname(), token });
  };
  const close = (): void => {
    announcement.withdraw();
    socket.close();
  };
  try {
    await announce(facts);
  } catch (cause) {
    close();
    throw cause;
  }
  const [bridge, known] = await Promise.all([textOf('bridge.cjs'), textOf('mcpTools.json')]);
  const { execPath, versions } = process;
  const isElectron = versions['electron'] !== undefined;
  const installed = installLauncher(home, { execPath, isElectron, bridge, tools: known, version: facts.version });
  // Windows that are open already go on without a new launcher.
  await installed.catch((cause: unknown) => window.failed('writing the launcher of agents', cause));
  return { announce, close };
};

/** The canonical path, or the path itself where the folder is gone. */
function realPath(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}
