// Lists the hook formats of all agents, and the tools that their hooks are for.
import { claudeFormat, codexFormat, qwenFormat, vscodeFormat } from './claudeFormat.ts';
import { copilotFormat } from './copilotFormat.ts';
import type { HookFormat } from '../dialect.ts';
import { geminiFormat } from './geminiFormat.ts';
import { opencodeFormat } from './opencodeFormat.ts';

/** The format of an agent's hooks, and the tools that they are for. */
export interface AgentHookFormat extends HookFormat {
  /** The tools whose calls a window may deny or amend. */
  readonly tools: ReadonlySet<string>;
  /**
   * The other tools, which run commands: a window only observes their changes. Codex's `Bash` is none of them, since it
   * can also apply a patch.
   */
  readonly shells: ReadonlySet<string>;
}

/** Adds the names of tools to a format. @param tools names, separated by blanks; likewise `shells` */
function withTools(format: HookFormat, tools: string, shells = ''): AgentHookFormat {
  return { ...format, tools: new Set(tools.split(' ')), shells: new Set(shells.split(' ').filter(Boolean)) };
}

/**
 * Hook formats by agent id. Separate from the dialects, which are ten times as large: the bridge starts for every tool
 * call of an agent. A test compares the tools here with the dialects' tools.
 */
export const hookFormats: ReadonlyMap<string, AgentHookFormat> = new Map([
  [
    'vscode',
    withTools(
      vscodeFormat,
      'replace_string_in_file multi_replace_string_in_file create_file apply_patch insert_edit_into_file edit_notebook_file create_new_jupyter_notebook vscode_renameSymbol create_and_run_task create_directory run_vscode_command read_file view_image get_errors copilot_getNotebookSummary read_notebook_cell_output get_changed_files fetch_webpage open_browser_page navigate_page grep_search',
      'run_in_terminal send_to_terminal',
    ),
  ],
  ['claude', withTools(claudeFormat, 'Edit MultiEdit Write NotebookEdit Read Grep', 'Bash PowerShell Monitor')],
  ['codex', withTools(codexFormat, 'apply_patch Bash')],
  [
    'copilot',
    withTools(
      copilotFormat,
      'edit Edit create Create Write apply_patch view View Read grep rg Grep',
      'bash Bash shell powershell',
    ),
  ],
  [
    'gemini',
    withTools(
      geminiFormat,
      'replace write_file read_file read_many_files grep_search search_file_content',
      'run_shell_command',
    ),
  ],
  [
    'qwen',
    withTools(
      qwenFormat,
      'edit write_file notebook_edit read_file read_many_files grep_search',
      'run_shell_command monitor',
    ),
  ],
  ['opencode', withTools(opencodeFormat, 'edit write apply_patch patch read grep', 'bash')],
]);
