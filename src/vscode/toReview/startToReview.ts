// Starts To Review, the list of unreviewed changes. Its code is loaded once there is something to list, or when a
// command, a file of a diff or feedback for an agent needs it.

import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { FileQueue } from '../../tools/ports/ports.ts';
import type { TurnFeedback } from '../../tools/ports/agentPorts.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import type { World } from '../../tools/ports/world.ts';
import type { JournalledApplier } from '../apply/applier.ts';
import type { PathResolver } from '../files/paths/pathResolver.ts';
import { LazyFiles } from '../files/virtualFiles.ts';
import type { History } from '../history/callHistory.ts';
import type { Disk } from '../ports/localDisk.ts';
import type { Log } from '../shared/log.ts';
import type { CommandId } from '../shared/contributions/manifest.ts';
import { lazyCommands } from '../shared/contributions/commands.ts';
import { reviewScheme } from '../files/reviewUri.ts';

export interface ToReviewDeps {
  /** `start` starts Watch if it has not started; undefined if it cannot. `started` resolves once it has started. */
  readonly watch: { readonly start: () => Promise<Watch | undefined>; readonly started: Promise<Watch> };
  readonly history: History;
  readonly applier: Pick<JournalledApplier, 'run'>;
  readonly queue: FileQueue;
  readonly disk: Disk;
  readonly resolver: PathResolver;
  readonly log: Log;
  readonly workspaceState: vscode.Memento;
  readonly world: Pick<World, 'workspaceFor'>;
}

/**
 * Registers the commands and the virtual files of To Review, and shows its list once there is something to list.
 * @param commands all command ids of the manifest; those with `redline.toReview.` are registered here
 * @returns `feedback` loads what agents are told about the user's review
 */
export function startToReview(
  deps: ToReviewDeps,
  commands: readonly CommandId[],
): vscode.Disposable & { readonly feedback: () => Promise<TurnFeedback> } {
  const { history, log } = deps;
  const disposables: vscode.Disposable[] = [];
  // Now, since the code below may be loaded much later.
  const windowStart = Date.now();
  let watch: Watch | undefined;
  const getToReview = onceUntilFailure(async () =>
    (await import('./createToReview.ts')).createToReview(deps, windowStart),
  );
  const toReviewCommands = commands.filter((command) => command.startsWith('redline.toReview.'));
  const lazyView = lazyCommands(toReviewCommands, async () => {
    const { registerView } = await getToReview();
    return () => {
      disposables.push(registerView());
    };
  });
  const showIfNeeded = (): void => {
    if (isViewNeeded(history, watch))
      lazyView.ready().catch((cause: unknown) => log.error(`To Review cannot be shown: ${String(cause)}`));
  };
  showIfNeeded();
  void deps.watch.started.then((started) => {
    watch = started;
    disposables.push(started.onDidChange(showIfNeeded));
    showIfNeeded();
  });
  const files = new LazyFiles(async () => (await getToReview()).files);
  disposables.push(
    lazyView,
    vscode.workspace.registerFileSystemProvider(reviewScheme, files, { isReadonly: true }),
    history.onDidChange(showIfNeeded),
  );
  return {
    feedback: async () => (await getToReview()).feedback,
    dispose: () => vscode.Disposable.from(...disposables).dispose(),
  };
}

/** Whether there is something to list: changes that may need a review, or the reason why Watch is off. */
function isViewNeeded({ entries }: History, watch: Watch | undefined): boolean {
  const hasItems = entries.some(({ later }) => later === true) || (watch?.items().length ?? 0) > 0;
  return hasItems || watch?.status().some(({ state }) => state === 'off') === true;
}
