// Contains the common parts of the commands that connect, hold and release agents.
import * as vscode from 'vscode';
import { agentNameOf } from '../../core/endpoint/agents.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { translate, translateError } from '../shared/translate.ts';
import type { AgentStatus } from './agentStatus.ts';
import { changeSettings, type ChangeSettingsDeps } from './changeSettings.ts';
import type { AgentMachine } from '../../tools/ports/agentPorts.ts';
import { withoutParts, type SettingsPart } from './settingsFiles.ts';
import type { SettingsFile } from './settingsTool.ts';
import { notify } from '../files/notify.ts';

export interface ConnectDeps extends ChangeSettingsDeps {
  readonly machine: AgentMachine;
  readonly status: AgentStatus;
}

/** Runs the call, and reports why files were left unchanged. */
export async function change(
  title: Phrase,
  files: readonly SettingsFile[],
  deps: ConnectDeps,
): Promise<Pick<Awaited<ReturnType<typeof changeSettings>>, 'changes'> & { readonly isComplete: boolean }> {
  const problems = new Map<string, Phrase>();
  const leftAlone = (path: string, why: Phrase): void => void problems.set(path, why);
  const { outcome, changes } = await changeSettings({ title, files, leftAlone }, deps);
  for (const [path, why] of problems) {
    void notify('Error', `Redline: ${vscode.l10n.t('{0} was left as it is. {1}', path, translate(why))}`);
  }
  if (outcome.ok) return { changes, isComplete: problems.size === 0 };
  if (outcome.error.code !== 'REJECTED') {
    void notify('Error', `Redline: ${translateError(outcome.error)}`);
  }
  return { changes, isComplete: false };
}

/**
 * Shows files without Redline's entries, and writes them.
 * @param settings parts of one file, the last written first
 */
export async function removeSettings(
  title: Phrase,
  settings: readonly SettingsPart[],
  deps: ConnectDeps,
): ReturnType<typeof change> {
  const byPath = Map.groupBy(settings, ({ path }) => path);
  // Files without anything of Redline's, although it may have been recorded: the doctor would miss it there.
  const clean: string[] = [];
  const files = [...byPath].map(([path, all]): SettingsFile => {
    const { next, ...file } = withoutParts(path, all, deps.machine);
    return {
      ...file,
      next: async (before, real) => {
        const left = await next(before, real);
        if (left.bytes === before) clean.push(real);
        return left;
      },
    };
  });
  const done = await change(title, files, deps);
  const kinds = new Set(settings.map(({ kind }) => kind));
  for (const real of [...(done.isComplete ? clean : []), ...done.changes.map(({ at }) => at.real)]) {
    for (const kind of kinds) await deps.machine.deleteRecord(real, kind);
  }
  return done;
}

export function namesOf(agents: readonly string[]): string {
  return agents.map(agentNameOf).join(', ');
}
