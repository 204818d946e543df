// Keeps the endpoint, by which agents outside the editor reach this window, open and announced. Retries failed steps.
import type { Endpoint, WindowFacts } from '../../tools/ports/agentPorts.ts';

export interface KeeperDeps {
  /** Opens the endpoint. @throws UnsafeFolderError, system errors */
  readonly open: (facts: WindowFacts) => Promise<Endpoint>;
  /** Facts to announce; undefined if agents may not reach this window. */
  readonly facts: () => WindowFacts | undefined;
  /** Called after each failed step; the next `renew` tries again. */
  readonly onFailure: (cause: unknown, circumstances: FailureCircumstances) => void;
}

export interface FailureCircumstances {
  /** Whether the last failure was the same, and nothing has succeeded since. */
  readonly isRepeated: boolean;
  /** Whether the last successful announcement covers all current folders, so that agents still find the window. */
  readonly isStillAnnounced: boolean;
}

/** Opens, announces and closes the endpoint. The steps of `renew` are serialized; `close` takes effect at once. */
export class EndpointKeeper {
  readonly #deps: KeeperDeps;
  #endpoint: Endpoint | undefined;
  /** Folders in the last announcement that succeeded. */
  #announcedFolders: readonly string[] = [];
  #lastStep: Promise<void> = Promise.resolve();
  /** Key of the last failure; undefined after a success. */
  #lastFailureKey: string | undefined;
  #isClosed = false;

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** Opens, announces or closes the endpoint by the current facts. Resolves once that is done, or has failed. */
  renew(): Promise<void> {
    this.#lastStep = this.#lastStep
      .then(() => this.#applyFacts())
      .then(
        () => void (this.#lastFailureKey = undefined),
        (cause: unknown) => this.#reportFailure(cause),
      );
    return this.#lastStep;
  }

  /** Switches the gate on for folders. Resolves to false if the endpoint is not open, so that nothing was done. */
  async turnGateOn(folders: readonly string[]): Promise<boolean> {
    const endpoint = this.#endpoint;
    await endpoint?.turnGateOn(folders);
    return endpoint !== undefined;
  }

  /** Closes the endpoint for good, synchronously. */
  close(): void {
    this.#isClosed = true;
    this.#closeEndpoint();
  }

  async #applyFacts(): Promise<void> {
    const facts = this.#isClosed ? undefined : this.#deps.facts();
    if (facts === undefined) return this.#closeEndpoint();
    if (this.#endpoint === undefined) this.#endpoint = await this.#deps.open(facts);
    else await this.#endpoint.announce(facts);
    this.#announcedFolders = facts.folders;
    // `close` was called while it was opening.
    if (this.#isClosed) this.#closeEndpoint();
  }

  #isStillAnnounced(): boolean {
    const folders = this.#deps.facts()?.folders ?? [];
    return this.#endpoint !== undefined && folders.every((folder) => this.#announcedFolders.includes(folder));
  }

  #closeEndpoint(): void {
    this.#endpoint?.close();
    this.#endpoint = undefined;
  }

  #reportFailure(cause: unknown): void {
    const key = failureKey(cause);
    this.#deps.onFailure(cause, {
      isRepeated: key === this.#lastFailureKey,
      isStillAnnounced: this.#isStillAnnounced(),
    });
    this.#lastFailureKey = key;
  }
}

/**
 * Key to deduplicate warnings: the code of a system error, whose message may name another file each time; else the
 * message.
 */
function failureKey(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
