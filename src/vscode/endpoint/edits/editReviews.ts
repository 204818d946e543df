// Answers the hooks of agents' edits by reviews. Joins edits that a session sends at the same time into one review.
// Rejects edits in a folder under Hold before the review, since the agent's sandbox would block the write afterwards.

import type { Change } from '../../../core/change/change.ts';
import { locationsOf } from '../../../core/change/summary.ts';
import type { Dialect, HookCall, Output } from '../../../core/dialects/dialect.ts';
import { agentIdOfHook } from '../../../core/endpoint/agents.ts';
import { ToolError } from '../../../core/wording/errors.ts';
import type { HookedEdit } from './hookedEdit.ts';
import { hookSessionOf } from '../hooks/hookSession.ts';
import { HookedReview, type HookedReviewDeps } from './hookedReview.ts';
import type { PendingWrites } from './pendingWrites.ts';
import type { SharedAnswers } from '../hooks/sharedAnswers.ts';

/** A folder in which an agent's own tools cannot write. Canonical URIs without a final `/`. */
export interface HeldFolder {
  readonly folder: string;
  /** Subfolders in which the agent's own tools can write nevertheless. */
  readonly writableFolders: readonly string[];
}

export interface EditReviewDeps extends HookedReviewDeps {
  /**
   * Finds the folder that the agent's sandbox write-protects when it works in `cwd`; undefined unless a test in that
   * sandbox has confirmed it.
   */
  readonly findHeldFolder: (agent: string, cwd: string) => Promise<HeldFolder | undefined>;
}

/** The reviews of the edits that agents make by their own tools, and the messages that are sent only after the tool. */
export class EditReviews {
  readonly #deps: EditReviewDeps;
  readonly #answers: SharedAnswers;
  readonly #pendingWrites: PendingWrites;
  /** Unanswered reviews, by session (of `hookSessionOf`). */
  readonly #reviewsBySession = new Map<string, Set<HookedReview>>();
  /** Pending messages to each session's model, sent with the next tool result. */
  readonly #messagesBySession = new Map<string, readonly string[]>();

  constructor(deps: EditReviewDeps, answers: SharedAnswers, pendingWrites: PendingWrites) {
    this.#deps = deps;
    this.#answers = answers;
    this.#pendingWrites = pendingWrites;
  }

  /** Adds an edit to an open review of its session, or begins one. Resolves with the output of the edit's hook. */
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

  /**
   * Waits for the answer to an edit's hook. Lets a second hook of the call, which may get the changed input, share it.
   * Stores its message for `messageAfterTool` if the agent shows messages to the model only after the tool.
   */
  async #awaitAnswer(edit: HookedEdit, session: string): Promise<Output> {
    const output = await edit.answer;
    if (edit.answeredInput !== undefined) this.#answers.amend(session, edit.hooked.hook, edit.answeredInput);
    const isSentAfterTool = edit.messageWithAnswer !== '' && edit.hooked.dialect.answer.messageAfter !== undefined;
    if (!isSentAfterTool) return output;
    this.#messagesBySession.set(session, [...(this.#messagesBySession.get(session) ?? []), edit.messageWithAnswer]);
    return output;
  }

  /** Takes the session's stored messages for the answer to the hook after a tool; abstains if there are none. */
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
        // The answered review takes no more edits, and its files now belong to a pending write.
        reviews.delete(review);
        this.#pendingWrites.add(session, pendingWrite);
        void pendingWrite.ended.then(() => {
          for (const hook of pendingWrite.hooks) this.#answers.forgetUnlessReused(session, hook);
        });
        // Settles pending writes, since other edits of the session may wait for the same files.
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

  /** @throws ToolError for an edit that the agent's sandbox would block after the review */
  async #requireNotHeld({ changes, hooked, plannedBy }: HookedEdit): Promise<void> {
    const { cwd } = hooked.hook;
    const heldFolder =
      cwd === undefined ? undefined : await this.#deps.findHeldFolder(agentIdOfHook(hooked.dialect.id), cwd);
    if (heldFolder !== undefined) requireOutsideHeld(changes, heldFolder, plannedBy.tool.name);
  }

  /**
   * Rejects an edit of a file whose previous approved change the agent may still write: that write would change what
   * the review of this edit shows.
   * @throws ToolError STALE
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

/**
 * Requires that no change is in a write-protected folder.
 * @param redlineTool the tool of Redline that makes the same change
 * @throws PERMISSION_DENIED
 */
function requireOutsideHeld(
  changes: readonly Change[],
  { folder, writableFolders }: HeldFolder,
  redlineTool: string,
): void {
  const isWithin = (real: string, folderUri: string): boolean => real === folderUri || real.startsWith(`${folderUri}/`);
  const heldLocation = changes
    .flatMap(locationsOf)
    .find(({ real }) => isWithin(real, folder) && !writableFolders.some((writable) => isWithin(real, writable)));
  if (heldLocation === undefined) return;
  const name = redlineTool.replace(/^redline_/, '');
  throw new ToolError(
    'PERMISSION_DENIED',
    `Hold is on here: your sandbox lets only Redline write ${heldLocation.path}, so the user was not asked, and nothing was written. Call Redline's ${name} (MCP server "redline") with the same change instead.`,
  );
}
