// Opens and closes the endpoint as the settings and folders change.
import * as vscode from 'vscode';
import { setting } from '../shared/settings.ts';
import type { AgentWindow, Endpoint, OpenEndpoint, WindowFacts } from '../../tools/ports/agentPorts.ts';
import type { GateOff } from './gateOff.ts';
import type { Log } from '../shared/log.ts';
import { formatTrace } from '../../core/wording/trace.ts';
import { notify } from '../files/notify.ts';

export interface EndpointDeps {
  readonly open: OpenEndpoint;
  readonly window: Omit<AgentWindow, 'gateOff'>;
  readonly extension: vscode.Extension<unknown>;
  readonly log: Log;
}

/** Makes this window reachable for agents outside the editor, while the setting is on and a folder on disk is open. */
export function startEndpoint(deps: EndpointDeps): vscode.Disposable {
  const keeper = new EndpointKeeper(deps);
  keeper.renew();
  const listeners = [
    vscode.workspace.onDidChangeWorkspaceFolders(() => keeper.renew()),
    vscode.workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration('redline.agents') || change.affectsConfiguration('redline.gate')) keeper.renew();
    }),
    vscode.window.onDidChangeWindowState(({ focused }) => {
      if (focused) keeper.focus();
    }),
  ];
  return {
    dispose: () => {
      for (const listener of listeners) listener.dispose();
      keeper.close();
    },
  };
}

/** Opens, announces and closes the endpoint; these steps are serialized. */
class EndpointKeeper {
  readonly #deps: EndpointDeps;
  #endpoint: Endpoint | undefined;
  #focusedAtMs = vscode.window.state.focused ? Date.now() : 0;
  #lastStep: Promise<void> = Promise.resolve();
  /** The last warning, to suppress the same one at the next focus. */
  #lastWarning = '';
  #isClosed = false;
  #gateOffView: Promise<GateOff> | undefined;

  constructor(deps: EndpointDeps) {
    this.#deps = deps;
  }

  renew(): void {
    this.#lastStep = this.#lastStep
      .then(() => this.#applySettings())
      .catch((cause: unknown) => this.#reportFailure(cause));
  }

  async #applySettings(): Promise<void> {
    const facts = this.#isClosed ? undefined : this.#windowFacts();
    if (facts === undefined) return this.#closeEndpoint();
    if (this.#endpoint !== undefined) return this.#endpoint.announce(facts);
    const { fsPath } = vscode.Uri.joinPath(this.#deps.extension.extensionUri, 'dist');
    const window = { ...this.#deps.window, gateOff: (folders: readonly string[]) => this.#showGateOff(folders) };
    this.#endpoint = await this.#deps.open(window, facts, fsPath);
    // Disposed while it was opening.
    if (this.#isClosed) this.#closeEndpoint();
  }

  focus(): void {
    this.#focusedAtMs = Date.now();
    if (this.#endpoint !== undefined) this.renew();
  }

  close(): void {
    this.#isClosed = true;
    void this.#gateOffView?.then((shown) => shown.dispose());
    this.#closeEndpoint();
  }

  #closeEndpoint(): void {
    this.#endpoint?.close();
    this.#endpoint = undefined;
  }

  #showGateOff(folders: readonly string[]): void {
    this.#gateOffView ??= import('./gateOff.ts').then(
      ({ GateOff }) => new GateOff(async (off) => this.#endpoint?.turnGateOn(off)),
    );
    void this.#gateOffView.then((shown) => shown.show(folders));
  }

  /** Facts to announce; undefined if agents may not reach this window. */
  #windowFacts(): WindowFacts | undefined {
    const folders = (vscode.workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
    if (setting('agents.enabled') !== true || folders.length === 0) return undefined;
    const manifest: { readonly version: string } = this.#deps.extension.packageJSON;
    return {
      folders: folders.map(({ uri }) => uri.fsPath),
      version: manifest.version,
      focusedAt: this.#focusedAtMs,
      worktrees: setting('agents.worktrees') === true,
      whenAway: setting('gate.whenAway') === 'deny' ? 'deny' : 'agent',
    };
  }

  #reportFailure(cause: unknown): void {
    this.#deps.log.error(`Agents outside the editor cannot reach this window: ${formatTrace(cause)}`);
    if (!(cause instanceof Error) || cause.name !== 'UnsafeFolderError' || cause.message === this.#lastWarning) return;
    this.#lastWarning = cause.message;
    const message = vscode.l10n.t('Agents outside the editor cannot reach this window. {0}', cause.message);
    void notify('Warning', `Redline: ${message}`);
  }
}
