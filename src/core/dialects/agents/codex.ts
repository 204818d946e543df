// Defines the dialect of Codex. Inputs and behaviour as of 0.169: https://developers.openai.com/codex/hooks
//
// Codex applies a patch in a command of its shell tool itself if the script has one of two forms and nothing else:
//
//   apply_patch <<'EOF'            cd folder && apply_patch <<'EOF'
//   *** Begin Patch …              *** Begin Patch …
//   EOF                            EOF
//
// The command is the script, `["bash", "-lc", script]` or `["apply_patch", patch]`.
import { codexFormat } from '../formats/claudeFormat.ts';
import { formatApplyPatch } from '../toolInputs/formatApplyPatch.ts';
import { createDialect } from '../createDialect.ts';
import type { PatchToolBehavior } from '../predict/predictApplyPatch.ts';
import { fieldsOf } from '../fields.ts';
import {
  inexactPatchReason,
  patchIntent,
  createPredictPatch,
  createPatchTool,
  notExpressibleRefusal,
} from '../toolInputs/patchTool.ts';
import type { Tool } from '../toolInputs/toolAdapters.ts';

/** A patch, and the base folder of its relative paths (relative to the call's working directory). */
interface ShellPatch {
  readonly patch: string;
  readonly folder: string | undefined;
}

const shellPattern = /^(?:.*[\\/])?(?:ba|z)?sh(?:\.exe)?$/;
const patchCommandPattern = /^apply_?patch$/;

/** Matches a folder in which the shell expands nothing: bare, in double quotes, or in single quotes. */
const bareFolderSource = /(?<bareFolder>[^\s'"$`\\;&|<>()*?[\]{}~#!-][^\s'"$`\\;&|<>()*?[\]{}#!]*)/.source;
const quotedFolderSource = /"(?<doubleQuoted>[^"$`\\]+)"|'(?<singleQuoted>[^']+)'/.source;
const changeFolderSource = String.raw`cd[ \t]+(?:${bareFolderSource}|${quotedFolderSource})[ \t]*&&\s*`;
/** Matches `<<EOF`, `<<'EOF'` or `<<"EOF"`, the lines of the patch, and the delimiter on its own line. */
const heredocSource =
  /<<[ \t]*(?<quote>['"]?)(?<delimiter>[A-Za-z_]\w*)\k<quote>[ \t]*\n(?<patch>[^]*\n)\k<delimiter>\s*/.source;
const scriptPattern = new RegExp(
  String.raw`^\s*(?:${changeFolderSource})?apply_?patch[ \t]*(?<heredoc>${heredocSource})$`,
  'd',
);

/** The script that the shell would run; undefined if the command is neither a string nor a list of strings. */
function scriptOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((part) => typeof part === 'string')) return undefined;
  const [first = '', flag = '', script] = command;
  return shellPattern.test(first) && /^-l?c$/.test(flag) && command.length === 3 ? script : command.join(' ');
}

/** The patch in a command of one of the forms above; undefined for any other command. */
function shellPatchOf(command: unknown): ShellPatch | undefined {
  if (isDirectCall(command)) return { patch: String(command[1]), folder: undefined };
  const groups = scriptPattern.exec(scriptOf(command) ?? '')?.groups ?? {};
  const { patch = '', delimiter = '', bareFolder, doubleQuoted, singleQuoted } = groups;
  // The shell ends the here-document at the first delimiter line, so the rest would run as commands.
  if (patch === '' || patch.split('\n').includes(delimiter)) return undefined;
  return { patch, folder: bareFolder ?? doubleQuoted ?? singleQuoted };
}

/** The command with another patch, ended by a line feed; undefined if the command has none. */
function withPatch(command: unknown, patch: string): unknown {
  if (shellPatchOf(command) === undefined) return undefined;
  if (isDirectCall(command)) return [command[0], patch];
  const script = scriptOf(command) ?? '';
  const [start = 0] = scriptPattern.exec(script)?.indices?.groups?.['heredoc'] ?? [];
  // No line of a patch equals the delimiter, since each begins with a marker.
  const replaced = `${script.slice(0, start)}<<'EOF'\n${patch}EOF\n`;
  return Array.isArray(command) ? [command[0], command[1], replaced] : replaced;
}

/** Whether the command is `["apply_patch", patch]`, without a shell. */
function isDirectCall(command: unknown): command is readonly [unknown, unknown] {
  return Array.isArray(command) && command.length === 2 && patchCommandPattern.test(String(command[0]));
}

const patchBehavior: PatchToolBehavior = { keepsCrlf: true, addsFinalNewline: true };

/** The shell tool. For a command that only calls `apply_patch`, Codex runs its patch tool instead of a shell. */
const bashTool: Tool = {
  intentOf(input) {
    const script = scriptOf(input['command']);
    if (script === undefined) return { kind: 'unknown' };
    const shellPatch = shellPatchOf(input['command']);
    if (shellPatch !== undefined) return patchIntent(shellPatch.patch, shellPatch.folder);
    const containsPatch = /\bapply_?patch\b/.test(script) && script.includes('*** Begin Patch');
    if (!containsPatch) return { kind: 'shell', command: script };
    const why =
      "Redline can show a patch only if nothing else is in the command. Call apply_patch <<'EOF' alone, or Redline's apply_patch.";
    return { kind: 'unpredictable', why };
  },
  amend(input, approved) {
    const text = formatApplyPatch(approved, patchBehavior);
    const command = text === undefined ? undefined : withPatch(input['command'], text);
    return command === undefined ? notExpressibleRefusal : { input: { ...input, command } };
  },
};

export const codex = createDialect({
  ...codexFormat,
  id: 'codex',
  tools: new Map([
    ['apply_patch', createPatchTool('command', patchBehavior)],
    ['Bash', bashTool],
  ]),
  reportsFailures: false,
  // Codex runs no hook after a patch in a shell command.
  endsSilently: ({ tool, input }) => tool === 'Bash' && shellPatchOf(fieldsOf(input)?.['command']) !== undefined,
  // Codex edits only by patches.
  predictEdit: () => undefined,
  predictPatch: createPredictPatch(patchBehavior, inexactPatchReason),
});
