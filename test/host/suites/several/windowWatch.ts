import * as vscode from 'vscode';
import type { JournalEntry } from '../../../../src/core/journal/journalEntry.ts';
import type { OpenWatch } from '../../../../src/tools/ports/watchPort.ts';
import { WindowWatch } from '../../../../src/vscode/watch/windowWatch.ts';

/** Watch of the window's folders, with a journal that has only `entries`, and no secret files. */
export function createWindowWatch(open: OpenWatch, storage: string, entries: readonly JournalEntry[]): WindowWatch {
  const ignore = (): void => undefined;
  return new WindowWatch({
    open,
    storage: vscode.Uri.file(storage),
    journal: {
      entries: () => entries,
      refresh: () => Promise.resolve(),
      bytesOf: () => Promise.resolve(undefined),
      canonicalUriOf: async (uri) => uri.toString(),
    },
    createSecretTest: async () => () => false,
    log: { info: ignore, warn: ignore, error: ignore },
  });
}
