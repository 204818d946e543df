// Stores unsent comments in the workspace state, so that the window after a reload can offer them.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { draftText, type Draft } from '../../core/comments/draft.ts';
import { offerLost } from './unsentComments.ts';

/** Stores drafts under one key. Keeps those of the previous window until the user has answered the notification. */
export class DraftStore {
  readonly #memento: vscode.Memento;
  readonly #key: string;
  /** Drafts of the previous window. */
  #previousTexts: readonly string[];
  /** Unsent comments of this window. */
  #ownTexts: readonly string[] = [];

  constructor(memento: vscode.Memento, key: string) {
    this.#memento = memento;
    this.#key = key;
    const read = z.array(z.string()).safeParse(memento.get<unknown>(key, []));
    this.#previousTexts = read.success ? read.data : [];
  }

  /** Reports the unsent comments of the previous window, if there are any, and offers their texts. */
  async offerLostDrafts(): Promise<void> {
    await offerLost(this.#previousTexts);
    this.#previousTexts = [];
    this.#save();
  }

  /** Stores all unsent comments of this window. */
  set(drafts: readonly Draft[]): void {
    const draftTexts = drafts.map(draftText);
    const isUnchanged =
      draftTexts.length === this.#ownTexts.length && draftTexts.every((text, index) => text === this.#ownTexts[index]);
    if (isUnchanged) return;
    this.#ownTexts = draftTexts;
    this.#save();
  }

  #save(): void {
    const draftTexts = [...this.#previousTexts, ...this.#ownTexts];
    void this.#memento.update(this.#key, draftTexts.length === 0 ? undefined : draftTexts);
  }
}
