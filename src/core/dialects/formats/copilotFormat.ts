// Defines the format of Copilot CLI's hooks: https://docs.github.com/en/copilot/reference/hooks-configuration
// Hooks for events in PascalCase have the format of Claude Code, but Copilot's own tool arguments. Hooks for events in
// camelCase have Copilot's format.
import { claudeAnswers, contextField, noOutput, jsonOutput, readClaudeCall } from './claudeFormat.ts';
import type { HookAnswers, HookCall, HookFormat, Phase } from '../dialect.ts';
import { fieldsOf, readString, type Fields } from '../fields.ts';

/**
 * Fields that identify the event, since inputs in camelCase do not contain its name. The order matters: the first field
 * that is in the input decides, and the input after a tool also has `toolArgs`.
 */
const eventFields: readonly (readonly [field: string, event: string, phase: Phase])[] = [
  ['toolResult', 'postToolUse', 'postToolUse'],
  ['error', 'postToolUseFailure', 'postToolUse'],
  ['toolArgs', 'preToolUse', 'preToolUse'],
  ['stopReason', 'agentStop', 'turnEnd'],
  ['prompt', 'userPromptSubmitted', 'turnStart'],
  ['source', 'sessionStart', 'sessionStart'],
];

function readCall(stdin: unknown): HookCall | undefined {
  const fields = fieldsOf(stdin);
  if (fields === undefined || Object.hasOwn(fields, 'hook_event_name')) return readClaudeCall(stdin);
  const [, event, phase] = eventFields.find(([field]) => Object.hasOwn(fields, field)) ?? [];
  const tool = readString(fields, 'toolName') ?? '';
  const needsTool = phase === 'preToolUse' || phase === 'postToolUse';
  if (event === undefined || phase === undefined || (needsTool && tool === '')) return undefined;
  return {
    phase,
    event,
    tool,
    input: argumentsOf(fields),
    cwd: readString(fields, 'cwd'),
    sessionId: readString(fields, 'sessionId'),
    toolUseId: readString(fields, 'toolCallId'),
  };
}

/** The tool's arguments, which some versions send as a JSON string. */
function argumentsOf(fields: Fields): unknown {
  const toolArgs = fields['toolArgs'];
  if (typeof toolArgs !== 'string') return toolArgs;
  try {
    return JSON.parse(toolArgs);
  } catch {
    return toolArgs;
  }
}

const isCamelCaseEvent = ({ event }: HookCall): boolean => /^[a-z]/.test(event);

const answer: HookAnswers = {
  abstain: () => noOutput,
  allow: (call, message) => {
    if (!isCamelCaseEvent(call)) return claudeAnswers.allow(call, message);
    if (call.phase !== 'preToolUse') return noOutput;
    return jsonOutput({ permissionDecision: 'allow', ...contextField(message) });
  },
  deny: (call, reason) => {
    if (!isCamelCaseEvent(call)) return claudeAnswers.deny(call, reason);
    if (call.phase !== 'preToolUse') return jsonOutput({ decision: 'block', reason });
    return jsonOutput({ permissionDecision: 'deny', permissionDecisionReason: reason });
  },
  amend: (call, input, message) =>
    isCamelCaseEvent(call)
      ? jsonOutput({ permissionDecision: 'allow', modifiedArgs: input, additionalContext: message })
      : claudeAnswers.amend(call, input, message),
};

export const copilotFormat: HookFormat = { readCall, answer };
