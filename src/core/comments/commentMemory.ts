// Stores a user's comments from one proposal of an agent to the next: unsent ones, and those sent but not answered yet.

import type { Draft } from './draft.ts';

/** Maximum number of sent comments; the oldest are dropped first. Unsent ones are never dropped. */
const maxSentDrafts = 1000;

interface CallerDraft {
  readonly caller: string;
  readonly draft: Draft;
}

/** Comments by caller (an agent's session) and file, for the lifetime of the window. */
export class CommentMemory {
  /** Oldest first. A draft is in one of the two lists at most: callers take it by `takeUnsent` before `addSent`. */
  #unsent: readonly CallerDraft[] = [];
  #sent: readonly CallerDraft[] = [];

  addUnsent(caller: string, drafts: readonly Draft[]): void {
    this.#unsent = [...this.#unsent, ...drafts.map((draft) => ({ caller, draft }))];
  }

  /** Removes and returns the unsent comments on these files. */
  takeUnsent(caller: string, files: ReadonlySet<string>): Draft[] {
    const isWanted = draftFilter(caller, files);
    const takenDrafts = this.#unsent.filter(isWanted);
    this.#unsent = this.#unsent.filter((callerDraft) => !isWanted(callerDraft));
    return takenDrafts.map(({ draft }) => draft);
  }

  /** All unsent comments. */
  get unsent(): readonly Draft[] {
    return this.#unsent.map(({ draft }) => draft);
  }

  isUnsent(draft: Draft): boolean {
    return this.#unsent.some((callerDraft) => callerDraft.draft === draft);
  }

  addSent(caller: string, drafts: readonly Draft[]): void {
    this.#sent = [...this.#sent, ...drafts.map((draft) => ({ caller, draft }))].slice(-maxSentDrafts);
  }

  /** Comments on these files that were sent, but not answered yet. */
  sentOf(caller: string, files: ReadonlySet<string>): Draft[] {
    return this.#sent.filter(draftFilter(caller, files)).map(({ draft }) => draft);
  }

  forgetSent(drafts: readonly Draft[]): void {
    const forgottenDrafts = new Set(drafts);
    this.#sent = this.#sent.filter(({ draft }) => !forgottenDrafts.has(draft));
  }
}

function draftFilter(caller: string, files: ReadonlySet<string>): (callerDraft: CallerDraft) => boolean {
  return (callerDraft) => callerDraft.caller === caller && files.has(callerDraft.draft.file);
}
