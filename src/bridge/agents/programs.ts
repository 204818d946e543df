// Finds programs on PATH, and keeps the working directory out of the search; kills programs that hang.
import type { ChildProcess } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import path from 'node:path';
import { absoluteFolders, programFiles, type ProgramSearch } from '../../core/connect/programFiles.ts';

/** The absolute path of a program; undefined if no absolute folder on PATH has it. */
export function findProgramOnPath(program: string): string | undefined {
  return programFiles(program, currentSearch()).find(isExecutable);
}

/** Keeps this process and its later children from running programs of the working directory, which may be untrusted. */
export function removeRelativeFoldersFromPath(): void {
  process.env['PATH'] = absoluteFolders(currentSearch()).join(path.delimiter);
  // Windows would search the working directory first, even if PATH does not contain it.
  process.env['NoDefaultCurrentDirectoryInExePath'] = '1';
}

function currentSearch(): ProgramSearch {
  return { path: process.env['PATH'] ?? '', windows: process.platform === 'win32' };
}

/** Whether a path is a file that this user may execute; on Windows, whether it is a file. */
export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Milliseconds after SIGTERM for a program to clean up; some programs ignore the signal. */
const graceMs = 1000;

/**
 * Kills a program after a time limit in milliseconds, so that its `close` event comes. With `spawn`'s `timeout`, `close`
 * would still wait for grandchildren that hold the output pipes open; hence the `destroy` calls.
 */
export function killAfter(child: ChildProcess, limitMs: number): void {
  let timer = setTimeout(() => {
    child.kill();
    child.stdout?.destroy();
    child.stderr?.destroy();
    timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  }, limitMs);
  child.once('close', () => clearTimeout(timer));
  child.once('error', () => clearTimeout(timer));
}
