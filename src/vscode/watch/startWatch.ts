// Starts Watch in this window, and triggers its scans by events of the editor (agents' hooks trigger further ones).

import * as vscode from 'vscode';
import { contentsOfSides } from '../../core/journal/storedChange.ts';
import { subjectBelow } from '../../core/rules/subject.ts';
import { userCaller } from '../../tools/ports/caller.ts';
import type { OpenWatch } from '../../tools/ports/watchPort.ts';
import type { ReadGate } from '../gate/readGate.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import type { History } from '../history/callHistory.ts';
import type { Log } from '../shared/log.ts';
import type { WatchJournal } from './knownWrites.ts';
import { WindowWatch, type WindowWatchDeps } from './windowWatch.ts';

export interface StartWatchDeps {
  readonly open: OpenWatch;
  /** Storage folder of the workspace; each watched folder has its store in it. */
  readonly storage: vscode.Uri;
  readonly history: History;
  readonly resolver: PathResolver;
  readonly gate: ReadGate;
  readonly log: Log;
}

/** Time without file events after which a scan starts (debounce). */
const settleMs = 2000;
/** Maximum delay of a scan while events go on, such as events of a build in an ignored folder. */
const maxSettleMs = 20_000;

/** Watches the folders of the window until it is disposed. */
export function startWatch({ open, storage, history, resolver, gate, log }: StartWatchDeps): {
  readonly watch: WindowWatch;
  readonly dispose: () => void;
} {
  const journal = watchJournalOf(history, resolver);
  const createSecretTest = createSecretTestFactory(gate, resolver);
  const watch = new WindowWatch({ open, storage, journal, createSecretTest, log });
  const triggers = scanOnEditorEvents(watch);
  // The first scan, which takes the baseline if the store has none.
  void watch.refresh();
  return {
    watch,
    dispose: () => {
      triggers.dispose();
      watch.dispose();
    },
  };
}

/** Triggers scans on editor events. `refresh` scans all folders of the window, also those added since. */
function scanOnEditorEvents(watch: WindowWatch): vscode.Disposable {
  return vscode.Disposable.from(
    scanOnFileEvents(watch),
    scanOnTerminalCommands(watch),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) void watch.refresh();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => void watch.refresh()),
  );
}

/** Scans when files have changed, once the events settle. */
function scanOnFileEvents(watch: WindowWatch): vscode.Disposable {
  let settleTimer: ReturnType<typeof setTimeout> | undefined;
  let firstEventMs: number | undefined;
  const scanWhenSettled = (uri: vscode.Uri): void => {
    // Every git command changes files in `.git`, which are not watched.
    if (/\/\.git\//.test(uri.path)) return;
    clearTimeout(settleTimer);
    firstEventMs ??= Date.now();
    const delayMs = Math.max(0, Math.min(settleMs, firstEventMs + maxSettleMs - Date.now()));
    settleTimer = setTimeout(() => {
      firstEventMs = undefined;
      void watch.refresh();
    }, delayMs);
  };
  const files = vscode.workspace.createFileSystemWatcher('**/*');
  return vscode.Disposable.from(
    files,
    files.onDidCreate(scanWhenSettled),
    files.onDidChange(scanWhenSettled),
    files.onDidDelete(scanWhenSettled),
    { dispose: () => clearTimeout(settleTimer) },
  );
}

function scanOnTerminalCommands(watch: WindowWatch): vscode.Disposable {
  // To end the commands of a closed terminal, whose end VS Code does not report.
  const terminalByCommand = new Map<vscode.TerminalShellExecution, vscode.Terminal>();
  const endCommand = (command: vscode.TerminalShellExecution): void => {
    terminalByCommand.delete(command);
    watch.terminalCommandEnds(command);
    void watch.refresh();
  };
  return vscode.Disposable.from(
    vscode.window.onDidStartTerminalShellExecution(({ execution, terminal }) => {
      terminalByCommand.set(execution, terminal);
      watch.terminalCommandStarts(execution.commandLine.value, execution);
    }),
    vscode.window.onDidEndTerminalShellExecution(({ execution }) => endCommand(execution)),
    vscode.window.onDidCloseTerminal((closed) => {
      for (const [command, terminal] of terminalByCommand) if (terminal === closed) endCommand(command);
    }),
  );
}

/** The journal as Watch reads it, to recognize the writes of calls. */
function watchJournalOf(history: History, resolver: PathResolver): WatchJournal {
  return {
    entries: () => history.entries,
    refresh: () => history.refresh(),
    async bytesOf(entry, hash) {
      const side = entry.changes
        .flatMap(contentsOfSides)
        .find((content) => 'sha256' in content && content.sha256 === hash);
      if (side?.kind !== 'text' && side?.kind !== 'binary') return undefined;
      try {
        return (await history.contentOf(entry, side)).bytes;
      } catch {
        // Lost or damaged contents must not stop a scan.
        return undefined;
      }
    },
    canonicalUriOf: async (uri) => (await resolver.locate(resolver.pathOf(uri))).location.real,
  };
}

/**
 * A file is secret if the rules do not allow the user's own read without asking. A test applies the rules of the time
 * at which it was created.
 */
function createSecretTestFactory(gate: ReadGate, resolver: PathResolver): WindowWatchDeps['createSecretTest'] {
  return async ({ uri }) => {
    const resolved = await resolver.locate(resolver.pathOf(uri));
    // The port needs a signal; this read is never cancelled.
    const { signal } = new AbortController();
    const guard = gate.for({ tool: 'redline_read_file', caller: userCaller, token: undefined, signal });
    const readActionOf = guard.readAction(resolved);
    // Watch reads only files.
    const isFolder = false;
    return (path) => readActionOf(subjectBelow(resolved.subject, path, isFolder)) !== 'allow';
  };
}
