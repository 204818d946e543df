import * as vscode from 'vscode';
import type { FileQueue } from '../tools/ports.ts';
import { JournalledApplier } from './apply/applier.ts';
import type { PlaceCheck } from './apply/placeCheck.ts';
import { Journal } from './apply/journal.ts';
import type { LocalDisk } from './apply/localDisk.ts';
import { recover } from './apply/recover.ts';
import { History } from './history.ts';
import type { Log } from './log.ts';
import { plainText } from './plainText.ts';

export interface ApplyingParts {
  /** Where the journal is kept. */
  readonly storage: vscode.Uri;
  readonly platform: LocalDisk;
  readonly log: Log;
  readonly queue: FileQueue;
  readonly places?: PlaceCheck;
}

export interface Applying {
  readonly applier: JournalledApplier;
  readonly history: History;
}

/** Reads the journal, ends what was cut off in it and tells the person; calls wait for that. */
export function startApplying({ storage, platform, log, queue, places }: ApplyingParts): Applying {
  const journal = new Journal(storage, log);
  const ready = prepare(platform, journal).then(() => recover(journal, { disk: platform, log, places }));
  ready.then(tellRecovered, (cause: unknown) => log.error(`The history could not be read: ${String(cause)}`));
  const check = places === undefined ? {} : { places };
  const applier = new JournalledApplier({ journal, ready, platform, log, ...check });
  return { applier, history: new History({ journal, applier, queue, platform, ready }) };
}

async function prepare({ files }: LocalDisk, journal: Journal): Promise<void> {
  await files?.ready();
  await journal.load();
}

function tellRecovered(sentences: readonly string[]): void {
  if (sentences.length > 0) void vscode.window.showWarningMessage(plainText(`Redline: ${sentences.join(' ')}`));
}
