// Opens a window's endpoint: the socket through which agents outside the editor, and their hooks, call Redline.
import { randomBytes } from 'node:crypto';
import { readFile, realpath, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { AgentWindow, OpenEndpoint, WindowFacts } from '../../tools/ports/agentPorts.ts';
import { folderId, type WindowFolder } from '../../core/endpoint/windowEntry.ts';
import { withoutResultSchemas } from '../../core/endpoint/toolResults.ts';
import { Connections } from './connections.ts';
import { GateSwitch, writeGateSettings } from './gateSettings.ts';
import { installLauncher, isLauncherIntact } from './launcher.ts';
import type { McpTools } from './mcpServer.ts';
import { makePrivateFolder, redlineHome } from './privateFolder.ts';
import { Presence } from './presence.ts';
import { removeStaleFiles } from './removeStaleFiles.ts';

/** Makes this window reachable for agents outside the editor: listens, announces the window, writes the launcher. */
export const openEndpoint: OpenEndpoint = async (window, facts, distFolder) => {
  const home = redlineHome();
  const token = randomBytes(32).toString('hex');
  await makePrivateFolder(home);
  const dist = openDist(distFolder);
  const connections = new Connections(window, token, dist.loadTools);
  const presence = new Presence({
    home,
    onConnection: (connection) => connections.accept(connection),
    onError: logFailureOf('announcing the window again', window),
  });
  const gate = new GateSwitch({
    home,
    onChange: (folders) => window.gateOff(folders),
    onError: logFailureOf('looking whether the gate is off', window),
  });
  // `distFolder` is `<extensionsFolder>/<extension>/dist`.
  const extensionsFolder = path.resolve(distFolder, '../..');
  const announceFacts = async ({ whenAway, ...windowFacts }: WindowFacts): Promise<void> => {
    await writeGateSettings(home, extensionsFolder, { whenAway });
    const folders = await Promise.all(windowFacts.folders.map(identifyFolder));
    await presence.announce({ ...windowFacts, folders, host: hostname(), token });
    gate.watch(folders.map(({ real }) => real));
  };
  const close = (): void => {
    gate.close();
    presence.close();
  };
  try {
    await announceFacts(facts);
  } catch (cause) {
    close();
    throw cause;
  }
  // Only logs a failure: a launcher that is already installed, even by another version, works as well.
  const install = (): Promise<void> =>
    installProgramAndLauncher(home, dist, facts.version).catch(logFailureOf('writing the launcher of agents', window));
  await install();
  await removeStaleFiles(home).catch(logFailureOf('removing what killed windows left', window));
  return {
    async announce(newFacts) {
      await announceFacts(newFacts);
      // Without any launcher no hook can start, so agents' edits would pass without a review.
      if (!(await isLauncherIntact(home))) await install();
    },
    turnGateOn: (folders) => gate.turnOn(folders),
    close,
  };
};

/** Creates a handler that logs the failure of a step without which the endpoint still works. */
function logFailureOf(step: string, window: AgentWindow): (cause: unknown) => void {
  return (cause) => window.onFailure(step, cause);
}

/** The extension's built files. */
interface Dist {
  readonly readText: (name: string) => Promise<string>;
  readonly loadTools: () => Promise<McpTools>;
}

function openDist(folder: string): Dist {
  const readText = (name: string): Promise<string> => readFile(path.join(folder, name), 'utf8');
  return { readText, loadTools: onceUntilFailure(async () => JSON.parse(await readText('mcpTools.json'))) };
}

/** Writes the launcher, and the program of this version of the extension beside it. */
async function installProgramAndLauncher(home: string, dist: Dist, version: string): Promise<void> {
  const [bridge, doctor, mcpTools] = await Promise.all([
    dist.readText('bridge.cjs'),
    dist.readText('doctor.cjs'),
    dist.loadTools(),
  ]);
  // While no window is linked, the bridge answers `tools/list` from this file, whatever the client. Without schemas, every
  // client accepts results that are text only.
  const tools = JSON.stringify({ ...mcpTools, tools: withoutResultSchemas(mcpTools.tools) });
  const { execPath, versions } = process;
  const isElectron = versions['electron'] !== undefined;
  await installLauncher(home, { execPath, isElectron, bridge, doctor, tools, version });
}

/** Looks up the canonical path and the id of a folder. One that cannot be read keeps its path, and has no id. */
async function identifyFolder(folder: string): Promise<WindowFolder> {
  try {
    return { path: folder, real: await realpath(folder), id: folderId(await stat(folder, { bigint: true })) };
  } catch {
    return { path: folder, real: folder };
  }
}
