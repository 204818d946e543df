// Formats the result of `redline doctor` for the terminal, with what to do about each fault.
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { AgentHealth, Health } from './health.ts';

/** Formats the result: a line about the window, one about the gate if it is off, then one for each agent. */
export function formatHealth({ hasWindow, isOff, whenAway, agents }: Health): string {
  const awayText = whenAway === 'deny' ? 'Edits are refused.' : "The agents' own permissions decide.";
  return [
    hasWindow
      ? 'A VS Code window with Redline has this folder open.'
      : `No VS Code window with Redline has this folder open. ${awayText}`,
    ...(isOff ? ['The gate is switched off here. Run `redline on` to have edits reviewed.'] : []),
    ...agents.map(formatAgent),
  ].join('\n');
}

function formatAgent(agent: AgentHealth): string {
  const { name, invalid, faults, onCrash, onTimeout, defaultTimeout, ownQuestion } = agent;
  const clauses = [
    formatInstallation(agent),
    formatHook(agent),
    invalid.length > 0 && `cannot read ${invalid.join(', ')}, which is not valid: mend it`,
    ...faults,
    formatTrust(agent),
    formatProbe(agent),
    formatHold(agent),
    hasHookSupport(agent) && `if the hook crashes, the edit is ${onCrash}, and if it takes too long, ${onTimeout}`,
    hasHookSupport(agent) && `a hook has ${defaultTimeout} s unless its settings say otherwise`,
    ownQuestion && `asks again about what you approved unless "${ownQuestion.setting}" is ${ownQuestion.value}`,
  ];
  return escapeForDisplay(`${name}: ${clauses.filter(Boolean).join('; ')}`);
}

/** Whether Redline has a hook for the agent. */
function hasHookSupport({ onCrash }: AgentHealth): boolean {
  return onCrash !== undefined;
}

function formatInstallation({ isInstalled, version, triedVersion }: AgentHealth): string {
  if (isInstalled === undefined) return '';
  if (!isInstalled) return 'not found on the path';
  if (version === undefined) return 'installed';
  const triedNote = version === triedVersion ? '' : ` (Redline was tried with ${triedVersion})`;
  return `installed ${version}${triedNote}`;
}

function formatHook(agent: AgentHealth): string {
  const { hookedBy, servedBy } = agent;
  if (hookedBy.length > 0) return `hook in ${hookedBy.join(', ')}`;
  if (hasHookSupport(agent)) return 'has no hook of Redline: its own edits are not reviewed';
  const tools = servedBy.length === 0 ? '' : `has Redline's tools by ${servedBy.join(', ')}; `;
  return `${tools}Redline has no hook for it: edits by its own tools are not reviewed`;
}

function formatTrust({ trust, faults }: AgentHealth): string {
  switch (trust) {
    case 'untrusted':
    case 'modified':
      return 'it skips the hook until you trust it: start it here, and choose the hook in /hooks';
    case 'trusted':
    case 'managed':
      return 'it trusts the hook';
    case 'missing':
      // A fault already names the reason.
      return faults.length > 0
        ? 'it lists no hook of Redline'
        : 'it lists no hook of Redline: start it here, and trust the folder';
    case 'unknown':
      return 'whether it trusts the hook is not known';
    case undefined:
      return '';
  }
}

function formatHold({ hold, holdRefusal }: AgentHealth): string {
  switch (hold?.state) {
    case 'on': {
      const exceptions = hold.writable.length === 0 ? '' : `, but in ${hold.writable.join(', ')}`;
      return `Hold is on: its shell and its own tools write nothing here${exceptions}`;
    }
    case 'set':
      return `Hold is set, but was not tried${hold.words === '' ? '' : `: ${hold.words}`}`;
    case 'broken':
      return `Hold is not on, although it is set: ${hold.words}`;
    case 'off':
      // Needs are whole sentences; without the last full stop, the "; " of the next clause can follow.
      return ['Hold is off', ...hold.needs].join('. ').replace(/\.$/, '');
    case undefined:
      return `it cannot be held: ${holdRefusal}`;
  }
}

function formatProbe({ probe }: AgentHealth): string {
  switch (probe?.outcome) {
    case 'asked':
      return `asked in ${probe.milliseconds} ms`;
    case 'open':
      return 'the hook has no opinion here, so its own permissions decide';
    case 'refused':
      return `the hook refuses its edits unasked: ${probe.words}`;
    case 'failed':
      return `the hook fails: ${probe.words}`;
    case undefined:
      return '';
  }
}
