import { phrase } from '../../src/core/phrase.ts';
import { ToolError } from '../../src/core/errors.ts';
import type { Change } from '../../src/core/change.ts';
import { JournalledApplier } from '../../src/vscode/apply/applier.ts';
import type { Journal } from '../../src/vscode/apply/journal.ts';
import type { Disk } from '../../src/vscode/apply/localDisk.ts';
import { recover } from '../../src/vscode/apply/recover.ts';
import type { SaveMode } from '../../src/vscode/applySettings.ts';
import type { Step } from '../journal/disk.ts';
import type { Machine } from '../journal/window.ts';
import { editorOn, type FakeEditor } from './fakeEditor.ts';
import { linksOn, modesOn, wholeFilesOn, type World } from './world.ts';

export interface Manner {
  readonly save?: SaveMode;
  /** Whether the files lie on a local disk, or only the editor reaches them. */
  readonly isLocal?: boolean;
  /** What formatting on save adds to a text. */
  readonly formatted?: string;
}

export interface Steps {
  /** Before each step that can fail. */
  readonly step?: Step;
  /** In the middle of a write, where only a window that dies leaves anything. */
  readonly torn?: Step;
  readonly watcher?: Step;
}

const nothing: Step = () => Promise.resolve();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A window with the write engine in it, on files and a history that it shares with others. */
export interface EngineWindow {
  readonly editor: FakeEditor;
  readonly journal: Journal;
  /** Answers `applied`, or the code of the failure. */
  apply(changes: readonly Change[], signal?: AbortSignal): Promise<string>;
  recover(): Promise<void>;
}

export function openWindow(
  { world, machine }: { readonly world: World; readonly machine: Machine },
  name: string,
  { step = nothing, torn = nothing, watcher = nothing }: Steps = {},
  { save = 'exact', isLocal = true, formatted }: Manner = {},
): EngineWindow {
  const alive = machine.aliveStep(name, step);
  const journal = machine.journal(name, alive);
  const editor = editorOn(world, alive, machine.aliveStep(name, watcher), formatted);
  const disk: Disk = {
    editor,
    ...(isLocal
      ? {
          links: linksOn(world, alive),
          modes: modesOn(world, alive),
          files: wholeFilesOn(world, alive, machine.aliveStep(name, torn)),
        }
      : {}),
  };
  const applier = new JournalledApplier({
    journal,
    ready: () => Promise.resolve(),
    platform: disk,
    log,
    saveMode: () => save,
    sessionOf: () => undefined,
  });
  return {
    editor,
    journal,
    async apply(changes, signal = new AbortController().signal) {
      try {
        await applier.apply(changes, phrase('A call'), { tool: 'redline_test', token: undefined, signal });
        return 'applied';
      } catch (cause) {
        // What fails before anything is begun is thrown as the system throws it.
        return cause instanceof ToolError ? cause.code : 'NOT_BEGUN';
      }
    },
    async recover() {
      await journal.refresh();
      await recover(journal, { disk, log, places: undefined });
    },
  };
}
