import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate } from '../driver/harness.ts';
import { waitFor } from '../driver/wait.ts';
import type { BareHost } from './bareHost.ts';

/** How a call ended: undefined, or the code and the message of its failure. */
export type Ended = string | null;

/** Calls a tool in an extension host, and waits for its end. */
export function call(evaluate: Evaluate, tool: string, input: object): Promise<Ended> {
  return evaluate(
    async (vscode, { tool, input }) => {
      const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
      const outcome = await api.call(tool, input);
      return outcome.success ? null : `${outcome.error.code}: ${outcome.error.message}`;
    },
    { tool, input },
  );
}

/** Starts a call and does not wait for it. Answers the extension host's process id. */
export function begin(evaluate: Evaluate, tool: string, input: object): Promise<number> {
  return evaluate(
    async (vscode, { tool, input }) => {
      const api = await vscode.extensions.getExtension('redline-tools.redline')?.activate();
      void api.call(tool, input);
      return process.pid;
    },
    { tool, input },
  );
}

/** How many entries of the journal are of calls that have not ended. */
export function openEntries(host: BareHost): number {
  return entriesOf(host).filter(isOpen).length;
}

/** Resolves when a call has written its intent to a journal that had so many entries; it may be over by then. */
export async function journalled(host: BareHost, before: number): Promise<void> {
  await waitFor('the call to be written to the journal', () => entriesOf(host).length > before);
}

/** Where each host's journal is: looking for it takes longer than some calls. */
const folders = new Map<string, string>();

/** The files of the journal. */
export function entriesOf(host: BareHost): string[] {
  const folder = journalFolderOf(host);
  return folder === undefined ? [] : globSync(path.join(folder, '*.json'));
}

/** The folder of the journal; undefined as long as there is none. */
export function journalFolderOf({ data }: BareHost): string | undefined {
  const [found] = folders.has(data) ? [] : globSync('**/redline-tools.redline/journal', { cwd: data });
  if (found !== undefined) folders.set(data, path.join(data, found));
  return folders.get(data);
}

function isOpen(file: string): boolean {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).state === 'applying';
  } catch {
    // It went in this very moment.
    return false;
  }
}
