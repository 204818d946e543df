// Opens, announces and closes the endpoint, by which agents outside the editor reach this window: as its settings and
// folders change, and when it gets the focus.
import * as vscode from 'vscode';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { UnsafeFolderError } from '../../core/endpoint/redlineHome.ts';
import { diskFolders } from '../files/paths/workspaceRoots.ts';
import { setting } from '../shared/contributions/settings.ts';
import type { AgentWindow, OpenEndpoint, WindowFacts } from '../../tools/ports/agentPorts.ts';
import type { GateOffView } from './gateOffView.ts';
import type { Log } from '../shared/log.ts';
import { formatTrace } from '../../core/wording/errors.ts';
import { notify } from '../messages/notify.ts';
import { EndpointKeeper, type FailureCircumstances } from './endpointKeeper.ts';

/** The services that the extension passes to the endpoint. */
export interface EndpointDeps {
  /** Opens the endpoint: code for Node, which a browser does not have. */
  readonly open: OpenEndpoint;
  /** Answers agents in this window. `gateOff`, which shows the switched-off gate, is added here. */
  readonly window: Omit<AgentWindow, 'gateOff'>;
  /** The extension whose version is announced to agents, and whose `dist` folder has the code that they start. */
  readonly extension: vscode.Extension<unknown>;
  readonly log: Log;
}

/** Makes this window reachable for agents outside the editor, while the setting is on and a folder on disk is open. */
export function startEndpoint({ open, window, extension, log }: EndpointDeps): vscode.Disposable {
  // 0 if the window never had the focus: agents prefer the window that had it last.
  let focusedAtMs = vscode.window.state.focused ? Date.now() : 0;
  // Shows where the gate, the review of agents' own edits, is off. The view and the keeper use each other, but only after
  // both exist: the view at a click, the keeper once agents can connect.
  const gateOffView = lazyGateOffView((folders) => keeper.turnGateOn(folders), log);
  const { fsPath: distFolder } = vscode.Uri.joinPath(extension.extensionUri, 'dist');
  const keeper = new EndpointKeeper({
    open: (facts) => open({ ...window, gateOff: gateOffView.show }, facts, distFolder),
    facts: () => readWindowFacts(extension, focusedAtMs),
    onFailure: (cause, circumstances) => reportFailure(log, cause, circumstances),
  });
  void keeper.renew();
  const listeners = [
    vscode.workspace.onDidChangeWorkspaceFolders(() => void keeper.renew()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('redline.agents') || change.affectsConfiguration('redline.gate'))
        void keeper.renew();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (!focused) return;
      focusedAtMs = Date.now();
      void keeper.renew();
    }),
  ];
  return {
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      gateOffView.dispose();
      keeper.close();
    },
  };
}

/** Creates a view, loaded at first use, of the folders where the gate is off. */
function lazyGateOffView(
  turnOn: (folders: readonly string[]) => Promise<boolean>,
  log: Log,
): { readonly show: (folders: readonly string[]) => void; readonly dispose: () => void } {
  let view: GateOffView | undefined;
  let isDisposed = false;
  const load = onceUntilFailure(async () => {
    const { GateOffView } = await import('./gateOffView.ts');
    return (view = new GateOffView(turnOn));
  });
  return {
    show: (folders) => {
      void load().then(
        (loaded) => (isDisposed ? loaded.dispose() : loaded.show(folders)),
        (cause: unknown) => log.error(`The switched-off gate could not be shown: ${formatTrace(cause)}`),
      );
    },
    dispose: () => {
      isDisposed = true;
      view?.dispose();
    },
  };
}

/** Facts to announce; undefined if agents may not reach this window. */
function readWindowFacts(extension: vscode.Extension<unknown>, focusedAtMs: number): WindowFacts | undefined {
  const folders = diskFolders();
  if (setting('agents.enabled') !== true || folders.length === 0) return undefined;
  const manifest: { readonly version: string } = extension.packageJSON;
  return {
    folders: folders.map(({ uri }) => uri.fsPath),
    version: manifest.version,
    focusedAt: focusedAtMs,
    worktrees: setting('agents.worktrees') === true,
    whenAway: setting('gate.whenAway') === 'deny' ? 'deny' : 'agent',
  };
}

function reportFailure(log: Log, cause: unknown, { isRepeated, isStillAnnounced }: FailureCircumstances): void {
  const isSolvableByUser = cause instanceof UnsafeFolderError;
  const problem = isStillAnnounced
    ? 'This window could not be announced again'
    : 'Agents outside the editor cannot reach this window';
  log.error(`${problem}: ${formatTrace(cause)}`);
  // Agents still find a window that is announced, so notify only of a problem that the user can solve.
  if (isRepeated || (isStillAnnounced && !isSolvableByUser)) return;
  const causeText = cause instanceof Error ? cause.message : String(cause);
  // Unlike the log, does not tell a first announcement from a later one, which an unsafe folder may have lost.
  const message = isSolvableByUser
    ? vscode.l10n.t('Agents outside the editor cannot reach this window. {0}', causeText)
    : vscode.l10n.t(
        'Agents outside the editor cannot reach this window: {0}. This is tried again when the window gets the focus.',
        causeText,
      );
  void notify('Warning', `Redline: ${message}`);
}
