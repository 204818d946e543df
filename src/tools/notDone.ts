import type { ToolError } from '../core/errors.ts';
import type { Phrase } from '../core/phrase.ts';
import type { Call } from './ports.ts';
import type { Tool } from './tool.ts';

/** A call that came to nothing through no answer of the person's. */
export interface NotDone {
  readonly tool: string;
  /** Whether an agent in the chat called, or else another extension. */
  readonly chat: boolean;
  /** What it set out to do: "Editing src/app.ts"; undefined where its input cannot be read. */
  readonly what?: Phrase;
  readonly why: Phrase | string;
  /** Whether rules, the person's settings or the system forbid it, or else it failed. */
  readonly denied: boolean;
}

const denials: readonly string[] = ['PERMISSION_DENIED', 'WRITES_DISABLED', 'OUTSIDE_WORKSPACE'];

/**
 * What the person is told of a call that did not do what it was to do. What they rejected they know, and a query that
 * finds nothing is an agent's daily bread: of queries only those are told that were denied.
 */
export function notDoneOf(tool: Tool, raw: unknown, call: Call, error: ToolError): NotDone | undefined {
  const denied = denials.includes(error.code);
  if (error.code === 'REJECTED' || (tool.kind === 'query' && !denied)) return undefined;
  const what = progressOf(tool, raw);
  return {
    tool: tool.name,
    chat: call.token !== undefined,
    ...(what === undefined ? {} : { what }),
    why: error.told ?? firstSentence(error),
    denied,
  };
}

function progressOf(tool: Tool, raw: unknown): Phrase | undefined {
  try {
    return tool.prepare(raw).progress;
  } catch {
    return undefined;
  }
}

/** What happened; what follows is advice for the model, and lines below may quote the file. */
function firstSentence({ message }: ToolError): string {
  const [line = ''] = message.split('\n', 1);
  return line.split(/(?<=[.:]) (?=[A-Z])/, 1)[0] ?? line;
}
