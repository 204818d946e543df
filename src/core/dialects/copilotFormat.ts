// The format of Copilot CLI's hooks: https://docs.github.com/en/copilot/reference/hooks-configuration
// A hook of an event in PascalCase speaks the format of Claude Code with Copilot's own arguments, one in camelCase its own.
import { claudeAnswers, contextOf, noOpinion, printed, readClaudeCall } from './claudeFormat.ts';
import type { Answers, HookCall, HookFormat, Phase } from './dialect.ts';
import { fieldsOf, textOf, type Fields } from './fields.ts';

/** The input of an event in camelCase does not name the event: these fields tell it. */
const marks: readonly (readonly [field: string, event: string, phase: Phase])[] = [
  ['toolResult', 'postToolUse', 'after'],
  ['toolArgs', 'preToolUse', 'before'],
  ['stopReason', 'agentStop', 'stop'],
  ['prompt', 'userPromptSubmitted', 'turn'],
  ['source', 'sessionStart', 'start'],
];

function readCall(stdin: unknown): HookCall | undefined {
  const fields = fieldsOf(stdin);
  if (fields === undefined || Object.hasOwn(fields, 'hook_event_name')) return readClaudeCall(stdin);
  const [, event, phase] = marks.find(([field]) => Object.hasOwn(fields, field)) ?? [];
  const tool = textOf(fields, 'toolName') ?? '';
  if (event === undefined || phase === undefined || ((phase === 'before' || phase === 'after') && tool === ''))
    return undefined;
  const { cwd, session } = { cwd: textOf(fields, 'cwd'), session: textOf(fields, 'sessionId') };
  return { phase, event, tool, input: argumentsOf(fields), cwd, session, toolUse: textOf(fields, 'toolCallId') };
}

/** Some versions give the arguments as JSON in a text. */
function argumentsOf(fields: Fields): unknown {
  const given = fields['toolArgs'];
  if (typeof given !== 'string') return given;
  try {
    return JSON.parse(given);
  } catch {
    return given;
  }
}

const isCamel = ({ event }: HookCall): boolean => /^[a-z]/.test(event);

const answer: Answers = {
  none: () => noOpinion,
  allow: (call, words) => {
    if (!isCamel(call)) return claudeAnswers.allow(call, words);
    return call.phase === 'before' ? printed({ permissionDecision: 'allow', ...contextOf(words) }) : noOpinion;
  },
  deny: (call, reason) => {
    if (!isCamel(call)) return claudeAnswers.deny(call, reason);
    if (call.phase !== 'before') return printed({ decision: 'block', reason });
    return printed({ permissionDecision: 'deny', permissionDecisionReason: reason });
  },
  amended: (call, input, words) =>
    isCamel(call)
      ? printed({ permissionDecision: 'allow', modifiedArgs: input, additionalContext: words })
      : claudeAnswers.amended(call, input, words),
};

export const copilotFormat: HookFormat = { readCall, answer };
