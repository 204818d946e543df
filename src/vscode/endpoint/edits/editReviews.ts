// Reviews the edits by agents' own tools. Joins edits that a session sends at the same time into one review.

import type { Change } from '../../../core/change/change.ts';
import type { Dialect, HookCall, Output } from '../../../core/dialects/dialect.ts';
import { agentIdOfHook } from '../../../core/endpoint/agents.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import { requireOutsideHeld, type HeldFolder } from '../hooks/heldFolder.ts';
import type { HookedEdit } from './hookedEdit.ts';
import { hookSessionOf } from '../hooks/hookSession.ts';
import { HookedReview, type HookedReviewDeps } from './hookedReview.ts';
import type { PendingWrites } from './pendingWrites.ts';
import type { SharedAnswers } from '../hooks/sharedAnswers.ts';

export interface EditReviewDeps extends HookedReviewDeps {
  /**
   * Finds the folder that the agent's sandbox write-protects when it works in `cwd`; undefined unless a test in that
   * sandbox has confirmed it.
   */
  readonly findHeldFolder: (agent: string, cwd: string) => Promise<HeldFolder | undefined>;
}

/** The reviews of agents' edits, and the messages about them that are sent only after the tool. */
export class EditReviews {
  readonly #deps: EditReviewDeps;
  readonly #answers: SharedAnswers;
  readonly #pendingWrites: PendingWrites;
  /** Unanswered reviews, by session. */
  readonly #reviewsBySession = new Map<string, Set<HookedReview>>();
  /** Pending messages to each session's model, sent with the next tool result. */
  readonly #messagesBySession = new Map<string, readonly string[]>();

  constructor(deps: EditReviewDeps, answers: SharedAnswers, pendingWrites: PendingWrites) {
    this.#deps = deps;
    this.#answers = answers;
    this.#pendingWrites = pendingWrites;
  }

  /** Adds an edit to an open review of its session, or begins one. */
  async answer(edit: HookedEdit): Promise<Output> {
    const { hook, dialect } = edit.hooked;
    const session = hookSessionOf(hook, dialect);
    // Agents that run tools sequentially have ended the previous one, whether or not its hook has reported it.
    await this.#pendingWrites.settleBeforeNext(session);
    // Calls without a session may be those of several agents.
    const reviews = hook.sessionId === undefined ? [] : (this.#reviewsBySession.get(session) ?? []);
    const hasJoined = [...reviews].some((review) => review.tryJoin(edit));
    if (!hasJoined) this.#beginReview(session, [edit]);
    return this.#awaitAnswer(edit, session);
  }

  /** The answer to an edit's hook. Stores its message for agents that show messages to the model only after the tool. */
  async #awaitAnswer(edit: HookedEdit, session: string): Promise<Output> {
    const output = await edit.answer;
    if (edit.answeredInput !== undefined) this.#answers.amend(session, edit.hooked.hook, edit.answeredInput);
    const isSentAfterTool = edit.messageWithAnswer !== '' && edit.hooked.dialect.answer.messageAfter !== undefined;
    if (!isSentAfterTool) return output;
    this.#messagesBySession.set(session, [...(this.#messagesBySession.get(session) ?? []), edit.messageWithAnswer]);
    return output;
  }

  /** The answer to the hook after a tool, with the messages that the agent did not get before. */
  messageAfterTool(hook: HookCall, { id, answer }: Dialect, signal: AbortSignal): Output {
    const session = hookSessionOf(hook, { id });
    const messages = this.#messagesBySession.get(session);
    if (messages === undefined || answer.messageAfter === undefined || signal.aborted) return answer.abstain();
    this.#messagesBySession.delete(session);
    return answer.messageAfter(hook, messages.join('\n'));
  }

  #beginReview(session: string, edits: readonly [HookedEdit, ...HookedEdit[]]): void {
    const reviews = this.#reviewsBySession.get(session) ?? new Set();
    this.#reviewsBySession.set(session, reviews);
    const review = new HookedReview(edits, this.#deps, {
      requireWritable: async (edit) => {
        await this.#requireNotHeld(edit);
        await this.#requireNoPendingWrite(session, edit.changes);
      },
      onHandOver: (pendingWrite) => {
        reviews.delete(review);
        this.#pendingWrites.add(session, pendingWrite);
        void pendingWrite.ended.then(() => {
          for (const hook of pendingWrite.hooks) this.#answers.forgetUnlessReused(session, hook);
        });
        // Other edits of the session may wait for the same files.
        if (reviews.size > 0) void this.#pendingWrites.settleBeforeNext(session);
      },
      onLateEdits: (more) => this.#beginReview(session, more),
    });
    reviews.add(review);
    void review.outcome.finally(() => {
      reviews.delete(review);
      if (reviews.size === 0 && this.#reviewsBySession.get(session) === reviews) this.#reviewsBySession.delete(session);
    });
  }

  /** Rejects an edit that the agent's sandbox would block after the review. */
  async #requireNotHeld({ changes, hooked, plannedBy }: HookedEdit): Promise<void> {
    const { cwd } = hooked.hook;
    const heldFolder =
      cwd === undefined ? undefined : await this.#deps.findHeldFolder(agentIdOfHook(hooked.dialect.id), cwd);
    if (heldFolder !== undefined) requireOutsideHeld(changes, heldFolder, plannedBy.tool.name);
  }

  /**
   * Rejects an edit of a file whose previous approved change the agent may still write: that write would change what
   * the review of this edit shows.
   */
  async #requireNoPendingWrite(session: string, changes: readonly Change[]): Promise<void> {
    const path = await this.#pendingWrites.takeUnwritten(session, changes);
    if (path === undefined) return;
    throw new ToolError(
      'STALE',
      `The change of ${path} that the user approved before has not been written yet. Nothing of this call was written. Wait until the other call has ended, read the file again, then repeat this call.`,
    );
  }
}
