// Texts for the agent's model that the relay itself sends, and the error responses for lines that it cannot relay.
import { parseJson } from '../../core/endpoint/parseJson.ts';
import { maxLineBytes } from '../../core/endpoint/lineSplitter.ts';
import { formatError, findRequestId, invalidRequestCode, parseErrorCode } from './jsonRpc.ts';

export const notWrittenMessage =
  'The VS Code window was closed or reloaded before this change was written. Nothing was changed. Call the tool again.';
export const unknownOutcomeMessage =
  'The VS Code window went away while this change was under way, and nobody can say whether it was written. Read the files before you go on; do not repeat the call without that.';
export const tooManyCallsMessage =
  '[TOO_MANY_CALLS] Too many calls are waiting already. Nothing was changed. Wait for their answers, then call again.';
/** Names `maxLineBytes`. */
export const tooLongAnswerMessage =
  'The answer takes more than 32 MiB. If the call was to change files, it may have done so. Read less at once.';

/** The error response for a line that is not a JSON-RPC message. */
export function formatInvalidLineError(text: string): string {
  return parseJson(text) === undefined
    ? formatError(null, parseErrorCode, 'This line is not JSON.')
    : formatError(null, invalidRequestCode, 'This is not a JSON-RPC message. Batches are not supported.');
}

/** The error response for a line over the length limit. @param keptEnds as for `findRequestId` */
export function formatTooLongLineError(keptEnds: string): string {
  const text = `A message may take ${maxLineBytes} bytes at most. Nothing was changed. Send less at once.`;
  return formatError(findRequestId(keptEnds) ?? null, invalidRequestCode, text);
}
