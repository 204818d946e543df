// Adds pending feedback to a tool's answer: the user's later reverts of the agent's changes, and comments on them.
// Also notifies the feedback of calls and reviews.
import type { Caller } from '../ports/caller.ts';
import type { Call, Decision, ReviewRequest } from '../ports/ports.ts';
import type { World } from '../ports/world.ts';

/** Notifies the feedback of a finished call, and adds pending feedback to its answer's text. Never rejects. */
export async function withFeedback(
  text: string,
  // Calls of an agent that sends no session count as one session.
  { agent, session = '' }: Caller,
  { feedback, failures }: Pick<World, 'feedback' | 'failures'>,
): Promise<string> {
  try {
    const turnFeedback = await feedback?.();
    turnFeedback?.onCall({ agent, session });
    const message = await turnFeedback?.takeMessage({ agent, session });
    return message === undefined ? text : `${text}\n\n${message}`;
  } catch (cause) {
    failures.unexpected('telling an agent of reverts', cause);
    return text;
  }
}

/** Notifies the feedback of the user's answer to a review. Never rejects. */
export async function notifyReviewed(
  request: ReviewRequest,
  decision: Decision,
  call: Call,
  { feedback, failures }: Pick<World, 'feedback' | 'failures'>,
): Promise<void> {
  try {
    (await feedback?.())?.onReviewed(request, decision, call);
  } catch (cause) {
    failures.unexpected('counting approvals', cause);
  }
}
