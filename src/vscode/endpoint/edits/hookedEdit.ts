// Handles one edit that an agent makes with its own tool, not Redline's: from the plan to the answer of its hook.

import { isFileChange, type Change } from '../../../core/change/change.ts';
import { displayPathOf } from '../../../core/change/summary.ts';
import type { LineComment } from '../../../core/comments/lineComment.ts';
import type { Dialect, FileOperation, HookCall, Output } from '../../../core/dialects/dialect.ts';
import { planByOwnTool } from '../../../tools/hooks/planByOwnTool.ts';
import { chooseTool, type PlanningCall } from '../../../tools/hooks/chooseTool.ts';
import { describeApprovalComments } from '../../../tools/pipeline/commented.ts';
import { describeAmendments } from '../../../tools/pipeline/answer.ts';
import type { Call, Decision } from '../../../tools/ports/ports.ts';
import type { Plan, ToolContext } from '../../../tools/shared/tool.ts';
import { AmendedInput, type EditorFacts } from './amendedInput.ts';

/** The hook by which an agent asks before a call of its own tool, whose operations change files. */
export interface HookOfEdit {
  readonly hook: HookCall;
  readonly operations: readonly FileOperation[];
  readonly dialect: Dialect;
  /** The call of the edit. Its signal is aborted when the agent's hook has ended without an answer. */
  readonly call: Omit<Call, 'tool'>;
}

/** The changes of one edit, with the answer of the Redline tool that planned it, if there is one. */
export type EditPlan = Pick<Plan, 'title' | 'changes'> & Partial<Pick<Plan, 'describe'>>;

/** The result of a review of agents' edits. */
export interface ReviewResult {
  /** The changes as the user saw them. */
  readonly shown: readonly Change[];
  /** Undefined if the rules decided. */
  readonly approval: Extract<Decision, { approved: true }> | undefined;
  /** Whether the user reviews the changes only after they are written. */
  readonly isReviewedLater: boolean;
}

/** One edit by an agent's own tool: its plan, and its hook's answer. */
export class HookedEdit {
  /** The hook that asks whether the agent's tool may run. */
  readonly hooked: HookOfEdit;
  /** The Redline tool for the same change. */
  readonly plannedBy: PlanningCall;
  readonly #amendedInput: AmendedInput;
  readonly #answer = Promise.withResolvers<Output>();
  #changes: readonly Change[] = [];
  /** Whether the agent's tool has ended. Set by `PendingWrite`. */
  hasToolEnded = false;
  /** The user's changes and comments that the hook's answer tells the model; '' for none. Set by `answerFor`. */
  messageWithAnswer = '';

  /** @throws ToolError VALIDATION_ERROR if no tool can plan the operations */
  constructor(hooked: HookOfEdit) {
    this.hooked = hooked;
    this.plannedBy = chooseTool(hooked.operations, hooked.hook.cwd);
    this.#amendedInput = new AmendedInput(hooked.hook, hooked.operations, hooked.dialect);
  }

  /** Resolves with the hook's output, after the review and before the agent writes. */
  get answer(): Promise<Output> {
    return this.#answer.promise;
  }

  /** The input that the hook's answer allows, perhaps changed; undefined before a plan, meaningless if denied. */
  get answeredInput(): unknown {
    return this.#amendedInput.answeredInput;
  }

  /** Changes of the last plan; none before the first. */
  get changes(): readonly Change[] {
    return this.#changes;
  }

  get hasHookEnded(): boolean {
    return this.hooked.call.signal.aborted;
  }

  /**
   * Predicts what the agent's tool writes. If that is impossible, plans the edit by Redline's own tool; the answer then
   * changes the input so that the agent's tool writes exactly that. Must be called before `answerFor`.
   * @throws ToolError if the edit cannot be planned, or the agent's tool cannot write it
   */
  async plan(context: ToolContext, facts: EditorFacts): Promise<EditPlan> {
    const { hook, operations, dialect } = this.hooked;
    const { tool, input } = this.plannedBy;
    const plan: EditPlan =
      (await planByOwnTool(operations, hook.cwd, dialect, context, facts.newEolOf)) ??
      (await tool.prepare(input).plan(context));
    await this.#amendedInput.requireExpressible(plan.changes, context, facts);
    this.#changes = plan.changes;
    return plan;
  }

