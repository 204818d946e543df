// Finds the files of agents in a user's home folder, or in the folder that an environment variable names instead.

/** An environment variable by which an agent moves some of its files. */
interface Relocation {
  readonly agent: string;
  /** Start of the paths to relocate, relative to the home folder. */
  readonly defaultPath: string;
  /** Replaces `defaultPath`: a path relative to the value of the variable. */
  readonly newSuffix: string;
  readonly variable: string;
}

/**
 * Of an agent's rows, the first with a set variable and a matching path applies, so longer paths come first. VS Code
 * reads the files of other agents, but ignores their variables.
 */
const relocations: readonly Relocation[] = [
  { agent: 'claude', defaultPath: '.claude.json', newSuffix: '/.claude.json', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'claude', defaultPath: '.claude', newSuffix: '', variable: 'CLAUDE_CONFIG_DIR' },
  { agent: 'codex', defaultPath: '.codex', newSuffix: '', variable: 'CODEX_HOME' },
  { agent: 'copilot', defaultPath: '.copilot', newSuffix: '', variable: 'COPILOT_HOME' },
  { agent: 'gemini', defaultPath: '.gemini', newSuffix: '/.gemini', variable: 'GEMINI_CLI_HOME' },
  { agent: 'qwen', defaultPath: '.qwen', newSuffix: '', variable: 'QWEN_HOME' },
  { agent: 'opencode', defaultPath: '.config', newSuffix: '', variable: 'XDG_CONFIG_HOME' },
  {
    agent: 'cline',
    defaultPath: '.cline/data/settings/cline_mcp_settings.json',
    newSuffix: '',
    variable: 'CLINE_MCP_SETTINGS_PATH',
  },
  { agent: 'cline', defaultPath: '.cline/data', newSuffix: '', variable: 'CLINE_DATA_DIR' },
  { agent: 'cline', defaultPath: '.cline', newSuffix: '', variable: 'CLINE_DIR' },
];

/**
 * Absolute path of an agent's file or folder.
 * @param path relative to the home folder, with `/`
 * @param home absolute
 * @param variables of the environment; a value that is not an absolute path is ignored
 */
export function resolveHomeFile(
  agent: string,
  path: string,
  home: string,
  variables: Readonly<Record<string, string | undefined>>,
): string {
  const agentRelocations = relocations.filter((relocation) => relocation.agent === agent);
  for (const { defaultPath, newSuffix, variable } of agentRelocations) {
    const location = variables[variable]?.trim() ?? '';
    const isAbsolute = /^(?:[\\/]|[A-Za-z]:[\\/])/.test(location);
    const isAffected = path === defaultPath || path.startsWith(`${defaultPath}/`);
    // Drops slashes at the end, except for the root alone.
    if (isAbsolute && isAffected)
      return `${location.replace(/(?<=.)[\\/]+$/, '')}${newSuffix}${path.slice(defaultPath.length)}`;
  }
  return `${home}/${path}`;
}
