// Serializes the scans of one watched folder, and remembers why the last one failed.

import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { toToolError } from '../../core/wording/errors.ts';
import type { FolderWatch, WriteAttribution } from '../../tools/ports/watchPort.ts';

/** `onChange` and `onFailure` must not throw: the scan would reject, and no later one would run. */
export interface FolderScansDeps {
  /** Opens the store of the folder; called once, and again after a failure. */
  readonly open: () => Promise<FolderWatch>;
  /** Collects what is known about the writes in the folder; called right before each scan. */
  readonly attribution: () => Promise<WriteAttribution>;
  /** Called when items, steps or the failure have changed. */
  readonly onChange: () => void;
  /** Called when a scan fails, unless the one before failed with the same message. */
  readonly onFailure: (cause: unknown) => void;
}

/** The scans of one folder: one at a time, and at most one more is queued. */
export class FolderScans {
  readonly #deps: FolderScansDeps;
  readonly #open: () => Promise<FolderWatch>;
  /** The scan that has not started yet; every request shares it. Undefined once it starts. */
  #queuedScan: Promise<void> | undefined;
  #lastScan: Promise<void> = Promise.resolve();
  #isDisposed = false;
  /** May be open before a scan makes it the `watch`: by `listsChanges`. */
  #opened: FolderWatch | undefined;
  /** Read-only for others. Undefined until the first scan has opened it, and after disposal. */
  watch: FolderWatch | undefined;
  /** Read-only for others. The reason why the last scan failed, for the user; undefined if it did not. */
  failure: string | undefined;

  constructor(deps: FolderScansDeps) {
    this.#deps = deps;
    this.#open = onceUntilFailure(async () => {
      this.#opened = await deps.open();
      if (this.#isDisposed) this.#opened.dispose();
      return this.#opened;
    });
  }

  /** Resolves once a scan that started after the call has ended, successfully or not. */
  scan(): Promise<void> {
    this.#queuedScan ??= this.#lastScan.then(() => {
      this.#queuedScan = undefined;
      this.#lastScan = this.#scanOnce();
      return this.#lastScan;
    });
    return this.#queuedScan;
  }

  /**
   * Whether the scans list all changes since before this call. If there is no baseline yet, waits for the first scan,
   * so that the next call returns true. Returns false at once after disposal, and while `failure` is set. Never rejects.
   */
  async listsChanges(): Promise<boolean> {
    if (this.#isDisposed || this.failure !== undefined) return false;
    const hadBaseline = await this.#open().then(
      ({ hasBaseline }) => hasBaseline,
      () => false,
    );
    if (!hadBaseline) await this.scan();
    return hadBaseline;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#opened?.dispose();
    this.watch = undefined;
  }

  async #scanOnce(): Promise<void> {
    if (this.#isDisposed) return;
    const stateBefore = this.#state();
    try {
      const watch = await this.#open();
      if (this.#isDisposed) return;
      this.watch = watch;
      await watch.scan(await this.#deps.attribution());
      this.failure = undefined;
    } catch (cause) {
      const { message } = toToolError(cause, 'Watch');
      if (message !== this.failure) this.#deps.onFailure(cause);
      this.failure = message;
    }
    const hasChanged = this.#state().some((value, index) => value !== stateBefore[index]);
    if (hasChanged) this.#deps.onChange();
  }

  /** The observable state, compared by identity. */
  #state(): readonly unknown[] {
    return [this.watch?.items, this.watch?.steps, this.failure];
  }
}
