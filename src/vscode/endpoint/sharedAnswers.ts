// Shares one answer among the hooks of one call.
import type { HookCall, Output } from '../../core/dialects/dialect.ts';
import { delay } from '../../async/eventLoop.ts';

/** Maximum number of remembered calls; the oldest are dropped first: not every agent tells when a tool has ended. */
const maxRememberedCalls = 50;
/** Maximum length of a call that is remembered, in UTF-16 units of JSON. */
const maxRememberedChars = 4 * 1024 * 1024;

interface SharedAnswer {
  readonly session: string;
  /** What decides what the call does: the tool, its input, the folder where relative paths start, and whether it formats; as JSON. */
  readonly content: string;
  readonly output: Promise<Output>;
}

/**
 * The answers to calls whose tool has not ended yet. An agent that is connected everywhere and in a folder, too, runs the
 * hook twice for one call, which is one edit: it is asked about once.
 */
export class SharedAnswers {
  readonly #answersByCall = new Map<string, SharedAnswer>();
  readonly #shareMs: number;

  /** @param shareMs time after an answer in which another hook of the call gets it: agents run one right after the other */
  constructor(shareMs: number) {
    this.#shareMs = shareMs;
  }

  /**
   * The answer of an earlier hook of the same call, or else a new one.
   * @param signal aborted when the hook has ended: without an answer, the call may be asked about again
   */
  share(session: string, hook: HookCall, signal: AbortSignal, answer: () => Promise<Output>): Promise<Output> {
    const key = keyOf(session, hook);
    const content = JSON.stringify([hook.tool, hook.input, hook.cwd, hook.formats]);
    if (key === undefined || content.length > maxRememberedChars) return answer();
    const earlier = this.#answersByCall.get(key);
    if (earlier?.content === content) return earlier.output;
    const output = answer();
    const call = { session, content, output };
    this.#answersByCall.set(key, call);
    const forget = (): void => {
      if (this.#answersByCall.get(key) === call) this.#answersByCall.delete(key);
    };
    signal.addEventListener('abort', forget);
    output.then(() => {
      signal.removeEventListener('abort', forget);
      void delay(this.#shareMs).then(forget);
    }, forget);
    for (const oldest of this.#answersByCall.keys()) {
      if (this.#answersByCall.size <= maxRememberedCalls) break;
      this.#answersByCall.delete(oldest);
    }
    return output;
  }

  /** Forgets a call whose tool has ended. */
  end(session: string, hook: HookCall): void {
    const key = keyOf(session, hook);
    if (key !== undefined) this.#answersByCall.delete(key);
  }

  /** Forgets all calls of a session, whose turn begins or ends. */
  endAll(session: string): void {
    for (const [key, each] of this.#answersByCall) if (each.session === session) this.#answersByCall.delete(key);
  }
}

/** Undefined for a call that cannot be told from others. */
function keyOf(session: string, { sessionId, toolUseId }: HookCall): string | undefined {
  return sessionId === undefined || toolUseId === undefined ? undefined : JSON.stringify([session, toolUseId]);
}
