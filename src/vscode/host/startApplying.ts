// Assembles the journal, the applier and the history, and recovers the calls that dead windows left unfinished.

import * as vscode from 'vscode';
import { phrase, type Phrase } from '../../core/wording/phrase.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import type { FileQueue } from '../../tools/ports/ports.ts';
import type { Processes } from '../../tools/ports/diskPorts.ts';
import { JournalledApplier } from '../apply/applier.ts';
import { Claims, Lease } from '../journal/lease.ts';
import { openStorage, type OpenLocalStorage } from '../journal/editorStorage.ts';
import { Journal } from '../journal/journal.ts';
import { storageFolders } from '../journal/storageFolders.ts';
import type { Disk, LocalDisk } from '../ports/localDisk.ts';
import { vscodeEditor } from '../documents/vscodeEditor.ts';
import type { PathRecheck } from '../apply/pathRecheck.ts';
import type { Recoveries, RecoveriesDeps } from '../apply/recoveries.ts';
import { historyLimits, saveMode } from '../shared/contributions/settings.ts';
import { decodeText } from '../files/codec.ts';
import { History } from '../history/callHistory.ts';
import type { Log } from '../shared/log.ts';
import { translate } from '../shared/translate.ts';
import { notify } from '../messages/notify.ts';

export interface ApplyingDeps {
  /** The folder of the journal. */
  readonly storage: vscode.Uri;
  readonly platform: LocalDisk & { readonly processes?: Processes; readonly storageFolder?: OpenLocalStorage };
  readonly log: Log;
  readonly queue: FileQueue;
  /** Checks right before each write that a path still leads to the file that was judged; without it, nothing does. */
  readonly recheck?: PathRecheck;
}

export interface Applying extends vscode.Disposable {
  readonly applier: JournalledApplier;
  readonly history: History;
  /**
   * Resolves once interrupted calls are recovered, with the messages that the user was shown. Rejects if the journal
   * cannot be read; the next call then tries again.
   */
  readonly ready: () => Promise<readonly string[]>;
}

/** Starts reading the journal and recovering interrupted calls, for which new calls wait (`ready`). */
export function startApplying({ storage, platform, log, queue, recheck }: ApplyingDeps): Applying {
  const journalFolder = openStorage(storage, platform.storageFolder);
  const disk: Disk = { ...platform, editor: vscodeEditor };
  const lease = new Lease(journalFolder, platform.processes);
  const claims = new Claims(journalFolder, lease);
  const changeEmitter = new vscode.EventEmitter<void>();
  const onChange = (): void => changeEmitter.fire();
  const journalDeps = {
    storage: journalFolder,
    lease,
    claims,
    log,
    getLimits: historyLimits,
    decode: decodeText,
    onChange,
  };
  const journal = new Journal(journalDeps);
  const engineDeps = { disk, log, recheck, saveModeFor: saveMode };
  const recovery = startRecovery(journal, engineDeps, () => journalFolder.prepare(storageFolders));
  const { ready } = recovery;
  ready().catch(logReadFailure(log));
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    // Another window of the workspace may have changed the history, or died during a call.
    if (focused) recovery.refresh().catch(logReadFailure(log));
  });
  const applier = new JournalledApplier({ ...engineDeps, journal, ready });
  const dispose = (): void => {
    recovery.dispose();
    focus.dispose();
  };
  const history = new History({ journal, applier, queue, disk, ready, onDidChange: changeEmitter.event });
  return { applier, history, ready, dispose };
}

/**
 * Reads the journal and recovers interrupted calls: first by `ready`, then by each `refresh`.
 * @param prepareFolder creates the folders of the journal
 */
function startRecovery(
  journal: Journal,
  engineDeps: Omit<RecoveriesDeps, 'showMessages'>,
  prepareFolder: () => Promise<unknown>,
): Pick<Applying, 'ready' | 'dispose'> & { readonly refresh: () => Promise<void> } {
  let recoveries: Recoveries | undefined;
  const recoverUnfinished = async (): Promise<readonly string[]> => {
    if (journal.unfinished.length === 0) return [];
    const loaded = await import('../apply/recoveries.ts');
    recoveries ??= new loaded.Recoveries(journal, { ...engineDeps, showMessages });
    return recoveries.run();
  };
  const ready = onceUntilFailure(async () => {
    await prepareFolder();
    const damaged = await journal.refresh();
    if (damaged.length > 0) showMessages([phrase('{0} damaged history entries were set aside.', damaged.length)]);
    const messages = await recoverUnfinished();
    void journal.removeLeftovers().catch(logReadFailure(engineDeps.log));
    return messages;
  });
  const refresh = async (): Promise<void> => {
    await ready();
    await journal.refresh();
    // Saves again what could not be saved as finished before, so that no recovery rolls it back.
    await journal.saveFinished();
    await recoverUnfinished();
  };
  return { ready, refresh, dispose: () => recoveries?.dispose() };
}

function logReadFailure(log: Log): (cause: unknown) => void {
  return (cause) => log.error(`The history could not be read: ${formatTrace(cause)}`);
}

function showMessages(messages: readonly Phrase[]): readonly string[] {
  const texts = messages.map(translate);
  if (texts.length > 0) void notify('Warning', `Redline: ${texts.join(' ')}`);
  return texts;
}
