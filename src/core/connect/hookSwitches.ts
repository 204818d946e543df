// Finds in the settings of agents what keeps them from running Redline's hook, although it stands there.
import { isHookCommand } from './hookCommand.ts';
import { isRecord } from './jsonNodes.ts';

/** The tools by which agents write; names behind `|` mean the same tool. */
const writeToolsByAgent: Readonly<Record<string, readonly string[]>> = {
  claude: ['Edit', 'Write', 'NotebookEdit'],
  codex: ['apply_patch|Edit|Write'],
  copilot: ['edit|Edit', 'create|Write'],
  gemini: ['replace', 'write_file'],
  qwen: ['edit', 'write_file'],
  vscode: ['replace_string_in_file', 'create_file'],
};

/** The tools by which an agent writes before which none of these settings has it run the hook. */
export function toolsWithoutHook(agent: string, settings: readonly unknown[]): string[] {
  const groups = settings.flatMap((each) => groupsBeforeTools(each).filter((group) => runsHook(group, agent)));
  return (writeToolsByAgent[agent] ?? []).flatMap((names) => {
    const [name = '', ...otherNames] = names.split('|');
    return groups.some((group) => [name, ...otherNames].some((each) => matchesTool(agent, group, each))) ? [] : [name];
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
  return stringsIn(group).some((each) => isHookCommand(each, agent));
}

function matchesTool(agent: string, group: unknown, tool: string): boolean {
  const matcher = isRecord(group) ? (group['matcher'] ?? '') : '';
  // VS Code runs a hook for every tool, whatever its matcher.
  if (agent === 'vscode' || matcher === '*') return true;
  if (typeof matcher !== 'string') return false;
  // Claude Code compares such a matcher with whole names; any other is a regular expression.
  if (agent === 'claude' && /^[\w|]+$/.test(matcher)) return matcher.split('|').includes(tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
}

/** Settings that stop hooks: a member at a path, and the value by which it does; `listed` is a list that names the hook. */
const switchesByAgent: Readonly<Record<string, readonly (readonly [path: string, stops: boolean | 'listed'])[]>> = {
  claude: [['disableAllHooks', true]],
  // Of the organisation, which no other settings can set.
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
    // As older versions name them.
    ['hooks.enabled', false],
    ['hooks.disabled', 'listed'],
  ],
  qwen: [['disableAllHooks', true]],
};

/** The setting by which an agent runs no hooks, or not this one; undefined if there is none. */
export function findHookSwitch(agent: string, settings: unknown, command: string): string | undefined {
  return switchesByAgent[agent]?.find(([path, stopValue]) => {
    const value = fieldAt(settings, path);
    return stopValue === 'listed' ? Array.isArray(value) && value.includes(command) : value === stopValue;
  })?.[0];
}

function fieldAt(settings: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), settings);
}

/** All strings in a value of JSON or TOML. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : [];
}
