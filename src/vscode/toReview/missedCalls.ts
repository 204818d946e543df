// Stores the ids of calls that Watch has not seen in the workspace state, so that the next window lists them, too.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';

const storageKey = 'toReview.missed';

export class MissedCalls {
  readonly #storage: vscode.Memento;
  #ids: ReadonlySet<string>;

  constructor(memory: vscode.Memento) {
    this.#storage = memory;
    const read = z.array(z.string()).safeParse(memory.get<unknown>(storageKey, []));
    this.#ids = new Set(read.success ? read.data : []);
  }

  /** Ids of history entries. */
  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  set(ids: ReadonlySet<string>): void {
    if (ids.size === this.#ids.size && [...ids].every((id) => this.#ids.has(id))) return;
    this.#ids = ids;
    void this.#storage.update(storageKey, [...ids]);
  }
}
