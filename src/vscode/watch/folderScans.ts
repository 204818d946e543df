// Scans one folder, one scan after the other.

import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import { toToolError } from '../../core/wording/errors.ts';
import type { FolderWatch, WriteAttribution } from '../../tools/ports/watchPort.ts';

export interface FolderScansDeps {
  readonly open: () => Promise<FolderWatch>;
  readonly attribution: () => Promise<WriteAttribution>;
  /** Called when items, steps or the failure have changed. */
  readonly changed: () => void;
  readonly failed: (cause: unknown) => void;
}

export class FolderScans {
  readonly #deps: FolderScansDeps;
  readonly #open: () => Promise<FolderWatch>;
  /** The scan that has not started yet, shared by all who request one meanwhile. */
  #next: Promise<void> | undefined;
  #last: Promise<void> = Promise.resolve();
  #isDisposed = false;
  watch: FolderWatch | undefined;
  /** The reason why the folder is not watched, for the user. */
  failure: string | undefined;

  constructor(deps: FolderScansDeps) {
    this.#deps = deps;
    this.#open = onceUntilFailure(deps.open);
  }

  /** Resolves once a scan that started after the call has ended, successfully or not. */
  scan(): Promise<void> {
    this.#next ??= this.#last.then(() => {
      this.#next = undefined;
      this.#last = this.#look();
      return this.#last;
    });
    return this.#next;
  }

  dispose(): void {
    this.#isDisposed = true;
    this.watch?.dispose();
    this.watch = undefined;
  }

  async #look(): Promise<void> {
    if (this.#isDisposed) return;
    const before = [this.watch?.items, this.watch?.steps, this.failure];
    try {
      const watch = await this.#open();
      if (this.#isDisposed) return watch.dispose();
      this.watch = watch;
      await watch.scan(await this.#deps.attribution());
      this.failure = undefined;
    } catch (cause) {
      const { message } = toToolError(cause, 'Watch');
      if (message !== this.failure) this.#deps.failed(cause);
      this.failure = message;
    }
    const after = [this.watch?.items, this.watch?.steps, this.failure];
    if (after.some((each, index) => each !== before[index])) this.#deps.changed();
  }
}
