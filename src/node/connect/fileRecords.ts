// Records the originals of settings files that Redline edits, in `~/.redline/connected`, for any window to restore.
import { createHash, randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import type { FileRecord, RecordKind } from '../../tools/ports/agentPorts.ts';
import { makePrivateFolder, redlineHome } from '../endpoint/privateFolder.ts';

/** Reads the record of a file; undefined if there is none or it is invalid. @param file as in `saveRecord` */
export async function readRecord(file: string, kind: RecordKind): Promise<FileRecord | undefined> {
  const fields = parseFields(await readFile(getRecordPath(file, kind), 'utf8').catch(() => ''));
  const { before, after, scopes } = fields ?? {};
  if (typeof after !== 'string' || fields?.['file'] !== file) return undefined;
  return {
    before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined,
    after,
    scopes: Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : undefined,
  };
}

/** Creates or replaces the record of a file, atomically. @param file its canonical URI */
export async function saveRecord(file: string, kind: RecordKind, { before, after, scopes }: FileRecord): Promise<void> {
  const recordPath = getRecordPath(file, kind);
  await makePrivateFolder(redlineHome());
  await mkdir(path.dirname(recordPath), { recursive: true, mode: 0o700 });
  const base64 = before === undefined ? null : Buffer.from(before).toString('base64');
  const draft = `${recordPath}.${randomUUID()}.new`;
  // Settings may contain secrets.
  await writeFile(draft, JSON.stringify({ file, before: base64, after, scopes }), { mode: 0o600 });
  await rename(draft, recordPath);
}

/** Deletes the record of a file, if there is one. @param file as in `saveRecord` */
export async function deleteRecord(file: string, kind: RecordKind): Promise<void> {
  await rm(getRecordPath(file, kind), { force: true });
}

function getRecordPath(file: string, kind: RecordKind): string {
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
  return path.join(getRecordsFolder(), `${name}.${kind}.json`);
}

/** Whether there is a record of any file, that is, whether any agent is connected. */
export function hasRecords(): boolean {
  try {
    return readdirSync(getRecordsFolder()).some((name) => name.endsWith('.json'));
  } catch {
    return false;
  }
}

function getRecordsFolder(): string {
  return path.join(redlineHome(), 'connected');
}
