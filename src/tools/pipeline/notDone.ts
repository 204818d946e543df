// Formats a failed call for the user.

import type { ToolError } from '../../core/wording/errors.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { nameOfCaller } from '../ports/caller.ts';
import type { Call } from '../ports/ports.ts';
import type { NotDone } from '../ports/failures.ts';
import type { Tool } from '../shared/tool.ts';

const denials: readonly string[] = ['PERMISSION_DENIED', 'WRITES_DISABLED', 'OUTSIDE_WORKSPACE'];

/** The message to the user about a failed call; undefined if they rejected it, or if it is a query that was not denied. */
export function describeNotDone(tool: Tool, raw: unknown, call: Call, error: ToolError): NotDone | undefined {
  const denied = denials.includes(error.code);
  if (error.code === 'REJECTED' || (tool.kind === 'query' && !denied)) return undefined;
  const what = progressOf(tool, raw);
  const agent = nameOfCaller(call.caller);
  return {
    tool: tool.name,
    chat: call.token !== undefined,
    ...(agent === undefined ? {} : { agent }),
    ...(what === undefined ? {} : { what }),
    why: error.userMessage ?? firstSentence(error),
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

/** The first sentence of an error; the rest is advice for the model, and may quote the file. */
function firstSentence({ message }: ToolError): string {
  const [line = ''] = message.split('\n', 1);
  return line.split(/(?<=[.:]) (?=[A-Z])/, 1)[0] ?? line;
}
