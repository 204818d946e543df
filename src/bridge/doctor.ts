// `redline doctor`: reports whether agents' own edits in a folder are reviewed, and what is missing.
import path from 'node:path';
import { hookFacts, hooklessAgents, type AgentFacts, type HookFacts } from '../core/dialects/hookFacts.ts';
import { agentDisplayName, agentIdOfHook } from '../core/endpoint/agents.ts';
import { codexHookTrust, programOnPath, readProgramVersion } from './agentProgram.ts';
import { isOff, readGateSettings } from './gateSettings.ts';
import { readConnectRecords } from './connectRecords.ts';
import { healthText } from './doctorText.ts';
import type { AgentHealth, Health } from './health.ts';
import { holdHealth, undoneHold } from './hold.ts';
import { filesWithServer, hookFaults, type Place } from './hookFaults.ts';
import { hooksFound } from './hooksFound.ts';
import { probeHook } from './probeHook.ts';
import { windowStatuses } from './status.ts';
import { candidateWindows, readWindows } from './windows.ts';

/**
 * Prints whether the edits of each agent in a folder are reviewed; returns the exit code, 0 if all is well.
 * @param options `--json`, and `--quick`, which skips asking the agents' programs for version and trust
 */
export async function runDoctor(home: string, cwd: string, options: readonly string[]): Promise<number> {
  const health = await healthOf(home, cwd, options.includes('--quick'));
  console.log(options.includes('--json') ? JSON.stringify(health, undefined, 2) : healthText(health));
  return health.isWell ? 0 : 1;
}

/** Collects everything that decides whether agents' own edits in a folder are reviewed. */
async function healthOf(home: string, cwd: string, isQuick: boolean): Promise<Health> {
  const answering = new Set((await windowStatuses(home)).flatMap(({ folders }) => folders));
  const windows = candidateWindows(readWindows(home), cwd);
  const hasWindow = windows.some(({ folders }) => folders.some((folder) => answering.has(folder.path)));
  const off = isOff(home, cwd);
  const launcher = path.join(home, 'bin', process.platform === 'win32' ? 'redline.cmd' : 'redline');
  const place = { cwd, launcher, records: readConnectRecords(home) };
  const agents = await Promise.all(
    [...hookFacts, ...hooklessAgents].map((facts) => agentHealth(facts, place, isQuick)),
  );
  const isWell = hasWindow && !off && agents.every(isGuarded);
  return { hasWindow, isOff: off, whenAway: readGateSettings(home).whenAway, agents, isWell };
}

async function agentHealth(
  facts: AgentFacts & Partial<HookFacts>,
  place: Place,
  isQuick: boolean,
): Promise<AgentHealth> {
  const { cwd, launcher, records } = place;
  const { id, program, onCrash, onTimeout, defaultTimeout, triedVersion, ownQuestion } = facts;
  const hooks = hooksFound(facts, cwd, launcher);
  const command = hooks.find((hook) => hook.command !== undefined)?.command;
  const file = program === undefined ? undefined : programOnPath(program);
  const asksForTrust = !isQuick && id === 'codex' && file !== undefined && hooks.length > 0;
  const [version, trust, probe, hold] = await Promise.all([
    file === undefined || isQuick ? undefined : readProgramVersion(file),
    asksForTrust ? codexHookTrust(file, cwd) : undefined,
    command === undefined ? undefined : probeHook(id, command, cwd),
    holdHealth(id, cwd, file, isQuick),
  ]);
  return {
    id,
    name: agentDisplayName(agentIdOfHook(id)),
    isInstalled: program === undefined ? undefined : file !== undefined,
    version,
    triedVersion,
    hookedBy: hooks.flatMap(({ file: by, isValid }) => (isValid ? [by] : [])),
    servedBy: filesWithServer(id, place),
    invalid: hooks.flatMap(({ file: by, isValid }) => (isValid ? [] : [by])),
    faults: [...hookFaults(facts, hooks, place), ...(hold?.state === 'off' ? undoneHold(id, cwd, records) : [])],
    trust,
    probe,
    ...(onCrash === undefined ? {} : { onCrash }),
    ...(onTimeout === undefined ? {} : { onTimeout }),
    ...(defaultTimeout === undefined ? {} : { defaultTimeout }),
    ...(hold === undefined ? {} : { hold }),
    ...(ownQuestion === undefined ? {} : { ownQuestion }),
  };
}

/** Whether an agent has no hook, or one that works, and Hold is off or holds. */
function isGuarded({ trust, probe, hold, invalid, faults }: AgentHealth): boolean {
  const isSkipped = trust === 'untrusted' || trust === 'modified';
  const isAsked = probe === undefined || probe.outcome === 'asked';
  return !isSkipped && invalid.length + faults.length === 0 && hold?.state !== 'broken' && isAsked;
}
