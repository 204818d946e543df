// Stores a user's comments from one proposal of an agent to the next: unsent ones, and those sent but not answered yet.

import type { Draft } from './draft.ts';

/** Maximum number of sent comments; the oldest are dropped first. Unsent ones are never dropped. */
const maxSentDrafts = 1000;

interface SessionDraft {
  readonly session: string;
  readonly draft: Draft;
}

/**
 * Comments by session and file, for the lifetime of the window. In all methods, `session` is a key of an agent's
 * session, and `files` are canonical URIs.
 */
export class CommentMemory {
  /**
   * Oldest first. A draft is in one of the two lists at most: callers take it by `takeUnsent` before `addSent`, and
   * call `forgetSent` before `addUnsent`.
   */
  #unsent: readonly SessionDraft[] = [];
  #sent: readonly SessionDraft[] = [];

  addUnsent(session: string, drafts: readonly Draft[]): void {
    this.#unsent = [...this.#unsent, ...drafts.map((draft) => ({ session, draft }))];
  }

  /** Removes and returns the unsent comments on these files. */
  takeUnsent(session: string, files: ReadonlySet<string>): Draft[] {
    const isWanted = draftFilter(session, files);
    const takenDrafts = this.#unsent.filter(isWanted);
    this.#unsent = this.#unsent.filter((sessionDraft) => !isWanted(sessionDraft));
    return takenDrafts.map(({ draft }) => draft);
  }

  get unsent(): readonly Draft[] {
    return this.#unsent.map(({ draft }) => draft);
  }

  isUnsent(draft: Draft): boolean {
    return this.#unsent.some((sessionDraft) => sessionDraft.draft === draft);
  }

  addSent(session: string, drafts: readonly Draft[]): void {
    this.#sent = [...this.#sent, ...drafts.map((draft) => ({ session, draft }))].slice(-maxSentDrafts);
  }

  /** Comments on these files that were sent, but not answered yet. */
  sentOf(session: string, files: ReadonlySet<string>): Draft[] {
    return this.#sent.filter(draftFilter(session, files)).map(({ draft }) => draft);
  }

  forgetSent(drafts: readonly Draft[]): void {
    const forgottenDrafts = new Set(drafts);
    this.#sent = this.#sent.filter(({ draft }) => !forgottenDrafts.has(draft));
  }
}

function draftFilter(session: string, files: ReadonlySet<string>): (sessionDraft: SessionDraft) => boolean {
  return (sessionDraft) => sessionDraft.session === session && files.has(sessionDraft.draft.file);
}
