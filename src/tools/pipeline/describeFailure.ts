// Describes a failed call for the user, who sees it in the view of failed and denied calls (`NotDoneView`).

import type { ErrorCode, ToolError } from '../../core/wording/errors.ts';
import type { Phrase } from '../../core/wording/phrase.ts';
import { nameOfCaller } from '../ports/caller.ts';
import type { Call } from '../ports/ports.ts';
import type { FailedCall } from '../ports/failures.ts';
import type { Tool } from '../shared/tool.ts';

/** Codes of errors by which the rules deny a call. */
const denialCodes: readonly ErrorCode[] = ['PERMISSION_DENIED', 'WRITES_DISABLED', 'OUTSIDE_WORKSPACE'];

/** Describes a failed call to the user; undefined if the user rejected it, or if it is a query that was not denied. */
export function describeFailure(tool: Tool, rawInput: unknown, call: Call, error: ToolError): FailedCall | undefined {
  const isDenied = denialCodes.includes(error.code);
  if (error.code === 'REJECTED' || (tool.kind === 'query' && !isDenied)) return undefined;
  const progress = readProgress(tool, rawInput);
  const agent = nameOfCaller(call.caller);
  return {
    tool: tool.name,
    chat: call.token !== undefined,
    ...(agent === undefined ? {} : { agent }),
    ...(progress === undefined ? {} : { what: progress }),
    why: error.userMessage ?? takeFirstSentence(error),
    denied: isDenied,
  };
}

/** The progress message that the call would show; undefined if its input is invalid. */
function readProgress(tool: Tool, rawInput: unknown): Phrase | undefined {
  try {
    return tool.prepare(rawInput).progress;
  } catch {
    return undefined;
  }
}

/** The first sentence of an error, up to a full stop or colon. The rest is advice for the model, or quotes the file. */
function takeFirstSentence({ message }: ToolError): string {
  const [line = ''] = message.split('\n', 1);
  return line.split(/(?<=[.:]) (?=[A-Z])/, 1)[0] ?? line;
}
