// Reads files and folders that may be missing, since other processes write and remove them.
import { closeSync, constants, fstatSync, openSync, readdirSync, readFileSync } from 'node:fs';

/** Reads a text file without its byte order mark; empty if it cannot be read, or is a pipe, which would block a hook. */
export function readTextOrEmpty(file: string): string {
  let fd: number | undefined;
  try {
    fd = openSync(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    return fstatSync(fd).isFile() ? readFileSync(fd, 'utf8').replace(/^\ufeff/, '') : '';
  } catch {
    return '';
  } finally {
    if (fd !== undefined) closeSync(fd);
  }
}

/** Lists the names in a folder; none if it cannot be read. */
export function listNames(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
