import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runToEnd, startTree } from './processes.ts';
import { temporaryFolder } from './cleanup.ts';
import { waitFor } from './wait.ts';

/** Where a VS Code keeps what it writes; a fresh folder for each. */
export interface DataFolder {
  readonly root: string;
  readonly home: string;
  readonly user: string;
}

/** A running VS Code server. */
export interface Server {
  /** `127.0.0.1:<port>`, as it stands in the address bar. */
  readonly authority: string;
  /** All it has printed so far. */
  readonly log: () => string;
  readonly stop: () => Promise<void>;
}

export interface ServerOptions {
  /** The folder that holds `out/server-main.js`. */
  readonly vscode: string;
  readonly data: DataFolder;
  /** Extensions to install before the start. */
  readonly vsix: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Further command line arguments. */
  readonly args?: readonly string[];
  /** Whether folders are opened without trust, as a stranger's are; else all are trusted. */
  readonly untrusted?: boolean;
}

/** Makes the folders of a fresh VS Code and writes its user settings and language models. */
export async function prepareData(root: string, settings: object, models: object, home = 'home'): Promise<DataFolder> {
  const data: DataFolder = { root, home: path.join(root, home), user: path.join(root, 'user') };
  await mkdir(data.home, { recursive: true });
  await mkdir(path.join(data.user, 'User'), { recursive: true });
  await writeSettings(data, settings);
  await writeFile(path.join(data.user, 'User/chatLanguageModels.json'), JSON.stringify(models));
  return data;
}

/** Writes all of the user's settings. */
export async function writeSettings({ user }: DataFolder, settings: object): Promise<void> {
  await writeFile(path.join(user, 'User/settings.json'), JSON.stringify(settings));
}

/** Installs the extensions, starts the server on a free port and waits until it listens. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const { data, vsix, environment } = options;
  const command = commandOf(options);
  const env = environmentFor(data, environment);
  if (vsix.length > 0) await copyInstalled(options);
  const listening = [
    '--host=127.0.0.1',
    '--port=0',
    '--without-connection-token',
    ...(options.untrusted === true ? [] : ['--disable-workspace-trust']),
    '--reconnection-grace-time=5',
    // On the loopback compressing costs processor time on both sides and saves nothing.
    '--disable-websocket-compression',
  ];
  const tree = startTree(process.execPath, [...command, ...listening, ...(options.args ?? [])], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let log = '';
  tree.child.stdout?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  tree.child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()));
  try {
    const port = await waitFor('the VS Code server to listen', () => {
      if (tree.child.exitCode !== null) throw new Error(log);
      return /agent listening on (\d+)/.exec(log)?.[1];
    });
    return { authority: `127.0.0.1:${port}`, log: () => log, stop: tree.stop };
  } catch (error) {
    await tree.stop();
    throw error;
  }
}

/** By the packages, where their extensions lie as VS Code installs them. Doing that at each start takes longer than a copy. */
const installed = new Map<string, Promise<string>>();

/** Gives a server that does not run yet the extensions of the packages. */
async function copyInstalled({ vscode, data, vsix }: ServerOptions): Promise<void> {
  const key = vsix.join('\n');
  const made = installed.get(key) ?? installAll(vscode, vsix);
  installed.set(key, made);
  const original = await made;
  const copy = extensionsOf(data);
  await cp(original, copy, { recursive: true });
  const list = path.join(copy, 'extensions.json');
  await writeFile(list, (await readFile(list, 'utf8')).replaceAll(original, copy));
}

/** Installs extensions for a server that never runs. Answers their folder, which goes when this process ends. */
async function installAll(vscode: string, vsix: readonly string[]): Promise<string> {
  const data = await prepareData(await temporaryFolder('extensions', []), {}, []);
  const install = [...commandOf({ vscode, data }), ...vsix.flatMap((file) => ['--install-extension', file]), '--force'];
  await runToEnd(process.execPath, install, { env: environmentFor(data, {}), stdio: 'ignore' });
  return extensionsOf(data);
}

function extensionsOf({ root }: DataFolder): string {
  return path.join(root, 'extensions');
}

/** Uninstalls an extension by its id, as a person does in a terminal. */
export async function uninstallExtension(server: Pick<ServerOptions, 'vscode' | 'data'>, id: string): Promise<void> {
  const env = environmentFor(server.data, {});
  await runToEnd(process.execPath, [...commandOf(server), '--uninstall-extension', id], { env, stdio: 'ignore' });
}

function commandOf({ vscode, data }: Pick<ServerOptions, 'vscode' | 'data'>): string[] {
  return [
    path.join(vscode, 'out/server-main.js'),
    '--accept-server-license-terms',
    `--user-data-dir=${data.user}`,
    `--extensions-dir=${extensionsOf(data)}`,
    `--server-data-dir=${path.join(data.root, 'server')}`,
  ];
}

/** Ours, without what another VS Code or Node set-up left in it, and with a home of its own, so that nothing stays behind. */
function environmentFor(data: DataFolder, more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|NODE_OPTIONS$|npm_|XDG_)/.test(name),
  );
  return { ...Object.fromEntries(kept), HOME: data.home, USERPROFILE: data.home, ...more };
}
