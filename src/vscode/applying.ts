import * as vscode from 'vscode';
import { fileSystem } from './fileSystem.ts';
import { retried } from '../core/retried.ts';
import { traceOf } from '../core/trace.ts';
import type { FileQueue } from '../tools/fileQueue.ts';
import type { Processes } from '../tools/ports.ts';
import { JournalledApplier } from './apply/applier.ts';
import { Blobs } from './apply/blobs.ts';
import { Claims } from './apply/claims.ts';
import { Journal } from './apply/journal.ts';
import type { LocalDisk } from './apply/localDisk.ts';
import { Owner } from './apply/owner.ts';
import type { PlaceCheck } from './apply/placeCheck.ts';
import { recover } from './apply/recover.ts';
import { History } from './history.ts';
import type { Log } from './log.ts';
import { plainText } from './plainText.ts';

export interface ApplyingParts {
  /** Where the journal is kept. */
  readonly storage: vscode.Uri;
  readonly platform: LocalDisk & { readonly processes?: Processes };
  readonly log: Log;
  readonly queue: FileQueue;
  readonly places?: PlaceCheck;
}

export interface Applying extends vscode.Disposable {
  readonly applier: JournalledApplier;
  readonly history: History;
  /** Resolves when what was cut off is ended, with a sentence for the person about each; tries again after a failure. */
  readonly ready: () => Promise<readonly string[]>;
}

/** So often, in milliseconds, it is looked whether another window still is at work on a step that it had begun. */
const lookAgain = 10_000;

/** Reads the journal, ends what was cut off in it and tells the person; calls wait for that. */
export function startApplying({ storage, platform, log, queue, places }: ApplyingParts): Applying {
  const at = (name: string): vscode.Uri => vscode.Uri.joinPath(storage, name);
  const owner = new Owner(at('owners'), platform.processes);
  const claims = new Claims(at('claims'), owner, platform);
  const journal = new Journal({ folder: at('journal'), blobs: new Blobs(at('blobs')), owner, claims, log });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const endOthers = async (): Promise<readonly string[]> => {
    const { told, underWay } = await recover(journal, { disk: platform, log, places });
    tell(told);
    if (underWay) timer = setTimeout(() => void lookAround().catch(logIt), lookAgain);
    return told;
  };
  const prepare = async (): Promise<readonly string[]> => {
    await platform.files?.ready();
    for (const name of ['journal', 'blobs', 'owners', 'claims']) await fileSystem.createDirectory(at(name));
    const damaged = await journal.refresh();
    if (damaged.length > 0) tell([vscode.l10n.t('{0} damaged entries of the history were set aside.', damaged.length)]);
    return endOthers();
  };
  const lookAround = async (): Promise<void> => {
    clearTimeout(timer);
    await journal.refresh();
    await endOthers();
  };
  const logIt = (cause: unknown): void => log.error(`The history could not be read: ${traceOf(cause)}`);
  const ready = retried(prepare);
  ready().catch(logIt);
  const focus = vscode.window.onDidChangeWindowState(({ focused }) => {
    // Another window of the workspace may have added to the history, or be gone in the middle of a call.
    if (focused)
      ready()
        .then(() => journal.refresh(), logIt)
        .catch(logIt);
  });
  const applier = new JournalledApplier({ journal, ready, platform, log, ...(places === undefined ? {} : { places }) });
  const dispose = (): void => {
    clearTimeout(timer);
    focus.dispose();
  };
  return { applier, history: new History({ journal, applier, queue, platform, ready }), ready, dispose };
}

function tell(sentences: readonly string[]): void {
  if (sentences.length > 0) void vscode.window.showWarningMessage(plainText(`Redline: ${sentences.join(' ')}`));
}
