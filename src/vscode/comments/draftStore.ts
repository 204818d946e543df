// Stores unsent comments (drafts) in the workspace state, so that the window after a reload can offer their texts.

import type * as vscode from 'vscode';
import * as z from 'zod/mini';
import { draftText, type Draft } from '../../core/comments/draft.ts';
import { offerLost } from './unsentComments.ts';

/**
 * Stores the drafts of this window under one key of the workspace state. Keeps those of the previous window until the
 * user has closed the notification that offers them.
 */
export class DraftStore {
  readonly #memento: vscode.Memento;
  readonly #key: string;
  #previousTexts: readonly string[];
  #ownTexts: readonly string[] = [];

  constructor(memento: vscode.Memento, key: string) {
    this.#memento = memento;
    this.#key = key;
    const read = z.array(z.string()).safeParse(memento.get<unknown>(key, []));
    this.#previousTexts = read.success ? read.data : [];
  }

  /** Reports the drafts of the previous window, if there are any, offers their texts, and then removes them. */
  async offerLostDrafts(): Promise<void> {
    await offerLost(this.#previousTexts);
    this.#previousTexts = [];
    this.#save();
  }

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
