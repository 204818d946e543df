// Runs the tools of this window for calls that agents outside the editor make through the endpoint.

import { structuredComments } from '../../core/comments/commentsText.ts';
import { describeError } from '../../core/wording/errors.ts';
import type { JournalEntry } from '../../core/journal/journalEntry.ts';
import { CommentedError } from '../../tools/pipeline/commented.ts';
import { runTool, withFeedback, type Outcome } from '../../tools/pipeline/run.ts';
import type { AgentAnswer, AgentWindow } from '../../tools/ports/agentPorts.ts';
import type { Caller } from '../../tools/ports/caller.ts';
import type { Failures } from '../../tools/ports/failures.ts';
import type { World } from '../../tools/ports/world.ts';
import { allTools } from '../../tools/allTools.ts';

/** Dependencies on the window. */
export interface AgentWindowDeps {
  readonly world: World;
  readonly failures: Failures;
  /** Finds the history entry of a call, after interrupted calls have been recovered. */
  readonly findCall: (toolUse: string) => Promise<JournalEntry | undefined>;
  /** Whether an entry is applied and not undone. */
  readonly isInEffect: (entry: JournalEntry) => boolean;
}

/**
 * Runs the tools for agents outside the editor, through the pipeline. `startAgents` adds the members that load later.
 */
export function agentWindow({
  world,
  failures,
  findCall,
  isInEffect,
}: AgentWindowDeps): Omit<AgentWindow, 'hook' | 'gateOff' | 'onAgentLeft'> {
  /** Unfinished calls by their id (`toolUse`, '' for none): after a lost connection, `outcomeOf` awaits their answers. */
  const running = new Map<string, Promise<AgentAnswer>>();
  return {
    async call(name, input, caller, signal) {
      const { toolUse = '' } = caller;
      const pendingAnswer = runForAgent(world, name, input, caller, signal).finally(() => running.delete(toolUse));
      running.set(toolUse, pendingAnswer);
      const answer = await pendingAnswer;
      // Feedback is reported only once, and would be lost on an agent that has cancelled the call or ended.
      return signal.aborted ? answer : { ...answer, text: await withFeedback(answer.text, caller, world) };
    },
    async outcomeOf(toolUse) {
      const answer = await running.get(toolUse);
      const entry = await findCall(toolUse);
      if (entry === undefined) return answer?.text;
      return outcomeText(entry, isInEffect(entry));
    },
    onFailure: (step, cause) => failures.unexpected(step, cause),
  };
}

/** Runs one tool by its full name, and formats the outcome for the agent. Never rejects. */
async function runForAgent(
  world: World,
  name: string,
  input: unknown,
  caller: Caller,
  signal: AbortSignal,
): Promise<AgentAnswer> {
  const tool = allTools.find((each) => each.name === name);
  if (tool === undefined) return { text: `[VALIDATION_ERROR] There is no tool "${name}".`, images: [] };
  // Without a chat, there is no invocation token.
  const outcome = await runTool(tool, input, { tool: name, caller, token: undefined, signal }, world);
  if (!outcome.ok) return { text: describeError(outcome.error), images: [], ...commentsIn(outcome) };
  const { text, images } = outcome;
  const { success, data } = tool.result.safeParse(outcome.result);
  // Only an incomplete answer does not match the schema; its text says that it is incomplete.
  return { text, images, ...(success ? { result: data } : {}), ...commentsIn(outcome) };
}

/** The user's comments in an outcome, as structured data: those on an approval, or on a rejection. */
function commentsIn(outcome: Outcome): Pick<AgentAnswer, 'comments'> {
  const errorComments = !outcome.ok && outcome.error instanceof CommentedError ? outcome.error.comments : undefined;
  const comments = outcome.ok ? outcome.comments : errorComments;
  return comments === undefined ? {} : { comments: structuredComments(comments) };
}

/** Describes a call's result from its history entry, for an agent that has lost the connection and the answer. */
function outcomeText({ title, changes, state }: JournalEntry, isInEffect: boolean): string {
  const paths = changes.map(({ at }) => at.path).join(', ');
  const about = `The connection to the VS Code window was lost while "${title}" was under way (${paths}).`;
  const next = 'Do not repeat the call. Read the files to see what they are now.';
  if (state === 'applying') return `${about} It was interrupted, and may be written in part. ${next}`;
  if (!isInEffect) return `${about} It was applied, and the user has undone it since. ${next}`;
  return `${about} The history has it as applied. ${next}`;
}
