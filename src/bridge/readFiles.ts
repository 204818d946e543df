// Reads files and folders that may be missing, since other processes write and remove them.
import { closeSync, constants, fstatSync, openSync, readdirSync, readSync, statSync, type Stats } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { resolveHomeFile } from '../core/connect/homeFile.ts';
import { listSystemSettingsFiles } from '../core/connect/systemSettings.ts';

/** Maximum size of a file that is read: of settings of 8 MiB, a record with the bytes before them has less. */
const maxBytes = 64 * 1024 * 1024;
const chunkBytes = 64 * 1024;

/**
 * Reads a text file without its byte order mark; empty if it cannot be read, is too large, or is a pipe, which would
 * block a hook.
 */
export function readTextOrEmpty(file: string): string {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const stats = fstatSync(fd);
    return stats.isFile() && stats.size <= maxBytes ? readText(fd) : '';
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Whether a file is too large for `readTextOrEmpty`. */
export function isTooLarge(file: string): boolean {
  return (statOrUndefined(file)?.size ?? 0) > maxBytes;
}

/** Undefined for a file that is missing, or that cannot be reached: in a circle of links, or below a folder of another user. */
export function statOrUndefined(file: string): Stats | undefined {
  try {
    return statSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Some files of the kernel say that they are empty, and never end. */
function readText(fd: number): string {
  const chunks: Buffer[] = [];
  for (let size = 0; size <= maxBytes;) {
    const chunk = Buffer.allocUnsafe(chunkBytes);
    const length = readSync(fd, chunk);
    if (length === 0)
      return Buffer.concat(chunks)
        .toString('utf8')
        .replace(/^\ufeff/, '');
    chunks.push(chunk.subarray(0, length));
    size += length;
  }
  return '';
}

/** Lists the names in a folder; none if it cannot be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/**
 * The absolute paths of an agent's settings files of an organisation on this machine, which need not exist, and of the folder
 * in which there may be more of them.
 */
export function systemSettingsFiles(agent: string): string[] {
  const files = listSystemSettingsFiles(agent, process.platform, process.env);
  return agent === 'claude' ? files.flatMap(withDropIns) : files;
}

/** A settings file, the folder beside it whose files Claude Code adds to it (`managed-settings.d`), and these. */
export function withDropIns(file: string): string[] {
  const folder = file.replace(/\.json$/, '.d');
  const names = listNames(folder).filter((name) => name.endsWith('.json'));
  return [file, folder, ...names.map((name) => path.join(folder, name))];
}

/** The absolute path of an agent's settings file in the home folder. */
export function homeFile(agent: string, file: string): string {
  return resolveHomeFile(agent, file, homedir(), process.env);
}
