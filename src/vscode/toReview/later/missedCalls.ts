// Stores, in the workspace state, the ids of calls that Watch has not seen, so that the next window lists them, too.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';

const storageKey = 'toReview.missed';

/** Ids of history entries whose changes Watch has not seen. */
export class MissedCalls {
  readonly #storage: vscode.Memento;
  #ids: ReadonlySet<string>;

  constructor(storage: vscode.Memento) {
    this.#storage = storage;
    const read = z.array(z.string()).safeParse(storage.get<unknown>(storageKey, []));
    this.#ids = new Set(read.success ? read.data : []);
  }

  get ids(): ReadonlySet<string> {
    return this.#ids;
  }

  set(ids: ReadonlySet<string>): void {
    if (ids.size === this.#ids.size && [...ids].every((id) => this.#ids.has(id))) return;
    this.#ids = ids;
    void this.#storage.update(storageKey, [...ids]);
  }
}
