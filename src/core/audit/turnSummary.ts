// Summarizes the calls of an agent's turn.
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

/** The turns with writes, newest first. Groups calls by their turn's id, or else by time. */
export function groupByTurn(calls: readonly ExportedCall[]): readonly AuditTurn[] {
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
  const turns = [...turnsByKey.values()].flat().map((callsOfTurn) => ({
    calls: callsOfTurn,
    applied: callsOfTurn.filter(({ applied }) => applied),
    partlyApplied: callsOfTurn.filter(({ outcome }) => outcome === 'PARTIALLY_APPLIED'),
  }));
  const startOf = ({ calls: [first] }: AuditTurn): string => first?.time ?? '';
  return turns
    .filter(({ applied, partlyApplied }) => applied.length + partlyApplied.length > 0)
    .toSorted((a, b) => startOf(b).localeCompare(startOf(a)));
}

function endTimeOf({ time, milliseconds }: ExportedCall): number {
  return Date.parse(time) + milliseconds;
}

/** A file changed in a turn, and the kind of change, from its first change to its last. */
interface ChangedFile {
  readonly path: string;
  readonly effect: string;
}

/** What a turn changed, in English: one sentence, and the files, of which the last entry may stand for several. */
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

/** What became of a file in a turn. */
interface Fate {
  readonly effect: string;
  /** Its path before the turn; undefined if it is new. */
  readonly origin: string | undefined;
}

/** The files of a turn, as its changes so far leave them. */
interface TurnFiles {
  /** By current path; a deleted file by the one that it had before the turn, unless another has taken that. */
  readonly fates: Map<string, Fate>;
  /** Paths before the turn of deleted files. */
  readonly deletedPaths: Set<string>;
}

function changedFilesOf(applied: readonly ExportedCall[]): readonly ChangedFile[] {
  const files: TurnFiles = { fates: new Map(), deletedPaths: new Set() };
  for (const change of withoutImpliedFolders(applied.flatMap(({ changes }) => changes))) applyChange(files, change);
  return [...files.fates].map(([path, { effect }]) => ({ path, effect }));
}

/** Omits folders that are created or deleted only with what is in them. A folder has no hash. */
function withoutImpliedFolders(changes: ExportedCall['changes']): ExportedCall['changes'] {
  const parents = new Set(foldersOf(changes.flatMap(({ path, from = path }) => [path, from])));
  return changes.filter(({ kind, path, sha256Before }) => {
    const isOfFolder = kind === 'createDirectory' || (kind === 'delete' && sha256Before === null);
    return !isOfFolder || !parents.has(path);
  });
}

/** Names what was planned, since a log does not tell which of it was undone. */
function describePartlyApplied(calls: readonly ExportedCall[]): readonly string[] {
  if (calls.length === 0) return [];
  const paths = [...new Set(withoutImpliedFolders(calls.flatMap(({ changes }) => changes)).map(({ path }) => path))];
  const shownPaths = paths.slice(0, maxListedFiles);
  const unlistedCount =
    paths.length - shownPaths.length + calls.reduce((sum, { moreChanges = 0 }) => sum + moreChanges, 0);
  const more = unlistedCount > 0 ? ` and ${unlistedCount} more` : '';
  return [`Partly applied: ${pluralize(calls.length, 'call')}, which may have changed ${shownPaths.join(', ')}${more}`];
}

/** Updates what became of each file with the next change of the turn. */
function applyChange(files: TurnFiles, { kind, path, from = path }: ExportedCall['changes'][number]): void {
  const { fates, deletedPaths } = files;
  const source = kind === 'move' ? from : path;
  const earlier = fates.get(source);
  // A file without an earlier change was there before the turn. (For a new one, `origin` is not used.)
  const origin = earlier === undefined ? source : earlier.origin;
  switch (kind) {
    case 'update':
      fates.set(path, earlier ?? { effect: 'updated', origin });
      return;
    case 'move':
      leavePath(files, source);
      if (origin === undefined) addNewFile(files, path, earlier?.effect ?? 'created');
      else fates.set(path, { effect: origin === path ? 'updated' : `moved from ${origin}`, origin });
      return;
    case 'delete': {
      if (origin !== undefined) deletedPaths.add(origin);
      if (origin !== path) leavePath(files, path);
      if (origin === undefined) return;
      // After a move, another file may have taken the original path.
      const successor = origin === path ? undefined : fates.get(origin);
      if (successor === undefined) fates.set(origin, deleted(origin));
      else if (successor.origin === undefined) addNewFile(files, origin, successor.effect);
      return;
    }
    case 'create':
    case 'copy':
    case 'createDirectory':
      addNewFile(files, path, newFileEffects[kind]);
  }
}

/** Records that a file is no longer at a path. If it had taken that of a deleted one, this one counts again. */
function leavePath({ fates, deletedPaths }: TurnFiles, path: string): void {
  fates.delete(path);
  if (deletedPaths.has(path)) fates.set(path, deleted(path));
}

/** Records a new file. In place of a deleted one, it counts as that file, updated. */
function addNewFile({ fates, deletedPaths }: TurnFiles, path: string, effect: string): void {
  if (deletedPaths.delete(path)) fates.set(path, { effect: 'updated', origin: path });
  else fates.set(path, { effect, origin: undefined });
}

function deleted(path: string): Fate {
  return { effect: 'deleted', origin: path };
}

/** Counts the answers to the calls, by kind. */
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
