// Finds the files of agents in a user's home, or where a variable of the environment moves them.

interface Moved {
  readonly agent: string;
  /** Start of a path, relative to the home folder. */
  readonly from: string;
  /** Replacement for the default path, relative to the folder in the variable. */
  readonly to: string;
  readonly variable: string;
}

/** The first row whose variable is set counts. VS Code ignores the variables of other agents. */
const moved: readonly Moved[] = [
  { agent: 'claude', from: '.claude.json', to: '/.claude.json', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'claude', from: '.claude', to: '', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'codex', from: '.codex', to: '', variable: 'CODEX_HOME' },
  { agent: 'copilot', from: '.copilot', to: '', variable: 'COPILOT_HOME' },
  { agent: 'gemini', from: '.gemini', to: '/.gemini', variable: 'GEMINI_CLI_HOME' },
  { agent: 'qwen', from: '.qwen', to: '', variable: 'QWEN_HOME' },
  { agent: 'opencode', from: '.config', to: '', variable: 'XDG_CONFIG_HOME' },
  {
    agent: 'cline',
    from: '.cline/data/settings/cline_mcp_settings.json',
    to: '',
    variable: 'CLINE_MCP_SETTINGS_PATH',
  },
  { agent: 'cline', from: '.cline/data', to: '', variable: 'CLINE_DATA_DIR' },
  { agent: 'cline', from: '.cline', to: '', variable: 'CLINE_DIR' },
];

/**
 * Absolute path of an agent's file or folder.
 * @param path relative to the home folder, with `/`
 * @param home absolute
 * @param variables of the environment; a value that is not an absolute path is ignored
 */
export function homeFile(
  agent: string,
  path: string,
  home: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  for (const { from, to, variable, ...row } of moved) {
    const location = variables[variable]?.trim() ?? '';
    const isThere = path === from || path.startsWith(`${from}/`);
    if (row.agent === agent && isThere && /^(?:[\\/]|[A-Za-z]:[\\/])/.test(location))
      return `${location.replace(/(?<=.)[\\/]+$/, '')}${to}${path.slice(from.length)}`;
  }
  return `${home}/${path}`;
}
