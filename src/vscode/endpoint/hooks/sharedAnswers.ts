// Gives several hooks of one call the same answer, so that the user is asked only once.
import type { HookCall, Output } from '../../../core/dialects/dialect.ts';
import { delay } from '../../../async/eventLoop.ts';

/** Maximum length of a call that is remembered, in UTF-16 units of JSON. Each hook of a longer one is answered anew. */
const maxRememberedChars = 4 * 1024 * 1024;

interface SharedAnswer {
  readonly session: string;
  /** Everything that decides the effect of the call, as JSON; another call may reuse the id. */
  readonly content: string;
  /** `content` with the amended input: a later hook of the call may already receive that input. */
  amendedContent?: string;
  /** Adds a hook that waits for the answer. */
  readonly addHook: (signal: AbortSignal) => void;
  readonly output: Promise<Output>;
}

/**
 * Caches the answers to open calls, and for a short time those to answered ones. An agent that is connected both
 * everywhere and in a folder runs two hooks for each call, about which the user must be asked only once.
 */
export class SharedAnswers {
  readonly #answersByCall = new Map<string, SharedAnswer>();
  readonly #shareMs: number;

  /** @param shareMs time for which an answer is kept, since some agents run the hooks of a call one after the other */
  constructor(shareMs: number) {
    this.#shareMs = shareMs;
  }

  /**
   * Returns the answer of an earlier hook of the same call, or else a new one.
   * @param signal aborted when the hook has ended
   * @param answer computes it. Its signal is aborted when all hooks of the call have ended; a hook after that gets a
   *   new answer.
   */
  share(
    session: string,
    hook: HookCall,
    signal: AbortSignal,
    answer: (signal: AbortSignal) => Promise<Output>,
  ): Promise<Output> {
    const key = keyOf(session, hook);
    const content = contentOf(hook);
    if (key === undefined || signal.aborted || content.length > maxRememberedChars) return answer(signal);
    const earlier = this.#answersByCall.get(key);
    if (earlier !== undefined && [earlier.content, earlier.amendedContent].includes(content)) {
      earlier.addHook(signal);
      return earlier.output;
    }
    const { addHook, allEndedSignal } = watchHooks();
    addHook(signal);
    const output = answer(allEndedSignal);
    const shared = { session, content, addHook, output };
    this.#answersByCall.set(key, shared);
    // Forgotten `shareMs` after the answer; at once if it fails, or if all hooks end before it.
    const forgetShared = (): void => {
      if (this.#answersByCall.get(key) === shared) this.#answersByCall.delete(key);
    };
    allEndedSignal.addEventListener('abort', forgetShared);
    output.then(() => {
      allEndedSignal.removeEventListener('abort', forgetShared);
      void delay(this.#shareMs).then(forgetShared);
    }, forgetShared);
    return output;
  }

  /** Records the amended input, so that a later hook that receives it is recognized as a hook of the same call. */
  amend(session: string, hook: HookCall, input: unknown): void {
    const shared = this.#answersByCall.get(keyOf(session, hook) ?? '');
    if (shared?.content === contentOf(hook)) shared.amendedContent = contentOf({ ...hook, input });
  }

  /**
   * Forgets the answer to a call. For the hook that runs after the tool; does not compare the input, since it may be
   * the amended one.
   */
  forget(session: string, hook: HookCall): void {
    const key = keyOf(session, hook);
    if (key !== undefined) this.#answersByCall.delete(key);
  }

  /**
   * Forgets the answer to a call, but keeps a newer call that has reused the id. For the hook that runs before the
   * tool.
   */
  forgetUnlessReused(session: string, hook: HookCall): void {
    const key = keyOf(session, hook);
    if (key !== undefined && this.#answersByCall.get(key)?.content === contentOf(hook)) this.#answersByCall.delete(key);
  }

  /** Forgets all calls of a session; to be called when its turn begins or ends. */
  forgetSession(session: string): void {
    for (const [key, shared] of this.#answersByCall) if (shared.session === session) this.#answersByCall.delete(key);
  }
}

/** A signal that is aborted when all added hooks have ended. */
function watchHooks(): { readonly addHook: (signal: AbortSignal) => void; readonly allEndedSignal: AbortSignal } {
  const ended = new AbortController();
  let waitingCount = 0;
  const addHook = (signal: AbortSignal): void => {
    waitingCount += 1;
    signal.addEventListener('abort', () => {
      waitingCount -= 1;
      if (waitingCount === 0) ended.abort();
    });
  };
  return { addHook, allEndedSignal: ended.signal };
}

function contentOf({ tool, input, cwd, formats }: HookCall): string {
  return JSON.stringify([tool, input, cwd, formats]);
}

/** Identifies a call; undefined if its agent sends no ids. */
function keyOf(session: string, { sessionId, toolUseId }: HookCall): string | undefined {
  return sessionId === undefined || toolUseId === undefined ? undefined : JSON.stringify([session, toolUseId]);
}
