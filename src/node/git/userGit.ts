// Finds the user's git program on PATH, and runs it with the user's configuration, for questions that git itself answers
// best.

import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isFulfilled } from '../../async/isFulfilled.ts';

const run = promisify(execFile);

/** Limits of a run, as Node's options: milliseconds, and bytes of output (by default 1 MiB). */
interface RunLimits {
  readonly timeout: number;
  readonly maxBuffer?: number;
}

/** Runs git. Resolves to its output, or to `''` if git is missing, fails, or is ended since it exceeds a limit. */
export async function runUserGit(args: readonly string[], limits: RunLimits): Promise<string> {
  // Not in the workspace, whose repository may have a configuration that is not trusted. `-C` in `args` leads into it.
  const options = { cwd: path.dirname(process.execPath), windowsHide: true, ...limits };
  const git = await findGit();
  if (git === undefined) return '';
  return run(git, args, options).then(
    ({ stdout }) => stdout,
    () => '',
  );
}

/** Timeout in milliseconds, and maximum output in bytes: git lists not only folders, but also single ignored files. */
const listLimits = { timeout: 10_000, maxBuffer: 64 * 1024 * 1024 };

/** Lists the folders below `folder` that git ignores, relative to it with `/`; none if git is missing or fails. */
export async function listIgnoredFolders(folder: string): Promise<string[]> {
  // Git reads the repository's configuration here, and would run the program that this setting names.
  const withoutFsMonitor = ['-c', 'core.fsmonitor=false'];
  const listCommand = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory', '-z'];
  const output = await runUserGit([...withoutFsMonitor, '-C', folder, ...listCommand], listLimits);
  // Git marks folders by a slash at the end.
  return output.split('\0').flatMap((name) => (name.endsWith('/') ? [name.slice(0, -1)] : []));
}

/** The program that a system has instead of git; replaced by tests to simulate macOS. */
interface PlaceholderGit {
  /** Absolute path of Apple's program, which runs git only if the developer tools are installed; else undefined. */
  readonly file: string | undefined;
  readonly hasDeveloperTools: () => Promise<boolean>;
}

const systemPlaceholder: PlaceholderGit = {
  file: process.platform === 'darwin' ? '/usr/bin/git' : undefined,
  hasDeveloperTools,
};

/**
 * Finds git in the absolute folders of PATH; relative ones could lead into the workspace. Skips the placeholder of
 * macOS if the developer tools are missing, since it would ask the user to install them.
 * @returns absolute path; undefined if there is no git
 */
export async function findGit(placeholder = systemPlaceholder): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'git.exe' : 'git';
  const folders = (process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder));
  for (const file of folders.map((folder) => path.join(folder, name))) {
    const isUsable = file !== placeholder.file || (await placeholder.hasDeveloperTools());
    if (isUsable && (await isExecutableFile(file))) return file;
  }
  return undefined;
}

async function isExecutableFile(file: string): Promise<boolean> {
  const isFile = (await stat(file).catch(() => undefined))?.isFile() === true;
  return isFile && (await isFulfilled(access(file, constants.X_OK)));
}

/** Whether Apple's developer tools are installed. Only exit code 2 denies it: after other failures, git is tried. */
async function hasDeveloperTools(): Promise<boolean> {
  return run('/usr/bin/xcode-select', ['-p']).then(
    () => true,
    (cause: { readonly code?: unknown }) => cause.code !== 2,
  );
}
