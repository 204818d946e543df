// Summarizes what an agent's turn changed, from the calls of the audit log, for a commit message or a pull request.
import { pluralize } from '../wording/phrase.ts';
import { changedFilesOf, omitImpliedFolders } from './changedFiles.ts';
import type { ExportedCall } from './exportedCall.ts';

/** The calls of an agent's turn, oldest first. */
export interface AuditTurn {
  readonly calls: readonly ExportedCall[];
  /** The calls whose changes were all made. */
  readonly applied: readonly ExportedCall[];
  /** The calls that failed halfway and were not undone completely: those with the error code `PARTIALLY_APPLIED`. */
  readonly partlyApplied: readonly ExportedCall[];
}

/** Pause in milliseconds after which a new turn begins, for agents that do not report turns. */
const turnGapMs = 10 * 60_000;
/** Maximum number of files named in a summary. */
const maxListedFiles = 50;

/** The turns that changed files, perhaps only partly; newest first. @param calls oldest first */
export function groupByTurn(calls: readonly ExportedCall[]): readonly AuditTurn[] {
  const turns = splitIntoTurns(calls).map((callsOfTurn) => ({
    calls: callsOfTurn,
    applied: callsOfTurn.filter(({ applied }) => applied),
    partlyApplied: callsOfTurn.filter(isPartlyApplied),
  }));
  const startOf = ({ calls: [first] }: AuditTurn): string => first?.time ?? '';
  return turns
    .filter(({ applied, partlyApplied }) => applied.length + partlyApplied.length > 0)
    .toSorted((a, b) => startOf(b).localeCompare(startOf(a)));
}

function isPartlyApplied({ outcome }: ExportedCall): boolean {
  return outcome === 'PARTIALLY_APPLIED';
}

/** Groups calls (oldest first) by session and by the id of their turn, or, if the agent reports no turns, by pauses. */
function splitIntoTurns(calls: readonly ExportedCall[]): readonly (readonly ExportedCall[])[] {
  const turnsByKey = new Map<string, ExportedCall[][]>();
  for (const call of calls) {
    const { agent, via, session = '', turn = '' } = call;
    const key = JSON.stringify([agent, via, session, turn]);
    const turnsOfKey = turnsByKey.get(key) ?? [];
    const lastTurn = turnsOfKey.at(-1);
    const lastCall = lastTurn?.at(-1);
    const reportsTurns = turn !== '';
    const isSameTurn =
      lastCall !== undefined && (reportsTurns || Date.parse(call.time) - endTimeOf(lastCall) <= turnGapMs);
    if (isSameTurn) lastTurn?.push(call);
    else turnsByKey.set(key, [...turnsOfKey, [call]]);
  }
  return [...turnsByKey.values()].flat();
}

function endTimeOf({ time, milliseconds }: ExportedCall): number {
  return Date.parse(time) + milliseconds;
}

/** Summary of a turn's changes, in English. */
export interface TurnOutline {
  /** A sentence without a full stop. */
  readonly title: string;
  /** The files, each with its net change. The last entry may be the number of files not listed. */
  readonly files: readonly string[];
}

/** Outlines what the applied calls of a turn changed. */
export function outlineTurn({ calls, applied }: AuditTurn): TurnOutline {
  const files = changedFilesOf(applied);
  const listedFiles = files.slice(0, maxListedFiles).map(({ path, effect }) => `${path} (${effect})`);
  const count = files.length + countUnlistedChanges(applied);
  const unlistedCount = count - listedFiles.length;
  const agentName = calls[0]?.agentName ?? '';
  const effect = count === 0 ? 'may have changed files' : `changed ${pluralize(count, 'file')}`;
  return {
    title: `${agentName} ${effect}, reviewed with Redline`,
    files: unlistedCount > 0 ? [...listedFiles, `and ${unlistedCount} more`] : listedFiles,
  };
}

/** The number of changes that the log counts, but does not list. Callers take each for a file. */
function countUnlistedChanges(calls: readonly ExportedCall[]): number {
  return calls.reduce((sum, { moreChanges = 0 }) => sum + moreChanges, 0);
}

/**
 * A turn as the body of a commit message, in English like commit messages: the changed files, the agent, and the
 * approvals. Ends without a newline. Empty for a turn without calls.
 */
export function summarizeTurn(turn: AuditTurn): string {
  const { calls, partlyApplied } = turn;
  const [first] = calls;
  if (first === undefined) return '';
  const { title, files } = outlineTurn(turn);
  return [
    title,
    '',
    ...files.map((file) => `- ${file}`),
    '',
    `Agent: ${first.agentName} (${first.agent}, ${first.via})`,
    ...describePartlyApplied(partlyApplied),
    ...describeApprovals(calls).map((line) => `Reviewed: ${line}`),
  ].join('\n');
}

/** Names all planned files, since the log does not record which writes were undone. */
function describePartlyApplied(calls: readonly ExportedCall[]): readonly string[] {
  if (calls.length === 0) return [];
  const paths = [...new Set(omitImpliedFolders(calls.flatMap(({ changes }) => changes)).map(({ path }) => path))];
  const shownPaths = paths.slice(0, maxListedFiles);
  const unlistedCount = paths.length - shownPaths.length + countUnlistedChanges(calls);
  const more = unlistedCount > 0 ? ` and ${unlistedCount} more` : '';
  return [`Partly applied: ${pluralize(calls.length, 'call')}, which may have changed ${shownPaths.join(', ')}${more}`];
}

/** Counts the calls by approval or rejection: "3 calls approved by a person (editor)". */
function describeApprovals(calls: readonly ExportedCall[]): readonly string[] {
  const countByKind = new Map<string, number>();
  for (const call of calls) {
    const kind = approvalKindOf(call);
    if (kind !== undefined) countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1);
  }
  return [...countByKind].map(([kind, count]) => `${pluralize(count, 'call')} ${kind}`);
}

/** Tells how the changes of a call were approved or rejected; undefined if it has none, or was not decided. */
function approvalKindOf(call: ExportedCall): string | undefined {
  const { answers, verdict, changes, moreChanges = 0 } = call;
  if (changes.length + moreChanges === 0) return undefined;
  // An answer with a path is about reading it.
  const answer = answers.findLast(({ path }) => path === undefined);
  if (!call.applied && !isPartlyApplied(call)) return answer?.approved === false ? 'rejected' : undefined;
  if (answer !== undefined)
    return `approved by a person (${answer.surface}${answer.amended === true ? ', amended' : ''})`;
  if (verdict?.action === 'later') return 'made at once, to be reviewed later';
  return verdict?.setting === undefined ? 'approved in advance' : `allowed by a rule in ${verdict.setting}`;
}
