// Reads files and folders that may be missing: others write and remove them.
import { readdirSync, readFileSync } from 'node:fs';

/** The text of a file, without a byte order mark; empty if it cannot be read. */
export function readTextOrEmpty(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/^\ufeff/, '');
  } catch {
    return '';
  }
}

/** The names in a folder; none if it cannot be read. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
