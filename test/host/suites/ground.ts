import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import type { RedlineApi } from '../../../src/vscode/host/api.ts';
import { thePlace } from './place.ts';

async function done(tool: string, input: object): Promise<unknown> {
  const outcome = await (await api()).call(tool, input);
  assert.ok(outcome.success, outcome.success ? '' : `${outcome.error.code}: ${outcome.error.message}`);
  return outcome.result;
}

/** A rule under which calls need no review. */
const allowAll = [{ operations: ['read', 'create', 'update', 'delete', 'move'], paths: ['**'], action: 'allow' }];

/** The extension under test, in a folder of the open workspace that belongs to the suite alone. */
export interface Ground {
  readonly folder: string;
  uri(file: string): vscode.Uri;
  put(file: string, content: string | Uint8Array, mode?: number): void;
  bytes(file: string): Buffer;
  text(file: string): string;
  mode(file: string): number;
  exists(file: string): boolean;
  remove(file: string): void;
  /** As `Place.enlarge`. */
  enlarge(file: string, size: number): void;
  /** Calls a tool that must succeed; paths are the workspace's. */
  done(tool: string, input: object): Promise<unknown>;
  /** The same where the rules ask nevertheless (a new link): the review is approved. */
  approved(tool: string, input: object): Promise<unknown>;
  /** Calls a tool that must fail, and answers its code. */
  refused(tool: string, input: object): Promise<string>;
  path(this: void, file: string): string;
}

/** To be called in a `describe`: a clean folder and the rule that allows, for each test. */
export function useGround(name: string): Ground {
  const place = thePlace();
  // A folder of its own for each test: what an agent has read in one test is not stale in the next.
  let test = 0;
  const folder = (): string => path.join(place.root.fsPath, `${name}${test}`);
  const at = (file: string): string => `${name}${test}/${file}`;
  before(async function () {
    await set('redline.rules', allowAll);
  });
  after(async function () {
    await set('redline.rules', undefined);
  });
  beforeEach(async function () {
    test += 1;
    // Suites that need no editor leave theirs open.
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
  afterEach(async function () {
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    place.remove(`${name}${test}`);
  });
  return {
    get folder() {
      return folder();
    },
    uri: (file) => vscode.Uri.joinPath(place.root, at(file)),
    put: (file, content, mode) => place.put(at(file), content, mode),
    bytes: (file) => place.bytes(at(file)),
    text: (file) => place.bytes(at(file)).toString('utf8'),
    mode: (file) => place.mode(at(file)),
    exists: (file) => place.exists(at(file)),
    remove: (file) => place.remove(at(file)),
    enlarge: (file, size) => place.enlarge(at(file), size),
    done,
    async approved(tool, input) {
      const timer = setInterval(() => void vscode.commands.executeCommand('redline.approve'), 750);
      try {
        return await done(tool, input);
      } finally {
        clearInterval(timer);
      }
    },
    async refused(tool, input) {
      const outcome = await (await api()).call(tool, input);
      assert.ok(!outcome.success, 'the call succeeded');
      return `${outcome.error.code}: ${outcome.error.message}`;
    },
    path: at,
  };
}

export async function api(): Promise<RedlineApi> {
  const extension = vscode.extensions.getExtension<RedlineApi>('redline-tools.redline');
  assert.ok(extension);
  return extension.activate();
}

/** Sets a user setting; undefined takes it away. */
export async function set(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}

/** Runs a test body with user settings that are put back afterwards. */
export async function withSettings(
  settings: Readonly<Record<string, unknown>>,
  body: () => Promise<void>,
): Promise<void> {
  const before = Object.keys(settings).map((name) => {
    const value: unknown = vscode.workspace.getConfiguration().inspect(name)?.globalValue;
    return { name, value };
  });
  for (const [name, value] of Object.entries(settings)) await set(name, value);
  try {
    await body();
  } finally {
    for (const { name, value } of before) await set(name, value);
  }
}

/** A test without rules, so that every change needs approval. */
export function itWithoutRules(title: string, body: () => Promise<void>): void {
  it(title, () => withSettings({ 'redline.rules': [] }, body));
}

/** Waits until something holds; the limit ends what hangs, and is out of reach of a slow machine. */
export async function eventually(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = Date.now() + 90_000;
  while (!(await holds())) {
    assert.ok(Date.now() < end, `waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Applies an edit; again while VS Code refuses it, since it reloads the document at that moment. */
export function applied(edit: vscode.WorkspaceEdit): Promise<void> {
  return eventually('the edit to be applied', async () => vscode.workspace.applyEdit(edit));
}

/** The text that the editor holds for a file. */
export async function shown(uri: vscode.Uri): Promise<string> {
  return (await vscode.workspace.openTextDocument(uri)).getText();
}

/** Shows a file, then presses undo or redo in it. */
export async function press(command: 'undo' | 'redo', uri: vscode.Uri): Promise<void> {
  await vscode.window.showTextDocument(uri, { preview: false });
  await vscode.commands.executeCommand(command);
}

/** The files that have a tab, all or some of them. */
export function tabs(counts: (uri: vscode.Uri) => boolean = () => true): string[] {
  return vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .flatMap((tab) =>
      tab.input instanceof vscode.TabInputText && counts(tab.input.uri) ? [path.basename(tab.input.uri.path)] : [],
    )
    .sort();
}

/** Waits for a command's end: where it cannot do its work it says why in a notification, and waits for that to be closed. */
export async function answered(command: Thenable<unknown>): Promise<void> {
  const state = { done: false };
  const end = Promise.resolve(command).finally(() => {
    state.done = true;
  });
  while (!state.done) {
    await vscode.commands.executeCommand('notifications.clearAll');
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  await end;
}
