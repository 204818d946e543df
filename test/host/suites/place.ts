import assert from 'node:assert/strict';
import { chmodSync, lstatSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { thisRun } from '../in-host/this-run.ts';

/** The open folder as another program sees it, past the editor. Files are named relative to it, with `/`. */
export interface Place {
  readonly root: vscode.Uri;
  /** Folders are made as needed. */
  put(file: string, content: string | Uint8Array, mode?: number): void;
  bytes(file: string): Buffer;
  mode(file: string): number;
  exists(file: string): boolean;
  remove(file: string): void;
  /** Says of a file that it has so many bytes, without having them: `a size of its own`. */
  enlarge(file: string, size: number): void;
}

/**
 * What some tests need of the place they run in; `special files` are links, pipes and devices as Linux has them,
 * `settings on the disk` a workspace whose settings a test can write, `a screen` one that the test can look at, and
 * `a size of its own` what no disk lets a file have.
 */
export type Need = 'links' | 'modes' | 'special files' | 'settings on the disk' | 'a screen' | 'a size of its own';

/** Why tests with this need do not run here; undefined where they do. */
function lack(need: Need): string | undefined {
  if (need === 'a screen') return thisRun.screen === undefined ? 'no test sees the screen of a desktop' : undefined;
  if (need === 'a size of its own')
    return thisRun.where.opens === 'memory' ? undefined : 'a disk tells how large a file is';
  if (thisRun.where.opens === 'memory') return `the memory file system has no ${need}`;
  if (thisRun.where.host === 'worker') return `in a worker host Redline knows of no ${need}`;
  if (process.platform === 'win32') return `on Windows there are no ${need} to be had without rights`;
  return need === 'special files' && process.platform !== 'linux' ? 'they are made for Linux' : undefined;
}

/** Whether what a need asks for is there. */
export function has(need: Need): boolean {
  return lack(need) === undefined;
}

/** `it`, or where the place lacks what the test needs, one that is skipped and says why. */
export function itNeeds(need: Need, title: string, body: Mocha.AsyncFunc): void {
  const reason = lack(need);
  if (reason === undefined) it(title, body);
  else it.skip(`${title} (skipped: ${reason})`, body);
}

/** The same for a whole `describe`. */
export function describeNeeds(need: Need, title: string, body: (this: Mocha.Suite) => void): void {
  const reason = lack(need);
  if (reason === undefined) describe(title, body);
  else describe.skip(`${title} (skipped: ${reason})`, body);
}

/** The first workspace folder. */
export function thePlace(): Place {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri;
  assert.ok(root, 'a folder is open');
  return placeAt(root);
}

/** Any folder. */
export function placeAt(root: vscode.Uri): Place {
  return root.scheme === 'memfs' ? memoryPlace(root) : diskPlace(root);
}

function diskPlace(root: vscode.Uri): Place {
  const at = (file: string): string => path.join(root.fsPath, file);
  return {
    root,
    put(file, content, mode) {
      mkdirSync(path.dirname(at(file)), { recursive: true });
      writeFileSync(at(file), content);
      if (mode !== undefined) chmodSync(at(file), mode);
    },
    bytes: (file) => readFileSync(at(file)),
    mode: (file) => statSync(at(file)).mode & 0o7777,
    exists: (file) => lstatSync(at(file), { throwIfNoEntry: false }) !== undefined,
    remove: (file) => rmSync(at(file), { recursive: true, force: true }),
    enlarge: (file) => assert.fail(`${file} is on a disk`),
  };
}

/** The way in that the memory file system's extension exports. */
interface MemoryFiles {
  put(path: string, bytes: Uint8Array): void;
  bytes(path: string): Uint8Array | undefined;
  exists(path: string): boolean;
  remove(path: string): void;
  enlarge(path: string, size: number): void;
}

function memoryPlace(root: vscode.Uri): Place {
  const files = (): MemoryFiles => {
    const extension = vscode.extensions.getExtension<MemoryFiles>('redline-tests.memfs');
    assert.ok(extension?.isActive, 'the memory file system is there');
    return extension.exports;
  };
  const at = (file: string): string => vscode.Uri.joinPath(root, file).path;
  return {
    root,
    put: (file, content) => files().put(at(file), typeof content === 'string' ? Buffer.from(content) : content),
    bytes(file) {
      const bytes = files().bytes(at(file));
      assert.ok(bytes, `${file} is there`);
      return Buffer.from(bytes);
    },
    mode: () => 0o644,
    exists: (file) => files().exists(at(file)),
    remove: (file) => files().remove(at(file)),
    enlarge: (file, size) => files().enlarge(at(file), size),
  };
}
