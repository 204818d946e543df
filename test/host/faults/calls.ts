import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Evaluate } from '../driver/harness.ts';
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
export function openEntries({ data }: BareHost): number {
  const files = globSync('**/redline-tools.redline/journal/*.json', { cwd: data });
  return files.filter((file) => isOpen(path.join(data, file))).length;
}

function isOpen(file: string): boolean {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).state === 'applying';
  } catch {
    // It went in this very moment.
    return false;
  }
}
