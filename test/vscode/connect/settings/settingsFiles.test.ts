import assert from 'node:assert/strict';
import type { Change, FaithfulText } from '../../../../src/core/change/change.ts';
import { editSettingsText } from '../../../../src/core/connect/connectText.ts';
import { holdFiles } from '../../../../src/core/connect/holdSettings.ts';
import { sha256 } from '../../../../src/core/text/bytes.ts';
import type { AgentMachine, FileRecord } from '../../../../src/tools/ports/agentPorts.ts';
import { connectParts } from '../../../../src/vscode/connect/connectParts.ts';
import {
  withoutParts,
  withPart,
  type KeptRecords,
  type SettingsPart,
  type WrittenParts,
} from '../../../../src/vscode/connect/settings/settingsFiles.ts';
import { recordRemoved, recordWritten } from '../../../../src/vscode/connect/settings/settingsRecords.ts';

/** The file of Claude Code in a folder that has the entries of Connect and those of Hold. */
const path = '/ws/.claude/settings.local.json';
const at = { uri: path, path, real: path };

function createMachine(): AgentMachine {
  const records = new Map<string, FileRecord>();
  return {
    homeFile: (_agent, file) => `/home/${file}`,
    systemSettingsFiles: () => [],
    windows: false,
    launcher: '/home/.redline/bin/redline',
    plugin: '',
    findAgents: () => new Set(),
    readRecord: async (file, kind) => records.get(kind + file),
    saveRecord: async (file, kind, record) => void records.set(kind + file, record),
    deleteRecord: async (file, kind) => void records.delete(kind + file),
    editSettings: async (edit) => editSettingsText(edit),
    isConnected: () => true,
    realFolder: async (folder) => folder,
    ignoredFolders: async () => [],
    readOnly: async () => undefined,
    fingerprint: async () => '',
    doctor: async () => '',
  };
}

async function contentOf(bytes: Uint8Array): Promise<FaithfulText> {
  return { kind: 'text', text: Buffer.from(bytes).toString(), encoding: 'utf8', bytes, sha256: await sha256(bytes) };
}

/** Writes one part as its command does. */
async function write(
  part: SettingsPart,
  before: Uint8Array | undefined,
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  const written: WrittenParts = new Map();
  const { bytes } = await withPart(part, written, machine).edit(before, path);
  assert(bytes !== undefined);
  const after = await contentOf(bytes);
  const change: Change =
    before === undefined
      ? { kind: 'create', at, after }
      : { kind: 'update', at, before: await contentOf(before), after };
  await recordWritten([change], written, machine);
  return bytes;
}

/** Removes parts as their command does. */
async function takeOut(
  parts: readonly SettingsPart[],
  before: Uint8Array | undefined,
  machine: AgentMachine,
): Promise<Uint8Array | undefined> {
  const kept: KeptRecords = new Map();
  const { bytes } = await withoutParts(path, parts, machine, kept).edit(before, path);
  const kinds = new Set(parts.map(({ kind }) => kind));
  await recordRemoved({ changes: [], unchanged: [path], kinds, kept }, machine);
  return bytes;
}

describe('the settings file in which an agent is connected and held', () => {
  let machine = createMachine();
  beforeEach(() => void (machine = createMachine()));
  const connected = connectParts('claude', { folder: '/ws', realFolder: '/ws' }, machine).filter(
    (part) => part.path === path,
  );
  const [held = [], heldAnew = []] = [[], ['out']].map((writable) =>
    holdFiles('claude', { folder: '/ws', writable }).map((file): SettingsPart => ({
      path: `/ws/${file.path}`,
      file,
      kind: 'hold',
    })),
  );

  for (const original of [undefined, '', '{}', '{\n  "hooks": {},\n  "permissions": { "allow": [] }\n}']) {
    for (const order of [
      [...connected, ...held],
      [...held, ...connected],
    ])
      it(`is as it was after Disconnect, with ${order.map(({ kind }) => kind).join(' before ')} in ${JSON.stringify(original) ?? 'no file'}`, async () => {
        assert.deepEqual(
          order.map((part) => part.path),
          [path, path],
        );
        let bytes: Uint8Array | undefined = original === undefined ? undefined : new TextEncoder().encode(original);
        for (const part of order) bytes = await write(part, bytes, machine);
        const without = await withoutParts(path, [...held, ...connected], machine, new Map()).edit(bytes, path);
        assert.equal(without.bytes && Buffer.from(without.bytes).toString(), original);
      });

    for (const order of [
      [...connected, ...held],
      [...held, ...connected],
    ])
      it(`is as it was after Release and Disconnect, with ${order.map(({ kind }) => kind).join(' before ')} in ${JSON.stringify(original) ?? 'no file'}`, async () => {
        let bytes: Uint8Array | undefined = original === undefined ? undefined : new TextEncoder().encode(original);
        for (const part of order) bytes = await write(part, bytes, machine);
        for (const parts of [held, [...held, ...connected]]) bytes = await takeOut(parts, bytes, machine);
        assert.equal(bytes && Buffer.from(bytes).toString(), original);
      });

    it(`is as it was after Disconnect, where it was held anew in ${JSON.stringify(original) ?? 'no file'}`, async () => {
      let bytes: Uint8Array | undefined = original === undefined ? undefined : new TextEncoder().encode(original);
      for (const part of [...held, ...connected, ...heldAnew]) bytes = await write(part, bytes, machine);
      bytes = await takeOut([...held, ...connected], bytes, machine);
      assert.equal(bytes && Buffer.from(bytes).toString(), original);
    });
  }
});

