// A patch in a shell command. Codex takes two forms for its own tool, if nothing else is in the script:
//
//   apply_patch <<'EOF'            cd folder && apply_patch <<'EOF'
//   *** Begin Patch …              *** Begin Patch …
//   EOF                            EOF
//
// The command is the script, `["bash", "-lc", script]` or `["apply_patch", patch]`.

/** A patch, and the folder that its relative paths start from, relative to the call's working directory itself. */
export interface ShellPatch {
  readonly patch: string;
  readonly folder: string | undefined;
}

const shells = /^(?:.*[\\/])?(?:ba|z)?sh(?:\.exe)?$/;
const directly = /^apply_?patch$/;
const form =
  /^\s*(?:cd[ \t]+(?:([^\s'"$`\\;&|<>()*?[\]{}~#!-][^\s'"$`\\;&|<>()*?[\]{}#!]*)|"([^"$`\\]+)"|'([^']+)')[ \t]*&&\s*)?apply_?patch[ \t]*<<[ \t]*(['"]?)([A-Za-z_]\w*)\4[ \t]*\n([^]*\n)\5\s*$/;

/** The text that the shell would run; undefined for a command that is no text. */
export function scriptOf(command: unknown): string | undefined {
  if (typeof command === 'string') return command;
  if (!Array.isArray(command) || !command.every((part) => typeof part === 'string')) return undefined;
  const [first = '', flag = '', script] = command;
  return shells.test(first) && /^-l?c$/.test(flag) && command.length === 3 ? script : command.join(' ');
}

/** The patch of such a command; undefined for any other. */
export function shellPatchOf(command: unknown): ShellPatch | undefined {
  if (Array.isArray(command) && command.length === 2 && directly.test(String(command[0])))
    return { patch: String(command[1]), folder: undefined };
  const [, word, double, single, , end = '', patch = ''] = form.exec(scriptOf(command) ?? '') ?? [];
  if (patch === '' || patch.split('\n').includes(end)) return undefined;
  return { patch, folder: word ?? double ?? single };
}

/** The same command with another patch; undefined where it has none. */
export function withPatch(command: unknown, patch: string): unknown {
  const found = shellPatchOf(command);
  if (found === undefined) return undefined;
  if (Array.isArray(command) && command.length === 2) return [command[0], patch];
  // Each line of a patch begins with a mark, so none of them ends the document.
  const script = scriptOf(command)?.replace(/<<[^]*$/, () => `<<'EOF'\n${patch}EOF\n`);
  return Array.isArray(command) ? [command[0], command[1], script] : script;
}