  /** Stops the agent's tool. Has no effect if the hook was already answered. */
  deny(message: string): void {
    this.answerWith(this.hooked.dialect.answer.deny(this.hooked.hook, message));
  }

  /** Answers the hook. Has no effect if it was already answered. */
  answerWith(output: Output): void {
    this.#answer.resolve(output);
  }

  /**
   * The approved part of this edit.
   * @param approved the approved changes of the whole review
   * @param isLastEditOf whether this is the review's last edit of a file, by canonical URI. Only the last one gets what
   *   the user amended.
   */
  approvedChangesOf(approved: readonly Change[], isLastEditOf: (real: string) => boolean): readonly Change[] {
    return this.#changes.flatMap((change) => {
      const approvedChange = approved.find(({ at }) => at.real === change.at.real);
      // The user has excluded the file.
      if (approvedChange === undefined) return [];
      if (approvedChange === change) return [change];
      const mayBeAmended = 'after' in change && 'after' in approvedChange && approvedChange.kind !== 'copy';
      return [mayBeAmended && isLastEditOf(change.at.real) ? withAfter(change, approvedChange) : change];
    });
  }

  /**
   * The hook's answer that lets the agent's tool write these changes; `answerWith` gives it.
   * @param feedback the user's changes and comments, for the model
   * @throws ToolError VALIDATION_ERROR or TOO_LARGE if no answer can
   */
  answerFor(changes: readonly Change[], feedback: readonly string[], { isReviewedLater }: ReviewResult): Output {
    const output = this.#amendedInput.answerFor(changes, { feedback, isReviewedLater });
    this.messageWithAnswer = feedback.join('\n');
    return output;
  }

  /** The user's comments on the files of this edit, as one text for the model, if there are any. */
  commentsOf({ approval }: ReviewResult): readonly string[] {
    const comments = this.commentsOnFiles(approval?.comments ?? []);
    return comments.length === 0 ? [] : [describeApprovalComments(comments)];
  }

  commentsOnFiles(comments: readonly LineComment[]): readonly LineComment[] {
    const paths = new Set(this.#changes.map(displayPathOf));
    return comments.filter(({ path }) => paths.has(path));
  }

  /** Descriptions of the user's edits and exclusions in this edit's files, for the model. */
  async messagesOf({ shown, approval }: Omit<ReviewResult, 'isReviewedLater'>): Promise<readonly string[]> {
    if (approval === undefined) return [];
    const paths = new Set(this.#changes.filter(isFileChange).map(displayPathOf));
    const isOwn = (change: Change): boolean => paths.has(displayPathOf(change));
    const changes = approval.changes.filter(isOwn);
    const shownChanges = new Set(shown);
    const amended = approval.amended && changes.some((change) => !shownChanges.has(change));
    const excludedPaths = approval.excludedPaths.filter(({ path }) => paths.has(path));
    const excludedHunks = (approval.excludedHunks ?? []).filter(({ path }) => paths.has(path));
    return describeAmendments(shown.filter(isOwn), { ...approval, changes, excludedPaths, excludedHunks, amended });
  }
}

/** A change with the approved result; unchanged if that is no file content. */
function withAfter(change: Change, approved: Change): Change {
  if (!('after' in approved) || change.kind === 'createDirectory' || change.kind === 'delete') return change;
  const { after } = approved;
  if (after.kind !== 'text' && after.kind !== 'binary') return change;
  // Without the planned `edits`, which lead to another text.
  if (change.kind === 'update') return { kind: 'update', at: change.at, before: change.before, after };
  return { ...change, after };
}
