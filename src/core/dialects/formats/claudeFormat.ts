// Defines the format of Claude Code's hooks (https://code.claude.com/docs/en/hooks), and those of Codex, Qwen Code and
// VS Code, which differ from it in a few answers.
import { fieldsOf, readString } from '../fields.ts';
import type { HookAnswers, HookCall, HookFormat, Output, Phase } from '../dialect.ts';

const claudePhases: ReadonlyMap<string, Phase> = new Map([
  ['PreToolUse', 'preToolUse'],
  ['PostToolUse', 'postToolUse'],
  ['PostToolUseFailure', 'postToolUse'],
  ['Stop', 'turnEnd'],
  ['SubagentStop', 'subagentEnd'],
  ['SessionStart', 'sessionStart'],
  ['UserPromptSubmit', 'turnStart'],
]);

/** Reads `{hook_event_name, tool_name, tool_input, …}`; undefined for an event that needs no answer. */
export function readClaudeCall(stdin: unknown): HookCall | undefined {
  return readCallIn(stdin, claudePhases);
}

/**
 * Reads a call like `readClaudeCall`, with an agent's own event names; undefined for events that are not keys of
 * `phases`.
 */
export function readCallIn(stdin: unknown, phases: ReadonlyMap<string, Phase>): HookCall | undefined {
  const fields = fieldsOf(stdin);
  const event = readString(fields, 'hook_event_name');
  const phase = phases.get(event ?? '');
  if (event === undefined || phase === undefined) return undefined;
  const tool = readString(fields, 'tool_name') ?? '';
  if (tool === '' && (phase === 'preToolUse' || phase === 'postToolUse')) return undefined;
  return {
    phase,
    event,
    tool,
    input: fields?.['tool_input'],
    cwd: readString(fields, 'cwd'),
    sessionId: readString(fields, 'session_id'),
    turnId: readString(fields, 'turn_id') ?? readString(fields, 'prompt_id'),
    toolUseId: readString(fields, 'tool_use_id'),
    permissionMode: readString(fields, 'permission_mode'),
    ...(fields?.['stop_hook_active'] === true ? { isContinued: true } : {}),
  };
}

/** Output of one JSON value and exit code 0. */
export function jsonOutput(value: unknown): Output {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}

export const noOutput: Output = { stdout: '', exitCode: 0 };

/** The answer before a tool. @param fields further fields of `hookSpecificOutput` */
function formatDecision(call: HookCall, permissionDecision: 'allow' | 'deny', fields: object): Output {
  return jsonOutput({ hookSpecificOutput: { hookEventName: call.event, permissionDecision, ...fields } });
}

/** The field with a text for the model, besides the prompt or the tool's result; no field without a text. */
export function contextField(text: string | undefined): { readonly additionalContext?: string } {
  return text === undefined ? {} : { additionalContext: text };
}

/** Only a tool that has not run yet can be permitted. In other phases, a denial is sent as `decision: 'block'`. */
export const claudeAnswers: HookAnswers = {
  abstain: () => noOutput,
  allow: (call, message) =>
    call.phase === 'preToolUse' ? formatDecision(call, 'allow', contextField(message)) : noOutput,
  deny: (call, reason) =>
    call.phase === 'preToolUse'
      ? formatDecision(call, 'deny', { permissionDecisionReason: reason })
      : jsonOutput({ decision: 'block', reason }),
  amend: (call, input, message) => formatDecision(call, 'allow', { updatedInput: input, additionalContext: message }),
};

/** Sends the model a message besides the prompt, at the start of a turn, or besides the result of a tool. */
export function answerWithContext({ event }: HookCall, text: string): Output {
  return jsonOutput({ hookSpecificOutput: { hookEventName: event, ...contextField(text) } });
}

export const claudeFormat: HookFormat = {
  readCall: readClaudeCall,
  answer: { ...claudeAnswers, context: answerWithContext },
};

/** VS Code expects the refusal to end a turn in the event-specific output, not at the top level. */
export const vscodeFormat: HookFormat = {
  readCall: readClaudeCall,
  answer: {
    ...claudeFormat.answer,
    deny: (call, reason) =>
      call.phase === 'turnEnd'
        ? jsonOutput({ hookSpecificOutput: { hookEventName: call.event, decision: 'block', reason } })
        : claudeAnswers.deny(call, reason),
  },
};

/** Codex reports a hook as failed if it allows a tool without changing its input, so `allow` sends no decision. */
export const codexFormat: HookFormat = {
  readCall: readClaudeCall,
  answer: {
    ...claudeAnswers,
    context: answerWithContext,
    allow: (call, message) =>
      call.phase === 'preToolUse' && message !== undefined ? answerWithContext(call, message) : noOutput,
  },
};

/** Qwen Code ignores a changed input, so `amend` denies; it drops the message of a permission, so that comes after. */
export const qwenFormat: HookFormat = {
  readCall: readClaudeCall,
  answer: {
    ...claudeAnswers,
    amend: (call, _input, message) => claudeAnswers.deny(call, message),
    messageAfter: answerWithContext,
  },
};
