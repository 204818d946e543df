// Runs a change of settings files as a call of the user, through the pipeline.

import * as vscode from 'vscode';
import type { Change } from '../../../core/change/change.ts';
import { runTool, type Outcome } from '../../../tools/pipeline/run.ts';
import { userCaller } from '../../../tools/ports/caller.ts';
import type { Applier } from '../../../tools/ports/ports.ts';
import type { World } from '../../../tools/ports/world.ts';
import type { PathResolver } from '../../files/paths/pathResolver.ts';
import { ReadMemories } from '../../../core/change/readMemory.ts';
import { EditorWorkspace, type ReadGuard, type WorkspaceDeps } from '../../files/workspace.ts';
import { settingsTool, type SettingsCall } from './settingsTool.ts';

export interface ChangeSettingsDeps {
  readonly world: World;
  /** Resolves the paths of the settings files. Gets a grant for each that is outside the workspace. */
  readonly resolver: PathResolver;
  readonly platform: Omit<WorkspaceDeps, 'resolver' | 'guard'>;
}

/** Allows all reads, since the user's own command reads only files that the review then shows. */
const permissiveGuard: ReadGuard = {
  allow: () => Promise.resolve(),
  requireStat: () => Promise.resolve(),
  requireDisclosure: () => Promise.resolve(),
  rejectDenied: () => undefined,
  mayPrompt: () => false,
  readAction: () => () => 'allow',
};

/** The result of a change of settings files. */
export interface SettingsOutcome {
  readonly outcome: Outcome;
  /** The written changes; none if the call failed. */
  readonly changes: readonly Change[];
}

/** Runs a change of settings files through the pipeline: shown, approved or edited, written, recorded, undoable. */
export async function changeSettings(
  call: SettingsCall,
  { world, resolver, platform }: ChangeSettingsDeps,
): Promise<SettingsOutcome> {
  // Files outside the workspace, such as those in the home folder, can be reached only if they are granted by name.
  for (const { path } of call.files) {
    if (vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) === undefined) resolver.grant(path);
  }
  let changes: readonly Change[] = [];
  const applier: Applier = {
    apply: async (...args) => {
      const applied = await world.applier.apply(...args);
      changes = applied.changes;
      return applied;
    },
  };
  // A separate memory, so that this call neither needs earlier reads nor adds any.
  const reads = new ReadMemories().of();
  const settingsWorld: World = {
    ...world,
    readsFor: () => reads,
    workspaceFor: () => new EditorWorkspace({ ...platform, resolver, guard: permissiveGuard }),
    applier,
    // The commands that change settings report failures themselves.
    failures: { ...world.failures, reportFailedCall: () => undefined },
  };
  const tool = settingsTool(call);
  // Without a chat, there is no invocation token, and nothing that could cancel the call.
  const { signal } = new AbortController();
  const pipelineCall = { tool: tool.name, caller: userCaller, token: undefined, signal };
  const outcome = await runTool(tool, {}, pipelineCall, settingsWorld);
  return { outcome, changes };
}
