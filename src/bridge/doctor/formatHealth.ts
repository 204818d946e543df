// Formats the result of `redline doctor` as text for the user, with what to do about each fault.
import { escapeForDisplay } from '../../core/text/unicode.ts';
import type { AgentHealth, Health } from './health.ts';

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
  const { name, isInstalled, version, triedVersion, invalid, faults, onCrash, onTimeout, defaultTimeout, ownQuestion } =
    agent;
  const triedNote = version === triedVersion ? '' : ` (Redline was tried with ${triedVersion})`;
  const versionText = version === undefined ? '' : ` ${version}${triedNote}`;
  const installed = isInstalled === false ? 'not found on the path' : `installed${versionText}`;
  const broken = invalid.length === 0 ? '' : `cannot read ${invalid.join(', ')}, which is not valid: mend it`;
  const failureBehaviour =
    onCrash === undefined ? '' : `if the hook crashes, the edit is ${onCrash}, and if it takes too long, ${onTimeout}`;
  const timeLimit = onCrash === undefined ? '' : `a hook has ${defaultTimeout} s unless its settings say otherwise`;
  const secondQuestion =
    ownQuestion === undefined
      ? ''
      : `asks again about what you approved unless "${ownQuestion.setting}" is ${ownQuestion.value}`;
  const isKnown = isInstalled !== undefined;
  const clauses = [
    isKnown ? installed : '',
    formatHook(agent),
    broken,
    ...faults,
    formatTrust(agent),
    formatProbe(agent),
    formatHold(agent),
    failureBehaviour,
    timeLimit,
    secondQuestion,
  ];
  return escapeForDisplay(`${name}: ${clauses.filter((clause) => clause !== '').join('; ')}`);
}

function formatHook({ hookedBy, servedBy, onCrash }: AgentHealth): string {
  if (hookedBy.length > 0) return `hook in ${hookedBy.join(', ')}`;
  if (onCrash !== undefined) return 'has no hook of Redline: its own edits are not reviewed';
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
      return ['Hold is set, but was not tried', ...(hold.words === '' ? [] : [hold.words])].join(': ');
    case 'broken':
      return `Hold is not on, although it is set: ${hold?.words}`;
    case 'off':
      return ['Hold is off', ...(hold?.needs ?? [])].join('. ').replace(/\.$/, '');
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
