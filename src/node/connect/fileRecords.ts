// Records the originals of settings files that Redline edits, in `~/.redline/connected`, so that any window can restore them.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import type { FileRecord, RecordKind } from '../../tools/ports/agentPorts.ts';
import { makePrivateFolder, redlineHome } from '../endpoint/privateFolder.ts';

export async function readRecord(file: string, kind: RecordKind): Promise<FileRecord | undefined> {
  const fields = parseFields(await readFile(recordOf(file, kind), 'utf8').catch(() => ''));
  const { before, after } = fields ?? {};
  if (typeof after !== 'string' || fields?.['file'] !== file) return undefined;
  return { before: typeof before === 'string' ? Buffer.from(before, 'base64') : undefined, after };
}

export async function saveRecord(file: string, kind: RecordKind, { before, after }: FileRecord): Promise<void> {
  const record = recordOf(file, kind);
  await makePrivateFolder(redlineHome());
  await mkdir(path.dirname(record), { recursive: true, mode: 0o700 });
  const base64 = before === undefined ? null : Buffer.from(before).toString('base64');
  const draft = `${record}.${randomUUID()}.new`;
  // Settings may contain secrets.
  await writeFile(draft, JSON.stringify({ file, before: base64, after }), { mode: 0o600 });
  await rename(draft, record);
}

export async function deleteRecord(file: string, kind: RecordKind): Promise<void> {
  await rm(recordOf(file, kind), { force: true });
}

function recordOf(file: string, kind: RecordKind): string {
  const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
  return path.join(recordsFolder(), `${name}.${kind}.json`);
}

export function recordsFolder(): string {
  return path.join(redlineHome(), 'connected');
}
