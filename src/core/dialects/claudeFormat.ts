// The format of Claude Code's hooks, which Codex, Copilot CLI, Qwen Code and VS Code understand as well:
// https://code.claude.com/docs/en/hooks
import { fieldsOf, textOf } from './fields.ts';
import type { Answers, HookCall, HookFormat, Output, Phase } from './dialect.ts';

const phases: ReadonlyMap<string, Phase> = new Map([
  ['PreToolUse', 'before'],
  ['PostToolUse', 'after'],
  ['PostToolUseFailure', 'after'],
  ['Stop', 'stop'],
  ['SubagentStop', 'stop'],
  ['SessionStart', 'start'],
  ['UserPromptSubmit', 'turn'],
]);

/** Reads `{hook_event_name, tool_name, tool_input, …}`. */
export function readClaudeCall(stdin: unknown): HookCall | undefined {
  return readCallIn(stdin, phases);
}

/** The same with other names of the events; those that are not among them need no answer. */
export function readCallIn(stdin: unknown, phases: ReadonlyMap<string, Phase>): HookCall | undefined {
  const fields = fieldsOf(stdin);
  const event = textOf(fields, 'hook_event_name');
  const phase = phases.get(event ?? '');
  if (event === undefined || phase === undefined) return undefined;
  const tool = textOf(fields, 'tool_name') ?? '';
  if (tool === '' && (phase === 'before' || phase === 'after')) return undefined;
  return {
    phase,
    event,
    tool,
    input: fields?.['tool_input'],
    cwd: textOf(fields, 'cwd'),
    session: textOf(fields, 'session_id'),
    turn: textOf(fields, 'turn_id') ?? textOf(fields, 'prompt_id'),
    toolUse: textOf(fields, 'tool_use_id'),
    mode: textOf(fields, 'permission_mode'),
  };
}

/** Output of one JSON value and exit code 0. */
export function printed(value: unknown): Output {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}

export const noOpinion: Output = { stdout: '', exitCode: 0 };

function decided(call: HookCall, permissionDecision: 'allow' | 'deny', more: object): Output {
  return printed({ hookSpecificOutput: { hookEventName: call.event, permissionDecision, ...more } });
}

/** What the model is to read beside the tool's own result. */
export function contextOf(words: string | undefined): { readonly additionalContext?: string } {
  return words === undefined ? {} : { additionalContext: words };
}

/** After a tool and at the end of a turn there is nothing left to permit: what the model is to read goes as a block. */
export const claudeAnswers: Answers = {
  none: () => noOpinion,
  allow: (call, words) => (call.phase === 'before' ? decided(call, 'allow', contextOf(words)) : noOpinion),
  deny: (call, reason) =>
    call.phase === 'before'
      ? decided(call, 'deny', { permissionDecisionReason: reason })
      : printed({ decision: 'block', reason }),
  amended: (call, input, words) => decided(call, 'allow', { updatedInput: input, additionalContext: words }),
};

export const claudeFormat: HookFormat = { readCall: readClaudeCall, answer: claudeAnswers };

/** Qwen Code ignores a changed input. */
export const qwenFormat: HookFormat = {
  readCall: readClaudeCall,
  answer: { ...claudeAnswers, amended: (call, _input, words) => claudeAnswers.deny(call, words) },
};
