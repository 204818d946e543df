// Keeps the words of comments that were not sent, with the workspace: the window that follows a reload tells of them.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import type { Draft } from '../../core/comments/draft.ts';
import { offerLost } from './openBoxes.ts';

export class KeptDrafts {
  readonly #memory: vscode.Memento;
  readonly #key: string;
  /** Those of the window before, until the person has answered what they are told of them. */
  #lost: readonly string[];
  #own: readonly string[] = [];

  constructor(memory: vscode.Memento, key: string) {
    this.#memory = memory;
    this.#key = key;
    const read = z.array(z.string()).safeParse(memory.get<unknown>(key, []));
    this.#lost = read.success ? read.data : [];
  }

  /** Tells of the words that the window before did not send, if there are any, and offers them. */
  async tellLost(): Promise<void> {
    await offerLost(this.#lost);
    this.#lost = [];
    this.#keep();
  }

  /** All comments of this window that are not sent. */
  set(drafts: readonly Draft[]): void {
    const own = drafts.map(({ path, words }) => `${path}: ${words}`);
    if (own.length === this.#own.length && own.every((words, index) => words === this.#own[index])) return;
    this.#own = own;
    this.#keep();
  }

  #keep(): void {
    const all = [...this.#lost, ...this.#own];
    void this.#memory.update(this.#key, all.length === 0 ? undefined : all);
  }
}
