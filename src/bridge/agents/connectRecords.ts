// Reads which settings files of agents Redline's commands Connect and Hold have written. `fileRecords.ts` writes the
// records, `~/.redline/connected/*.connect.json` and `*.hold.json`, one for each file.
import { createHash } from 'node:crypto';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import { listNames, readTextOrEmpty } from '../readFiles.ts';

/** The settings files that Redline has written. All paths are absolute. */
export interface ConnectRecords {
  /** Whether the last write of a file was by Connect or Hold, not by Disconnect or Release. */
  readonly wasWritten: (file: string, kind: 'connect' | 'hold') => boolean;
  /** Whether a file still has the bytes that Connect wrote. Ask only about files that Connect wrote (`wasWritten`). */
  readonly isAsWritten: (file: string) => boolean;
}

/** Reads the records in `home`, the folder `~/.redline`. A record that cannot be read counts as missing. */
export function readConnectRecords(home: string): ConnectRecords {
  const folder = path.join(home, 'connected');
  /** SHA-256 of the written bytes, not validated, by `recordKey`. */
  const hashByKey = new Map<string, unknown>();
  for (const name of listNames(folder)) {
    const kind = /\.(connect|hold)\.json$/.exec(name)?.[1];
    const fields = parseFields(readTextOrEmpty(path.join(folder, name)));
    const file = pathOfUri(fields?.['file']);
    if (kind !== undefined && file !== undefined) hashByKey.set(recordKey(file, kind), fields?.['after']);
  }
  return {
    wasWritten: (file, kind) => hashByKey.has(recordKey(resolveLinks(file), kind)),
    isAsWritten: (file) => hashByKey.get(recordKey(resolveLinks(file), 'connect')) === hashFile(file),
  };
}

function recordKey(realPath: string, kind: string): string {
  // On Windows, case does not matter, and the editor writes a drive's letter in lower case.
  return `${kind} ${process.platform === 'win32' ? realPath.toLowerCase() : realPath}`;
}

function pathOfUri(uri: unknown): string | undefined {
  try {
    return typeof uri === 'string' ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

/** Resolves the links in a path, as in the records. Unlike `realPath`, also in the folders above a missing file. */
function resolveLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    const parent = path.dirname(file);
    return parent === file ? file : path.join(resolveLinks(parent), path.basename(file));
  }
}

/** SHA-256 of a file, in lower-case hexadecimal as in the records; undefined if it cannot be read. */
function hashFile(file: string): string | undefined {
  try {
    return createHash('sha256').update(readFileSync(file)).digest('hex');
  } catch {
    return undefined;
  }
}