describe('the settings file of an agent that is not held', () => {
  for (const [agent, original] of [
    ['claude', '{ "sandbox": { "enabled": true }, "permissions": { "deny": ["Edit"] } }'],
    ['codex', 'approval_policy = "never" # mine\n\n[x]\n'],
    ['codex', '[x]\n'],
  ] as const)
    for (const wasHeld of [false, true])
      it(`keeps what its user wrote as Hold would, ${wasHeld ? 'when it is released twice' : 'without a record'}: ${original}`, async () => {
        const machine = createMachine();
        const held = holdFiles(agent, { folder: '/ws', writable: [] }).map((file): SettingsPart => ({
          path,
          file,
          kind: 'hold',
        }));
        let bytes: Uint8Array | undefined = new TextEncoder().encode(original);
        const release = async (): Promise<void> => {
          ({ bytes } = await withoutParts(path, held, machine, new Map()).edit(bytes, path));
          await machine.deleteRecord(path, 'hold');
        };
        if (wasHeld) {
          for (const part of held) bytes = await write(part, bytes, machine);
          await release();
        }
        await release();
        assert.equal(bytes && Buffer.from(bytes).toString(), original);
      });

  it('is released without a record where the folder is closed', async () => {
    const machine = createMachine();
    for (const agent of ['claude', 'codex']) {
      const held = holdFiles(agent, { folder: '/ws', writable: [] }).map((file): SettingsPart => ({
        path,
        file,
        kind: 'hold',
      }));
      let bytes: Uint8Array | undefined;
      for (const part of held) bytes = await write(part, bytes, machine);
      await machine.deleteRecord(path, 'hold');
      const { bytes: left } = await withoutParts(path, held, machine, new Map()).edit(bytes, path);
      assert.match(left === undefined ? '' : Buffer.from(left).toString(), /^(?:\{\}\n)?\s*$/);
    }
  });
});

describe('records that cannot be saved', () => {
  const noSpace = new Error('ENOSPC');
  const [connectPart = assert.fail()] = connectParts('claude', { folder: '/ws', realFolder: '/ws' }, createMachine());
  const changeOf = async (real: string): Promise<Change> => ({
    kind: 'create',
    at: { uri: real, path: real, real },
    after: await contentOf(Buffer.from('{}')),
  });

  it('are told after those of the other files are saved', async () => {
    const saved: string[] = [];
    const machine: AgentMachine = {
      ...createMachine(),
      saveRecord: async (file) => {
        if (file === '/full') throw noSpace;
        saved.push(file);
      },
    };
    const written: WrittenParts = new Map();
    for (const real of ['/full', path]) await withPart(connectPart, written, machine).edit(undefined, real);
    const failures = await recordWritten([await changeOf('/full'), await changeOf(path)], written, machine);
    assert.deepEqual([failures, saved], [[noSpace], [path]]);
  });

  it('are told after those of the other files are removed', async () => {
    const deleted: string[] = [];
    const machine: AgentMachine = {
      ...createMachine(),
      deleteRecord: async (file) => {
        if (file === '/full') throw noSpace;
        deleted.push(file);
      },
    };
    const removed = { changes: [await changeOf('/full')], unchanged: ['/full', path], kept: new Map() };
    const failures = await recordRemoved({ ...removed, kinds: new Set(['connect'] as const) }, machine);
    assert.deepEqual([failures, deleted], [[noSpace, noSpace], [path]]);
  });
});
