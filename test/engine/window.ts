import { userCaller } from '../../src/tools/ports/caller.ts';
import { inEnglish, phrase } from '../../src/core/wording/phrase.ts';
import { ToolError } from '../../src/core/wording/errors.ts';
import { revertTool } from '../../src/core/journal/journalEntry.ts';
import type { Change } from '../../src/core/change/change.ts';
import type { Applied } from '../../src/tools/ports/ports.ts';
import { JournalledApplier } from '../../src/vscode/apply/applier.ts';
import { handOver, type HandedOver } from '../../src/vscode/apply/handOver.ts';
import type { Journal } from '../../src/vscode/journal/journal.ts';
import type { OpenDocument } from '../../src/vscode/ports/editor.ts';
import type { Disk } from '../../src/vscode/ports/localDisk.ts';
import type { PathRecheck } from '../../src/vscode/apply/pathRecheck.ts';
import { recover } from '../../src/vscode/apply/recover.ts';
import { Recoveries } from '../../src/vscode/apply/recoveries.ts';
import type { SaveMode } from '../../src/vscode/shared/contributions/settings.ts';
import type { Step } from '../journal/disk.ts';
import type { Machine } from '../journal/window.ts';
import { editorOn, type FakeEditor } from './fakeEditor.ts';
import { linksOn, modesOn, wholeFilesOn, type World } from './world.ts';

export interface WindowOptions {
  readonly save?: SaveMode;
  /** Whether the files are on a local disk, or only reachable through the editor. */
  readonly isLocal?: boolean;
  /** The text that formatting on save appends. */
  readonly formatted?: string;
  /** `files.eol`. */
  readonly eol?: OpenDocument['eol'];
  readonly recheck?: PathRecheck | undefined;
  /** Resolves once the journal is read. */
  readonly ready?: () => Promise<void>;
}

export interface Steps {
  /** Runs before each step that can fail. */
  readonly step?: Step;
  /** Runs in the middle of a write, where a dying window leaves a partial write. */
  readonly torn?: Step;
  readonly watcher?: Step;
}

const nothing: Step = () => Promise.resolve();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A window with the write engine, which shares its files and journal with other windows. */
export interface EngineWindow {
  readonly editor: FakeEditor;
  readonly journal: Journal;
  /** Returns `applied`, or the code of the failure. */
  apply(changes: readonly Change[], signal?: AbortSignal): Promise<string>;
  /** Applies changes of an undo or redo. Returns as `apply` does. */
  rollBack(
    changes: readonly Change[],
    permissions?: Readonly<Record<string, number>>,
    verified?: ReadonlySet<Change>,
  ): Promise<string>;
  /** Hands changes over to an agent that writes them itself. */
  handOver(changes: readonly Change[]): Promise<HandedOver>;
  /** The result of the last call. */
  readonly outcome: { readonly applied?: Applied; readonly failure?: ToolError };
  recover(): Promise<readonly string[]>;
  /** Whether the last recovery left no entry to windows that are still at work. */
  readonly isSettled: boolean;
  /** Recovers until nothing is left to look at. The sentences for the person are added to `told`. */
  recoveries(told: string[]): Recoveries;
}

export function openWindow(
  { world, machine }: { readonly world: World; readonly machine: Machine },
  name: string,
  { step = nothing, torn = nothing, watcher = nothing }: Steps = {},
  { save = 'exact', isLocal = true, recheck, ready = () => Promise.resolve(), ...texts }: WindowOptions = {},
): EngineWindow {
  const alive = machine.aliveStep(name, step);
  const journal = machine.journal(name, alive);
  const editor = editorOn(world, alive, machine.aliveStep(name, watcher), texts);
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
  const parts = { journal, ready, disk, log, recheck, saveModeFor: () => save };
  const applier = new JournalledApplier(parts);
  const call = { tool: 'redline_test', caller: userCaller, token: undefined, signal: new AbortController().signal };
  let outcome: EngineWindow['outcome'] = {};
  let isSettled = true;
  const codeOf = async (work: Promise<Applied>): Promise<string> => {
    try {
      outcome = { applied: await work };
      return 'applied';
    } catch (cause) {
      if (!(cause instanceof ToolError)) throw cause;
      outcome = { failure: cause };
      return cause.code;
    }
  };
  return {
    editor,
    journal,
    apply: (changes, signal = call.signal) => codeOf(applier.apply(changes, phrase('A call'), { ...call, signal })),
    handOver: (changes) => handOver(changes, phrase('A call'), call, parts),
    rollBack(changes, permissions = {}, verified = new Set()) {
      const about = { title: 'Undo', tool: revertTool, permissions };
      return codeOf(applier.run(changes, about, { isToolCall: false, verifiedChanges: verified }));
    },
    get outcome() {
      return outcome;
    },
    get isSettled() {
      return isSettled;
    },
    recoveries: (told) =>
      new Recoveries(journal, {
        disk,
        log,
        recheck,
        saveModeFor: () => save,
        showMessages(phrases) {
          told.push(...phrases.map(inEnglish));
          return told;
        },
      }),
    async recover() {
      await journal.refresh();
      const recovered = await recover(journal, { disk, log, recheck, saveModeFor: () => save });
      isSettled = recovered.isSettled;
      return recovered.messages.map(inEnglish);
    },
  };
}
