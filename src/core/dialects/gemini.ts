// Gemini CLI. Inputs and behaviour as of 0.61: https://geminicli.com/docs/hooks/reference
import { noOpinion, printed, readCallIn } from './claudeFormat.ts';
import type { Answers, Phase } from './dialect.ts';
import type { Fields } from './fields.ts';
import { madeDialect } from './madeDialect.ts';
import { resultOfTextTool } from './textTool.ts';
import { readTool, replaceTool, shellTool, writeTool, type Tool } from './tools.ts';

const phases: ReadonlyMap<string, Phase> = new Map([
  ['BeforeTool', 'before'],
  ['AfterTool', 'after'],
  ['AfterAgent', 'stop'],
  ['SessionStart', 'start'],
  ['BeforeAgent', 'turn'],
]);

const names = { path: 'file_path', oldText: 'old_string', newText: 'new_string', all: 'allow_multiple', lf: true };
const replaceOne = replaceTool(names);

/** Older versions count the places in `expected_replacements` instead of `allow_multiple`. */
const replace: Tool = {
  intentOf: (input) => replaceOne.intentOf(withoutCount(input)),
  amend: (input, approved) => replaceOne.amend?.(withoutCount(input), approved) ?? { cannot: 'It cannot be changed.' },
};

function withoutCount({ expected_replacements: expected, ...input }: Fields): Fields {
  return typeof expected === 'number' && expected > 1 ? { allow_multiple: true, ...input } : input;
}

/** The changed input replaces the whole input, although the documentation says that the two are merged. */
const answer: Answers = {
  none: () => noOpinion,
  allow: (call) => (call.phase === 'before' ? printed({ decision: 'allow' }) : noOpinion),
  deny: (_call, reason) => printed({ decision: 'deny', reason }),
  amended: (call, input, words) =>
    printed({
      decision: 'allow',
      hookSpecificOutput: { hookEventName: call.event, tool_input: input, additionalContext: words },
    }),
};

export const gemini = madeDialect({
  id: 'gemini',
  tools: new Map([
    ['replace', replace],
    ['write_file', writeTool({ path: 'file_path', text: 'content' }, false)],
    ['read_file', readTool('file_path', 'absolute_path')],
    ['read_many_files', readTool('include', 'paths')],
    ['run_shell_command', shellTool('command')],
  ]),
  readCall: (stdin) => readCallIn(stdin, phases),
  resultOf: resultOfTextTool({
    writesCrlf: (text) => text.includes('\r\n'),
    writeKeepsCrlf: true,
    adaptsReplacement: true,
    keepsFinalEnd: true,
  }),
  answer,
});
