// Runs a change of settings files as a call of the person, through the pipeline.
import * as vscode from 'vscode';
import type { Change } from '../../core/change/change.ts';
import { runTool, type Outcome } from '../../tools/pipeline/run.ts';
import { person } from '../../tools/ports/caller.ts';
import type { Applier } from '../../tools/ports/ports.ts';
import type { World } from '../../tools/ports/world.ts';
import type { PathResolver } from '../files/pathResolver.ts';
import { ReadMemories } from '../files/readMemory.ts';
import { EditorWorkspace, type ReadGuard, type WorkspaceParts } from '../files/workspace.ts';
import { settingsTool, type SettingsCall } from './settingsTool.ts';

export interface ConnectWorldParts {
  readonly world: World;
  readonly places: PathResolver;
  readonly platform: Omit<WorkspaceParts, 'places' | 'guard'>;
}

/** The person's own command reads what it is about to show them, wherever it stands. */
const openGuard: ReadGuard = {
  allow: () => Promise.resolve(),
  look: () => Promise.resolve(),
  requireDisclosure: () => Promise.resolve(),
  refuseDenied: () => undefined,
  asks: () => false,
  reader: () => () => 'allow',
};

/** A change of settings files that has ended: what was written, if anything was. */
export interface SettingsOutcome {
  readonly outcome: Outcome;
  readonly changes: readonly Change[];
}

/** Runs a change of settings files through the pipeline: shown, approved or amended, written, recorded, undoable. */
export async function changeSettings(
  call: SettingsCall,
  { world, places, platform }: ConnectWorldParts,
): Promise<SettingsOutcome> {
  for (const { path } of call.files) {
    if (vscode.workspace.getWorkspaceFolder(vscode.Uri.file(path)) === undefined) places.grant(path);
  }
  let changes: readonly Change[] = [];
  const applier: Applier = {
    apply: async (...plan) => {
      const applied = await world.applier.apply(...plan);
      changes = applied.changes;
      return applied;
    },
  };
  // A memory of its own: what a person has written before does not matter for their call.
  const reads = new ReadMemories().of(undefined);
  const own: World = {
    ...world,
    readsFor: () => reads,
    workspaceFor: () => new EditorWorkspace({ ...platform, places, guard: openGuard }),
    applier,
    failures: { ...world.failures, notDone: () => undefined },
  };
  const tool = settingsTool(call);
  const { signal } = new AbortController();
  const outcome = await runTool(tool, {}, { tool: tool.name, caller: person, token: undefined, signal }, own);
  return { outcome, changes };
}
