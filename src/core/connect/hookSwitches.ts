// Finds settings that keep an agent from running Redline's hook: matchers that select other tools, and switches.
import { isHookCommand } from './hookCommand.ts';
import { fieldAt, isRecord, stringsIn } from './json/jsonNodes.ts';

/** The tools with which agents write; names separated by `|` are aliases of one tool. */
const writeToolsByAgent: Readonly<Record<string, readonly string[]>> = {
  claude: ['Edit', 'Write', 'NotebookEdit'],
  codex: ['apply_patch|Edit|Write'],
  copilot: ['edit|Edit', 'create|Write'],
  gemini: ['replace', 'write_file'],
  qwen: ['edit', 'write_file'],
  vscode: ['replace_string_in_file', 'create_file'],
};

/**
 * The agent's writing tools before which no hook of Redline runs, each by its first name.
 * @param settings values of all settings files that may contain the hook
 */
export function toolsWithoutHook(agent: string, settings: readonly unknown[]): string[] {
  const groups = settings.flatMap(groupsBeforeTools).filter((group) => runsHook(group, agent));
  return (writeToolsByAgent[agent] ?? []).flatMap((names) => {
    const aliases = names.split('|');
    const isHooked = groups.some((group) => aliases.some((name) => matchesTool(agent, group, name)));
    return isHooked ? [] : aliases.slice(0, 1);
  });
}

/** The groups of hooks that run before a tool. */
function groupsBeforeTools(settings: unknown): unknown[] {
  const events = isRecord(settings) && isRecord(settings['hooks']) ? Object.entries(settings['hooks']) : [];
  return events.flatMap(([event, groups]) =>
    /^(?:pre|before)tool/i.test(event) && Array.isArray(groups) ? groups.filter(isRecord) : [],
  );
}

function runsHook(group: unknown, agent: string): boolean {
  return stringsIn(group).some((string) => isHookCommand(string, agent));
}

function matchesTool(agent: string, group: unknown, tool: string): boolean {
  const matcher = fieldAt(group, 'matcher') ?? '';
  // VS Code runs a hook for every tool, whatever its matcher.
  if (agent === 'vscode' || matcher === '*') return true;
  if (typeof matcher !== 'string') return false;
  // Claude Code compares a matcher of words with whole names; any other is a regular expression.
  if (agent === 'claude' && /^[\w|]+$/.test(matcher)) return matcher.split('|').includes(tool);
  try {
    // An empty matcher, too, selects every tool.
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
}

/** Settings that stop hooks, by agent: a path, and the value that does so. `listed`: a list with the hook's command. */
const switchesByAgent: Readonly<Record<string, readonly (readonly [path: string, stopValue: boolean | 'listed'])[]>> = {
  claude: [['disableAllHooks', true]],
  // For the settings of Claude Code that an organisation manages: `allowManagedHooksOnly` counts only there.
  'claude-managed': [
    ['disableAllHooks', true],
    ['allowManagedHooksOnly', true],
  ],
  codex: [
    ['features.hooks', false],
    ['features.codex_hooks', false],
  ],
  copilot: [['disableAllHooks', true]],
  gemini: [
    ['hooksConfig.enabled', false],
    ['hooksConfig.disabled', 'listed'],
    // Names in older versions.
    ['hooks.enabled', false],
    ['hooks.disabled', 'listed'],
  ],
  qwen: [['disableAllHooks', true]],
};

/** Path of the setting that stops all hooks, or the one with this command. @param agent its id, or `claude-managed` */
export function findHookSwitch(agent: string, settings: unknown, command: string): string | undefined {
  return switchesByAgent[agent]?.find(([path, stopValue]) => {
    const value = fieldAt(settings, path);
    return stopValue === 'listed' ? Array.isArray(value) && value.includes(command) : value === stopValue;
  })?.[0];
}
