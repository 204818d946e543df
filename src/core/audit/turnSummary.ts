// Summarizes what an agent's turn changed, from the calls of the audit log, for a commit message or a pull request.
import { foldersOf } from '../path/foldersOf.ts';
import { pluralize } from '../wording/pluralize.ts';
import type { ExportedCall } from './exportedCall.ts';

/** The calls of an agent's turn, oldest first. */
export interface AuditTurn {
  readonly calls: readonly ExportedCall[];
  /** The calls that wrote all that they list. */
  readonly applied: readonly ExportedCall[];
  /** The calls that failed halfway and were not undone completely. */
  readonly partlyApplied: readonly ExportedCall[];
}

/** Pause in milliseconds after which a new turn begins, for agents that do not report turns. */
const turnGapMs = 10 * 60_000;
/** Maximum number of files named in a summary. */
const maxListedFiles = 50;

/** The turns with writes, newest first. */
export function groupByTurn(calls: readonly ExportedCall[]): readonly AuditTurn[] {
  const turns = splitIntoTurns(calls).map((callsOfTurn) => ({
    calls: callsOfTurn,
    applied: callsOfTurn.filter(({ applied }) => applied),
    partlyApplied: callsOfTurn.filter(({ outcome }) => outcome === 'PARTIALLY_APPLIED'),
  }));
  const startOf = ({ calls: [first] }: AuditTurn): string => first?.time ?? '';
  return turns
    .filter(({ applied, partlyApplied }) => applied.length + partlyApplied.length > 0)
    .toSorted((a, b) => startOf(b).localeCompare(startOf(a)));
}

/** Groups calls (oldest first) by the id of their turn, or, for an agent that reports no turns, by pauses. */
function splitIntoTurns(calls: readonly ExportedCall[]): readonly (readonly ExportedCall[])[] {
  const turnsByKey = new Map<string, ExportedCall[][]>();
  for (const call of calls) {
    const { agent, via, session = '', turn = '' } = call;
    const key = JSON.stringify([agent, via, session, turn]);
    const turnsOfKey = turnsByKey.get(key) ?? [];
    const lastTurn = turnsOfKey.at(-1);
    const lastCall = lastTurn?.at(-1);
    const isAfterPause = lastCall === undefined || Date.parse(call.time) - endTimeOf(lastCall) > turnGapMs;
    if (lastTurn === undefined || (turn === '' && isAfterPause)) turnsByKey.set(key, [...turnsOfKey, [call]]);
    else lastTurn.push(call);
  }
  return [...turnsByKey.values()].flat();
}

function endTimeOf({ time, milliseconds }: ExportedCall): number {
  return Date.parse(time) + milliseconds;
}

/** A file changed in a turn, and the kind of change, from its first change to its last. */
interface ChangedFile {
  readonly path: string;
  readonly effect: string;
}

/** What a turn changed, in English: one sentence, and the files. The last entry may count the files not listed. */
export interface TurnOutline {
  readonly title: string;
  readonly files: readonly string[];
}

/** Outlines what the applied calls of a turn changed. */
export function outlineTurn({ calls, applied }: AuditTurn): TurnOutline {
  const files = changedFilesOf(applied);
  const listedFiles = files.slice(0, maxListedFiles).map(({ path, effect }) => `${path} (${effect})`);
  const count = files.length + applied.reduce((sum, { moreChanges = 0 }) => sum + moreChanges, 0);
  const unlistedCount = count - listedFiles.length;
  return {
    title: `${calls[0]?.agentName ?? ''} changed ${pluralize(count, 'file')}, reviewed with Redline`,
    files: unlistedCount > 0 ? [...listedFiles, `and ${unlistedCount} more`] : listedFiles,
  };
}

/**
 * A turn as the body of a commit message, in English like commit messages: the changed files, the agent, and the
 * approvals. Ends without a newline.
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
    ...approvalTexts(calls).map((line) => `Reviewed: ${line}`),
  ].join('\n');
}

const newFileEffects = { create: 'created', copy: 'copied', createDirectory: 'folder created' };

/** The net change of a file over a turn. */
interface NetChange {
  /** In English, for the summary: `created`, `moved from a.ts`. */
  readonly effect: string;
  /** The file's path before the turn; undefined if it is new. */
  readonly origin: string | undefined;
}

/** The files of a turn after the changes that were merged so far. */
interface TurnFiles {
  /** By current path. A deleted file has its original path, unless another file is there now. */
  readonly netChanges: Map<string, NetChange>;
  /** The original paths of deleted files. */
  readonly deletedPaths: Set<string>;
}

function changedFilesOf(applied: readonly ExportedCall[]): readonly ChangedFile[] {
  const files: TurnFiles = { netChanges: new Map(), deletedPaths: new Set() };
  for (const change of withoutImpliedFolders(applied.flatMap(({ changes }) => changes))) mergeChange(files, change);
  return [...files.netChanges].map(([path, { effect }]) => ({ path, effect }));
}

