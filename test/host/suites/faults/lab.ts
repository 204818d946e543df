import { userCaller } from '../../../../src/tools/ports/caller.ts';
import { createHash } from 'node:crypto';
import { phrase } from '../../../../src/core/wording/phrase.ts';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Change, Location, TextContent } from '../../../../src/core/change/change.ts';
import { nodeLinks, nodeModes } from '../../../../src/node/disk/linksAndModes.ts';
import { nodeStorageFolder } from '../../../../src/node/files/storageFolder.ts';
import { nodeWholeFiles } from '../../../../src/node/files/inPlaceFiles.ts';
import type { Processes, WholeFiles } from '../../../../src/tools/ports/diskPorts.ts';
import type { PathRecheck } from '../../../../src/vscode/apply/pathRecheck.ts';
import { startApplying, type Applying } from '../../../../src/vscode/host/startApplying.ts';
import { thisRun } from '../../in-host/this-run.ts';
import { createFileQueue } from '../../../../src/vscode/shared/fileQueue.ts';

/** What goes wrong, and when. */
export interface Faults {
  /** Called before each change is made, with its number from 0, as the last look at the world is taken. */
  readonly before?: (change: Change, number: number) => void | Promise<void>;
  /** Replaces parts of the disk. */
  readonly files?: (real: WholeFiles) => Partial<WholeFiles>;
  readonly processes?: Processes;
  /** Looks at places for real; without it none is looked at. */
  readonly recheck?: PathRecheck;
}

/** The numbers below `count`: all of them in a run of whole tables, else those of the sample. */
export function numbers(count: number, sample: readonly number[]): readonly number[] {
  return thisRun.where.whole === true ? Array.from({ length: count }, (_, at) => at) : sample;
}

/** Redline's applier and history as `startApplying` makes them, over a folder and a storage of their own. */
export interface Lab {
  readonly folder: string;
  readonly storage: string;
  /** What a window's start makes of the storage; each one is a window of its own. */
  start(faults?: Faults): Applying;
  /** Makes changes as a call of an agent does. Answers the code and message of what failed, or undefined. */
  apply(by: Applying, changes: readonly Change[], signal?: AbortSignal): Promise<string | undefined>;
  put(file: string, content: string | Uint8Array): void;
  /** Undefined where there is no file. */
  text(file: string): string | undefined;
  create(file: string, after: string): Change;
  update(file: string, before: string, after: string): Change;
  remove(file: string, before: string): Change;
  move(from: string, to: string, before: string, after?: string): Change;
}

/** To be called in a `describe`. */
export function useLab(): Lab {
  let root = '';
  const started: Applying[] = [];
  beforeEach(() => {
    root = mkdtempSync(path.join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'lab-'));
    mkdirSync(path.join(root, 'files'));
  });
  afterEach(() => {
    for (const applying of started.splice(0)) applying.dispose();
    rmSync(root, { recursive: true, force: true });
  });
  const at = (file: string): string => path.join(root, 'files', file);
  const placeOf = (file: string): Location => {
    const uri = vscode.Uri.file(at(file)).toString();
    return { uri, path: file, real: uri };
  };
  return {
    get folder() {
      return path.join(root, 'files');
    },
    get storage() {
      return path.join(root, 'storage');
    },
    start(faults = {}) {
      const applying = startIn(path.join(root, 'storage'), faults);
      started.push(applying);
      return applying;
    },
    async apply({ applier }, changes, signal = new AbortController().signal) {
      try {
        await applier.apply(changes, phrase('A change'), {
          tool: 'redline_test',
          caller: userCaller,
          token: undefined,
          signal,
        });
        return undefined;
      } catch (cause) {
        return cause instanceof Error && 'code' in cause ? `${String(cause.code)}: ${cause.message}` : String(cause);
      }
    },
    put(file, content) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
    },
    text(file) {
      try {
        return readFileSync(at(file), 'utf8');
      } catch {
        return undefined;
      }
    },
    create: (file, after) => ({ kind: 'create', at: placeOf(file), after: content(after) }),
    update: (file, before, after) => ({
      kind: 'update',
      at: placeOf(file),
      before: content(before),
      after: content(after),
    }),
    remove: (file, before) => ({ kind: 'delete', at: placeOf(file), before: content(before) }),
    move: (from, to, before, after = before) => ({
      kind: 'move',
      from: placeOf(from),
      at: placeOf(to),
      before: content(before),
      after: content(after),
    }),
  };
}

function content(text: string): TextContent {
  const bytes = new TextEncoder().encode(text);
  return { kind: 'text', text, encoding: 'utf8', bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

function startIn(storage: string, { before, files, processes, recheck }: Faults): Applying {
  mkdirSync(storage, { recursive: true });
  const real = nodeWholeFiles();
  let number = 0;
  return startApplying({
    storage: vscode.Uri.file(storage),
    platform: {
      links: nodeLinks,
      modes: nodeModes,
      storageFolder: nodeStorageFolder,
      files: { ...real, ...files?.(real) },
      ...(processes === undefined ? {} : { processes }),
    },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    queue: createFileQueue(),
    recheck: {
      beforeFirstWrite: async (changes) => recheck?.beforeFirstWrite(changes),
      isProtected: (changes) => recheck?.isProtected(changes) ?? false,
      beforeWrite: async (change) => {
        await before?.(change, number++);
        await recheck?.beforeWrite(change);
      },
      beforeWriteInside: async (change) => {
        await before?.(change, number++);
        await recheck?.beforeWriteInside(change);
      },
    },
  });
}
