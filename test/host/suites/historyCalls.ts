// Calls in a history, for tests of the list of changes to review.

import * as vscode from 'vscode';
import type { JournalEntry } from '../../../src/core/journal/journalEntry.ts';
import type { Watch } from '../../../src/tools/ports/watchPort.ts';
import type { History } from '../../../src/vscode/history/callHistory.ts';
import { CombinedWatch } from '../../../src/vscode/toReview/combinedWatch.ts';
import { LaterCalls } from '../../../src/vscode/toReview/later/laterCalls.ts';

export const rootUri = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file('/');
const uri = vscode.Uri.joinPath(rootUri, 'a.txt').toString();
/** The file that the calls change. */
export const file = { uri, path: 'a.txt', real: uri };

export const workspaceState: vscode.Memento = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };

export const storedText = (letter: string) => ({ kind: 'text', encoding: 'utf8', sha256: letter.repeat(64) }) as const;

/** A call, to be reviewed later, that changes the file from one letter to the other. */
export function laterCall(from: string, to: string): JournalEntry {
  return {
    version: 2,
    id: `${from}${to}`,
    time: '2026-01-01T00:00:00.000Z',
    title: 'A call',
    tool: 'redline_test',
    state: 'applied',
    later: true,
    bytes: 0,
    changes: [{ kind: 'update', at: file, before: storedText(from), after: storedText(to), mode: undefined }],
  };
}

/** The calls of a history of which nothing but its entries can be read, unless `contentOf` says otherwise. */
export function laterCallsOf(
  entries: readonly JournalEntry[],
  contentOf: History['contentOf'] = () => Promise.reject(new Error('is not read')),
): LaterCalls {
  const history = {
    entries,
    contentOf,
    refresh: () => Promise.resolve(),
    pin: () => () => undefined,
    onDidChange: () => ({ dispose: () => undefined }),
  };
  return new LaterCalls({ history, workspaceState });
}

/** The list of these calls and of what `disk` lists, which never starts if omitted. */
export function combineWatch(later: LaterCalls, disk: Promise<Watch> = new Promise(() => undefined)): CombinedWatch {
  return new CombinedWatch(later, { watch: { start: () => disk, started: disk }, workspaceState }, 0);
}