/** Omits folders that are created or deleted only with what is in them. A folder has no hash. */
function withoutImpliedFolders(changes: ExportedCall['changes']): ExportedCall['changes'] {
  const parents = new Set(foldersOf(changes.flatMap(({ path, from = path }) => [path, from])));
  return changes.filter(({ kind, path, sha256Before }) => {
    const isOfFolder = kind === 'createDirectory' || (kind === 'delete' && sha256Before === null);
    return !isOfFolder || !parents.has(path);
  });
}

/** Names all planned files, since the log does not record which writes were undone. */
function describePartlyApplied(calls: readonly ExportedCall[]): readonly string[] {
  if (calls.length === 0) return [];
  const paths = [...new Set(withoutImpliedFolders(calls.flatMap(({ changes }) => changes)).map(({ path }) => path))];
  const shownPaths = paths.slice(0, maxListedFiles);
  const unlistedCount =
    paths.length - shownPaths.length + calls.reduce((sum, { moreChanges = 0 }) => sum + moreChanges, 0);
  const more = unlistedCount > 0 ? ` and ${unlistedCount} more` : '';
  return [`Partly applied: ${pluralize(calls.length, 'call')}, which may have changed ${shownPaths.join(', ')}${more}`];
}

/** Merges the next change of the turn into the net changes. */
function mergeChange(files: TurnFiles, { kind, path, from = path }: ExportedCall['changes'][number]): void {
  const { netChanges } = files;
  const source = kind === 'move' ? from : path;
  const earlier = netChanges.get(source);
  // A file without an earlier change was there before the turn. (For a new one, `origin` is not used.)
  const origin = earlier === undefined ? source : earlier.origin;
  switch (kind) {
    case 'update':
      netChanges.set(path, earlier ?? { effect: 'updated', origin });
      return;
    case 'move':
      vacatePath(files, source);
      if (origin === undefined) addNewFile(files, path, earlier?.effect ?? 'created');
      else netChanges.set(path, { effect: origin === path ? 'updated' : `moved from ${origin}`, origin });
      return;
    case 'delete':
      // A file that was created in the same turn leaves no net change.
      if (origin === undefined) vacatePath(files, path);
      else mergeDeletion(files, path, origin);
      return;
    case 'create':
    case 'copy':
    case 'createDirectory':
      addNewFile(files, path, newFileEffects[kind]);
  }
}

function mergeDeletion(files: TurnFiles, path: string, origin: string): void {
  const { netChanges, deletedPaths } = files;
  deletedPaths.add(origin);
  if (origin !== path) vacatePath(files, path);
  // After a move, another file may be at the original path.
  const successor = origin === path ? undefined : netChanges.get(origin);
  if (successor === undefined) netChanges.set(origin, deletionOf(origin));
  else if (successor.origin === undefined) addNewFile(files, origin, successor.effect);
}

/** Records that a file is no longer at a path. If it had replaced a deleted one, the deletion counts again. */
function vacatePath({ netChanges, deletedPaths }: TurnFiles, path: string): void {
  netChanges.delete(path);
  if (deletedPaths.has(path)) netChanges.set(path, deletionOf(path));
}

/** Records a new file. If it replaces a deleted one, it counts as an update of that file. */
function addNewFile({ netChanges, deletedPaths }: TurnFiles, path: string, effect: string): void {
  if (deletedPaths.delete(path)) netChanges.set(path, { effect: 'updated', origin: path });
  else netChanges.set(path, { effect, origin: undefined });
}

function deletionOf(path: string): NetChange {
  return { effect: 'deleted', origin: path };
}

/** Counts the calls by approval or rejection: "3 calls approved by a person (editor)". */
function approvalTexts(calls: readonly ExportedCall[]): readonly string[] {
  const countByKind = new Map<string, number>();
  for (const call of calls)
    for (const kind of approvalKindsOf(call)) countByKind.set(kind, (countByKind.get(kind) ?? 0) + 1);
  return [...countByKind].map(([kind, count]) => `${pluralize(count, 'call')} ${kind}`);
}

function approvalKindsOf({ applied, answers, verdict, changes, moreChanges = 0 }: ExportedCall): readonly string[] {
  if (changes.length + moreChanges === 0) return [];
  const answer = answers.findLast(({ path }) => path === undefined);
  if (!applied) return answer?.approved === false ? ['rejected'] : [];
  if (answer !== undefined)
    return [`approved by a person (${answer.surface}${answer.amended === true ? ', amended' : ''})`];
  if (verdict?.action === 'later') return ['made at once, to be reviewed later'];
  return [verdict?.setting === undefined ? 'approved in advance' : `allowed by a rule in ${verdict.setting}`];
}
