// Stores comments between the proposals of an agent: unsent ones, and those that wait for an answer.

import type { Draft } from './draft.ts';

/** Maximum number of comments that wait for an answer; the oldest are dropped first. Unsent ones never are. */
const maxSent = 1000;

interface KeptDraft {
  readonly caller: string;
  readonly draft: Draft;
}

/** Comments by caller (an agent's session) and file, for the lifetime of the window. */
export class CommentMemory {
  #unsent: readonly KeptDraft[] = [];
  #sent: readonly KeptDraft[] = [];

  keepUnsent(caller: string, drafts: readonly Draft[]): void {
    this.#unsent = [...this.#unsent, ...drafts.map((draft) => ({ caller, draft }))];
  }

  /** Removes and returns the unsent comments on these files. */
  takeUnsent(caller: string, files: ReadonlySet<string>): Draft[] {
    const isMeant = isOf(caller, files);
    const taken = this.#unsent.filter(isMeant);
    this.#unsent = this.#unsent.filter((each) => !isMeant(each));
    return taken.map(({ draft }) => draft);
  }

  /** All unsent comments. */
  get unsent(): readonly Draft[] {
    return this.#unsent.map(({ draft }) => draft);
  }

  isUnsent(draft: Draft): boolean {
    return this.#unsent.some((each) => each.draft === draft);
  }

  keepSent(caller: string, drafts: readonly Draft[]): void {
    this.#sent = [...this.#sent, ...drafts.map((draft) => ({ caller, draft }))].slice(-maxSent);
  }

  /** Comments on these files that were sent, but not answered yet. */
  sentOf(caller: string, files: ReadonlySet<string>): Draft[] {
    return this.#sent.filter(isOf(caller, files)).map(({ draft }) => draft);
  }

  forgetSent(drafts: readonly Draft[]): void {
    const gone = new Set(drafts);
    this.#sent = this.#sent.filter(({ draft }) => !gone.has(draft));
  }
}

function isOf(caller: string, files: ReadonlySet<string>): (kept: KeptDraft) => boolean {
  return (kept) => kept.caller === caller && files.has(kept.draft.file);
}
