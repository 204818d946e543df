// `redline doctor`: reports whether agents' own edits in a folder are reviewed, and what is missing.
import path from 'node:path';
import { hookFacts, hooklessAgents, type AgentFacts, type HookFacts } from '../../core/dialects/hookFacts.ts';
import { dialectDisplayName } from '../../core/endpoint/agents.ts';
import { readCodexHookTrust, readProgramVersion, skippedStatuses } from '../agents/agentProgram.ts';
import { findProgramOnPath, removeRelativeFoldersFromPath } from '../agents/programs.ts';
import { isGateOff, readGateSettings } from '../gateSettings.ts';
import { readConnectRecords } from '../agents/connectRecords.ts';
import { formatHealth, type AgentHealth, type Health } from './health.ts';
import { collectHoldHealth, findUndoneHold } from '../hold/hold.ts';
import { findHookFaults, listServerFiles, type DoctorContext } from '../agents/hookFaults.ts';
import { findHooks, isWorkspaceHook, type FoundHook } from '../agents/findHooks.ts';
import { probeHook, type ProbeResult } from './probeHook.ts';
import { readWindowStatuses } from '../status.ts';
import { findCandidateWindows, readWindows } from '../windows.ts';
import { homedir } from 'node:os';
import { hookCommand } from '../../core/connect/hookCommand.ts';

/**
 * Reasons why Hold is not available for agents with a sandbox of their own, with an alternative; clauses after a colon.
 */
const holdRefusals: Readonly<Record<string, string>> = {
  vscode:
    "its sandbox closes its terminal alone, not the chat's own edit tools. Choose the agent Redline in the chat, which has neither",
  copilot: "its sandbox takes its policy from your settings alone, not from a folder's",
};

/** The clause for any other agent; "its" is the possessive: a sandbox of the agent's own. */
const untestedSandbox = 'Redline has tried no sandbox of its';

/**
 * Prints whether the edits of each agent in a folder are reviewed; returns the exit code, 0 if all is well.
 * @param options `--json`; `--quick`, which skips asking the agents' programs for version and trust; `--trust`, which
 * also starts an agent whose sandbox settings come only from this folder, which may be untrusted
 */
export async function runDoctor(home: string, cwd: string, options: readonly string[]): Promise<number> {
  removeRelativeFoldersFromPath();
  const launcher = path.join(home, 'bin', process.platform === 'win32' ? 'redline.cmd' : 'redline');
  const health = await collectHealth(home, {
    cwd,
    launcher,
    records: readConnectRecords(home),
    isQuick: options.includes('--quick'),
    isFolderTrusted: options.includes('--trust'),
  });
  console.log(options.includes('--json') ? JSON.stringify(health, undefined, 2) : formatHealth(health));
  return health.isWell ? 0 : 1;
}

/** Collects everything that decides whether agents' own edits in a folder are reviewed. */
async function collectHealth(home: string, context: DoctorContext): Promise<Health> {
  const { cwd } = context;
  // First, since it marks windows that are gone as closed: `readWindows` then omits them.
  const answeringFolders = new Set((await readWindowStatuses(home)).flatMap(({ folders }) => folders));
  const windows = findCandidateWindows(readWindows(home), cwd);
  const hasWindow = windows.some(({ folders }) => folders.some((folder) => answeringFolders.has(folder.path)));
  const isOff = isGateOff(home, cwd);
  const agents = await Promise.all(
    [...hookFacts, ...hooklessAgents].map((facts) => collectAgentHealth(facts, context)),
  );
  const isWell = hasWindow && !isOff && agents.every(isHealthy);
  return { hasWindow, isOff, whenAway: readGateSettings(home).whenAway, agents, isWell };
}

