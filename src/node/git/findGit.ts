// Finds the user's git program on PATH, for `userGit.ts` and Watch.

import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { isFulfilled } from '../../async/isFulfilled.ts';

const run = promisify(execFile);

/** What a system has instead of git; replaced by tests to simulate macOS. */
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
