// Finds the patch in a command of Codex's shell tool, and replaces it. Codex applies a patch itself if the script has one
// of two forms and nothing else:
//
//   apply_patch <<'EOF'            cd folder && apply_patch <<'EOF'
//   *** Begin Patch …              *** Begin Patch …
//   EOF                            EOF
//
// The command is the script, `["bash", "-lc", script]` or `["apply_patch", patch]`.

/** A patch, and the base folder of its relative paths (relative to the call's working directory). */
export interface ShellPatch {
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
export function scriptOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((part) => typeof part === 'string')) return undefined;
  const [first = '', flag = '', script] = command;
  return shellPattern.test(first) && /^-l?c$/.test(flag) && command.length === 3 ? script : command.join(' ');
}

/** The patch in a command of one of the forms above; undefined for any other command. */
export function shellPatchOf(command: unknown): ShellPatch | undefined {
  if (isDirectCall(command)) return { patch: String(command[1]), folder: undefined };
  const groups = scriptPattern.exec(scriptOf(command) ?? '')?.groups ?? {};
  const { patch = '', delimiter = '', bareFolder, doubleQuoted, singleQuoted } = groups;
  // The shell ends the here-document at the first delimiter line, so the rest would run as commands.
  if (patch === '' || patch.split('\n').includes(delimiter)) return undefined;
  return { patch, folder: bareFolder ?? doubleQuoted ?? singleQuoted };
}

/** The command with another patch, ended by a line feed; undefined if the command has none. */
export function withPatch(command: unknown, patch: string): unknown {
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