async function collectAgentHealth(
  facts: AgentFacts & Partial<HookFacts>,
  context: DoctorContext,
): Promise<AgentHealth> {
  const { cwd, launcher, records, isQuick } = context;
  const { id, program, onCrash, onTimeout, defaultTimeoutSeconds, testedVersion, ownQuestion } = facts;
  const hooks = findHooks(facts, cwd, launcher);
  const programPath = program === undefined ? undefined : findProgramOnPath(program);
  const asksForTrust = !isQuick && id === 'codex' && programPath !== undefined && hooks.length > 0;
  const [version, trust, probe, hold] = await Promise.all([
    programPath === undefined || isQuick ? undefined : readProgramVersion(programPath),
    asksForTrust ? readCodexHookTrust(programPath, cwd) : undefined,
    tryHook(id, hooks, context),
    collectHoldHealth(id, programPath, context),
  ]);
  return {
    id,
    name: dialectDisplayName(id),
    isInstalled: program === undefined ? undefined : programPath !== undefined,
    version,
    triedVersion: testedVersion,
    hookedBy: hooks.flatMap(({ file, isValid }) => (isValid ? [file] : [])),
    servedBy: listServerFiles(id, context),
    invalid: hooks.flatMap(({ file, isValid }) => (isValid ? [] : [file])),
    faults: [
      ...findHookFaults(facts, hooks, context),
      ...(hold?.state === 'off' ? findUndoneHold(id, cwd, records) : []),
    ],
    trust,
    probe,
    onCrash,
    onTimeout,
    defaultTimeout: defaultTimeoutSeconds,
    ...(hold === undefined ? { holdRefusal: holdRefusals[id] ?? untestedSandbox } : { hold }),
    ownQuestion,
  };
}

/**
 * Tests the first valid hook of an agent, if any, with a probe (`probe.ts`). A command from the folder's own settings
 * is run only if it starts Redline's launcher, since an untrusted folder may name any program.
 */
async function tryHook(
  agent: string,
  hooks: readonly FoundHook[],
  { cwd, launcher }: DoctorContext,
): Promise<ProbeResult | undefined> {
  const hook = hooks.find(({ command }) => command !== undefined);
  if (hook?.command === undefined) return undefined;
  const mayRun = !isWorkspaceHook(hook, cwd) || startsLauncher(hook.command, launcher, agent);
  if (mayRun) return probeHook(agent, hook.command, cwd);
  const words = `${hook.file}, a file of this folder, starts something else than ${launcher}, which was not tried: connect it again`;
  return { outcome: 'failed', milliseconds: 0, words };
}

/** Whether nothing is broken: a hook, if any, works and has no faults; Hold, if on, is in effect. True without both. */
function isHealthy({ trust, probe, hold, invalid, faults }: AgentHealth): boolean {
  const hookRuns = !skippedStatuses.includes(trust);
  const hookAnswers = probe === undefined || probe.outcome === 'asked';
  const hasFaults = invalid.length > 0 || faults.length > 0;
  return hookRuns && hookAnswers && !hasFaults && hold?.state !== 'broken';
}

/** Whether a command is `<launcher> hook <agent>`, as Connect writes it or in another usual spelling. */
function startsLauncher(command: string, launcher: string, agent: string): boolean {
  const writtenByConnect = trimCommand(hookCommand({ launcher, windows: process.platform === 'win32' }, agent));
  const pathInHome = path.relative(homedir(), launcher).replaceAll('\\', '/');
  const spellings = [
    ...(isPlainInShells(launcher) ? [launcher, `'${launcher}'`, `"${launcher}"`] : []),
    ...(isPlainInShells(pathInHome) && !pathInHome.startsWith('..')
      ? [`~/${pathInHome}`, `$HOME/${pathInHome}`, `"$HOME/${pathInHome}"`, `"$HOME"/${pathInHome}`]
      : []),
  ];
  return [writtenByConnect, ...spellings.map((spelling) => `${spelling} hook ${agent}`)].includes(trimCommand(command));
}

/** Removes PowerShell's call operator at the start, and the timeout at the end: neither changes what is started. */
function trimCommand(command: string): string {
  return command.replace(/^& /, '').replace(/ --timeout=\d+$/, '');
}

/** Whether sh and PowerShell take a text literally. cmd.exe does, except for `%NAME%` of an existing variable. */
function isPlainInShells(text: string): boolean {
  return /^[\w./@%+:-]+$/.test(text);
}
