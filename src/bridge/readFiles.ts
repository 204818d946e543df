// Reads files and folders that may be missing, since other processes write and remove them.
import { readdirSync, readFileSync } from 'node:fs';

/** Reads a text file without its byte order mark; empty if it cannot be read. */
export function readTextOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return '';
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
