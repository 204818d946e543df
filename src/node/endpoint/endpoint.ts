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
import { writeGateSettings } from './gateSettings.ts';
import { GateSwitch } from './gateSwitch.ts';
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
  const readDistFile = (name: string): Promise<string> => readFile(path.join(distFolder, name), 'utf8');
  const loadTools = onceUntilFailure(async (): Promise<McpTools> => JSON.parse(await readDistFile('mcpTools.json')));
  const connections = new Connections(window, token, loadTools);
  const presence = new Presence({
    home,
    onConnection: (connection) => connections.accept(connection),
    onError: reportTo(window, 'announcing the window again'),
  });
  const gate = new GateSwitch({
    home,
    onChange: (folders) => window.gateOff(folders),
    onError: reportTo(window, 'looking whether the gate is off'),
  });
  // The extension is in a folder of its own, which has the `dist` folder.
  const extensionsFolder = path.resolve(distFolder, '../..');
  const announce = async ({ whenAway, ...windowFacts }: WindowFacts): Promise<void> => {
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
    await announce(facts);
  } catch (cause) {
    close();
    throw cause;
  }
  // Agents work without a new launcher, so a failure is only reported.
  const install = (): Promise<void> =>
    installProgramAndLauncher(home, { readDistFile, loadTools, version: facts.version }).catch(
      reportTo(window, 'writing the launcher of agents'),
    );
  await install();
  await removeStaleFiles(home).catch(reportTo(window, 'removing what killed windows left'));
  const announceAgain = async (newFacts: WindowFacts): Promise<void> => {
    await announce(newFacts);
    // Without the launcher no hook can start, so agents' edits would pass without a review.
    if (!(await isLauncherIntact(home))) await install();
  };
  return { announce: announceAgain, turnGateOn: (folders) => gate.turnOn(folders), close };
};

/** Creates a handler that logs the failure of a step, after which the endpoint goes on. */
function reportTo(window: AgentWindow, step: string): (cause: unknown) => void {
  return (cause) => window.onFailure(step, cause);
}

/** Writes the launcher, and this version's program beside it. */
async function installProgramAndLauncher(
  home: string,
  sources: { readDistFile: (name: string) => Promise<string>; loadTools: () => Promise<McpTools>; version: string },
): Promise<void> {
  const [bridge, doctor, mcpTools] = await Promise.all([
    sources.readDistFile('bridge.cjs'),
    sources.readDistFile('doctor.cjs'),
    sources.loadTools(),
  ]);
  // The bridge answers from this file without a window: results are then text only, whatever the client.
  const tools = JSON.stringify({ ...mcpTools, tools: withoutResultSchemas(mcpTools.tools) });
  const { execPath, versions } = process;
  const isElectron = versions['electron'] !== undefined;
  await installLauncher(home, { execPath, isElectron, bridge, doctor, tools, version: sources.version });
}

/** Looks up the canonical path and the id of a folder. A missing folder has no id. */
async function identifyFolder(folder: string): Promise<WindowFolder> {
  try {
    return { path: folder, real: await realpath(folder), id: folderId(await stat(folder, { bigint: true })) };
  } catch {
    return { path: folder, real: folder };
  }
}
