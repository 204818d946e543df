// Where the files of agents in a user's home are, if a variable of the environment names another place.

interface Moved {
  readonly agent: string;
  /** Start of a path, relative to the home. */
  readonly from: string;
  /** What stands in place of it, below the folder that the variable names. */
  readonly to: string;
  readonly variable: string;
}

/** The first row whose variable is set counts. VS Code looks in the home, whatever is set for others. */
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
 * The absolute path of an agent's file or folder.
 * @param path relative to the home, with `/`.
 * @param home absolute.
 * @param variables of the environment; one that is no absolute path does not count.
 */
export function homeFile(
  agent: string,
  path: string,
  home: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  for (const { from, to, variable, ...row } of moved) {
    const place = variables[variable]?.trim() ?? '';
    const isThere = path === from || path.startsWith(`${from}/`);
    if (row.agent === agent && isThere && /^(?:[\\/]|[A-Za-z]:[\\/])/.test(place))
      return `${place.replace(/(?<=.)[\\/]+$/, '')}${to}${path.slice(from.length)}`;
  }
  return `${home}/${path}`;
}
