// Defines the probe: an edit by which `redline doctor` tests whether a hook reaches Redline. The window always denies
// it, so it is never written.

/** Session id by which the bridge and the window recognize a probe. */
export const probeSession = 'redline-probe';

/** The reason with which a window denies a probe. The doctor searches the output of a hook for it. */
export const probeAnswer = 'Redline would ask the user here.';

/** An edit as the agent's hook would describe it. */
interface Probe {
  /** Name of the event; absent in the format of Copilot CLI, which does not name its events. */
  readonly event?: string;
  readonly tool: string;
  readonly input: object;
}

/** Path of the edited file, relative to the folder. Need not exist. */
const probeFile = 'redline-probe';
const replacement = { file_path: probeFile, old_string: 'a', new_string: 'b' };
const patch = `*** Begin Patch\n*** Update File: ${probeFile}\n@@\n-a\n+b\n*** End Patch\n`;

const probeByAgent: Readonly<Record<string, Probe>> = {
  claude: { event: 'PreToolUse', tool: 'Edit', input: replacement },
  codex: { event: 'PreToolUse', tool: 'apply_patch', input: { command: patch } },
  copilot: { tool: 'edit', input: { path: probeFile, old_str: 'a', new_str: 'b' } },
  gemini: { event: 'BeforeTool', tool: 'replace', input: replacement },
  qwen: { event: 'PreToolUse', tool: 'edit', input: replacement },
  opencode: {
    event: 'tool.execute.before',
    tool: 'edit',
    input: { filePath: probeFile, oldString: 'a', newString: 'b' },
  },
  vscode: {
    event: 'PreToolUse',
    tool: 'replace_string_in_file',
    input: { filePath: probeFile, oldString: 'a', newString: 'b' },
  },
};

/** The hook input of an agent before an edit in `cwd`, an absolute path; undefined for an agent without a hook. */
export function createProbe(agent: string, cwd: string): object | undefined {
  const probe = probeByAgent[agent];
  if (probe === undefined) return undefined;
  const { event, tool, input } = probe;
  if (agent === 'opencode') return { event, tool, sessionID: probeSession, callID: probeSession, cwd, args: input };
  if (agent === 'copilot') return { sessionId: probeSession, cwd, toolName: tool, toolArgs: input };
  return {
    session_id: probeSession,
    cwd,
    hook_event_name: event,
    tool_name: tool,
    tool_input: input,
    tool_use_id: probeSession,
  };
}
