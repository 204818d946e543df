// Settings files in a home of their own, as Connect and Hold write them.
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sha256 } from '../../src/core/text/bytes.ts';
import type { Change, FileContent } from '../../src/core/change/change.ts';
import { editSettings, findReadOnlyPart } from '../../src/node/connect/editSettings.ts';
import { deleteRecord, readRecord, saveRecord } from '../../src/node/connect/fileRecords.ts';
import type { AgentMachine } from '../../src/tools/ports/agentPorts.ts';
import {
  withoutParts,
  withPart,
  type KeptRecords,
  type SettingsPart,
  type WrittenParts,
} from '../../src/vscode/connect/settings/settingsFiles.ts';
import { recordRemoved, recordWritten } from '../../src/vscode/connect/settings/settingsRecords.ts';

const unused = (): never => assert.fail('No settings file needs this.');
export const machine: AgentMachine = {
  homeFile: unused,
  systemSettingsFiles: unused,
  windows: false,
  launcher: '/home/me/.redline/bin/redline',
  plugin: "// Redline's plugin for OpenCode\n",
  findAgents: unused,
  readRecord,
  saveRecord,
  deleteRecord,
  editSettings,
  isConnected: unused,
  realFolder: unused,
  ignoredFolders: unused,
  readOnly: findReadOnlyPart,
  fingerprint: unused,
  doctor: unused,
};

async function contentOf(bytes: Uint8Array): Promise<FileContent> {
  return { kind: 'binary', bytes, sha256: await sha256(bytes) };
}

export const connection = { launcher: machine.launcher, windows: false, plugin: machine.plugin };

export async function read(file: string): Promise<Buffer | undefined> {
  return readFile(file).catch(() => undefined);
}

/** Writes a file as the approved call does, and records it; `amend` is what the person does in the review. */
export async function write(
  part: SettingsPart,
  amend: (text: string) => string = (text) => text,
): Promise<'written' | 'unchanged'> {
  const written: WrittenParts = new Map();
  const before = await read(part.path);
  const { bytes: planned } = await withPart(part, written, machine).edit(before, part.path);
  assert.ok(planned);
  const bytes = Buffer.from(amend(Buffer.from(planned).toString()));
  if (before !== undefined && Buffer.compare(before, bytes) === 0) return 'unchanged';
  await mkdir(path.dirname(part.path), { recursive: true });
  await writeFile(part.path, bytes);
  const at = { uri: part.path, path: part.path, real: part.path };
  const after = await contentOf(bytes);
  const change =
    before === undefined
      ? { kind: 'create' as const, at, after }
      : { kind: 'update' as const, at, before: await contentOf(before), after };
  await recordWritten([change], written, machine);
  return 'written';
}

export async function takeOut(...parts: readonly SettingsPart[]): Promise<void> {
  await takeOutAmended((text) => text, ...parts);
}

/** Removes parts of a file as the approved call does; `amend` is what the person does in the review. */
export async function takeOutAmended(
  amend: (text: string) => string,
  ...parts: readonly SettingsPart[]
): Promise<void> {
  const [{ path: file } = assert.fail()] = parts;
  const kept: KeptRecords = new Map();
  const before = await read(file);
  const { bytes: planned } = await withoutParts(file, parts, machine, kept).edit(before, file);
  const bytes =
    planned === undefined || planned === before ? planned : Buffer.from(amend(Buffer.from(planned).toString()));
  await (bytes === undefined ? rm(file, { force: true }) : writeFile(file, bytes));
  const at = { uri: file, path: file, real: file };
  const changes: Change[] =
    before === undefined || bytes === before
      ? []
      : bytes === undefined
        ? [{ kind: 'delete', at, before: await contentOf(before) }]
        : [{ kind: 'update', at, before: await contentOf(before), after: await contentOf(bytes) }];
  const unchanged = changes.length === 0 ? [file] : [];
  const kinds = new Set(parts.map(({ kind }) => kind));
  await recordRemoved({ changes, unchanged, kinds, kept }, machine);
}

/** Gives each test of a suite a home of its own; answers its path. */
export function useSettingsHome(): () => string {
  let root = '';
  const homeBefore = process.env['REDLINE_HOME'];
  beforeEach(async () => {
    root = await realpath(await mkdtemp(path.join(tmpdir(), 'redline-settings-')));
    process.env['REDLINE_HOME'] = path.join(root, '.redline');
  });
  afterEach(async () => {
    if (homeBefore === undefined) delete process.env['REDLINE_HOME'];
    else process.env['REDLINE_HOME'] = homeBefore;
    await rm(root, { recursive: true, force: true });
  });
  return () => root;
}
