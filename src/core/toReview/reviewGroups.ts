// Groups unreviewed changes by author for the To Review view. Collapses generated files, or too many, into folder rows.
import { baseName, parentOf } from '../path/pathParts.ts';
import { sessionKey } from '../watch/agentSession.ts';
import { authorsOf, type Origin, type ReviewItem, type SingleOrigin, type Turn } from '../watch/reviewItem.ts';
import { turnKey } from './turnChanges.ts';

/** The author of a group's items. */
export type GroupAuthor =
  | ({ readonly kind: 'turn' } & Turn)
  /** Redline calls of a caller that has no turns. */
  | { readonly kind: 'caller'; readonly agent: string; readonly session: string }
  /** Commands in terminals, of all terminals together. */
  | { readonly kind: 'terminal' }
  /** One of several possible authors. `agents`: their ids, sorted, each once. */
  | { readonly kind: 'several'; readonly agents: readonly string[]; readonly hasTerminal: boolean }
  | { readonly kind: 'outside' };

/** One file; `movedFrom` is the item of its old path if it was moved. */
export interface FileRow {
  readonly kind: 'file';
  readonly item: ReviewItem;
  readonly movedFrom?: ReviewItem;
}

interface FolderRow {
  readonly kind: 'folder';
  /** URI of the workspace folder. */
  readonly folder: string;
  /** Path from the workspace folder, with `/`; empty for the folder itself. */
  readonly path: string;
  readonly items: readonly ReviewItem[];
  /** Whether all its files are generated. */
  readonly isGenerated: boolean;
}

export type ReviewRow = FileRow | FolderRow;

/** The unreviewed changes of one author. */
export interface ReviewGroup {
  /** Stable id of the author. */
  readonly id: string;
  readonly author: GroupAuthor;
  /** Times of the first and the last observed change, in milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly items: readonly ReviewItem[];
  /** The items, with moves joined and folders collapsed. */
  readonly rows: readonly ReviewRow[];
}

/** Finds the caller of a journal entry, by the entry's id; undefined if it is not known. */
export type CallerOf = (entry: string) => { readonly agent: string; readonly session: string } | undefined;

/** Maximum number of file rows in a group; beyond it, the folders with the most files are collapsed. */
const maxFileRows = 300;
/** Minimum number of files of a folder that is collapsed; smaller ones are collapsed into their top-level folder. */
const minCollapsedFiles = 10;

/** Groups items, the last changed group first. An item belongs to the author of its last step. */
export function groupItems(
  items: readonly ReviewItem[],
  callerOf: CallerOf,
  isGenerated: (path: string) => boolean,
): readonly ReviewGroup[] {
  const itemsByAuthor = new Map<string, { readonly author: GroupAuthor; readonly items: ReviewItem[] }>();
  for (const item of items) {
    const author = groupAuthorOf(item.steps.at(-1)?.origin ?? { kind: 'outside' }, callerOf);
    const id = authorKey(author);
    const group = itemsByAuthor.get(id) ?? { author, items: [] };
    group.items.push(item);
    itemsByAuthor.set(id, group);
  }
  const groups = Array.from(itemsByAuthor, ([id, group]): ReviewGroup => {
    return { id, ...group, ...timeRange(group.items), rows: createRows(group.items, isGenerated) };
  });
  return groups.sort((one, other) => other.to - one.to || (one.id < other.id ? -1 : 1));
}

/** The first and the last time of the items' steps; 0 if they have none. */
function timeRange(items: readonly ReviewItem[]): { from: number; to: number } {
  let [from, to] = [Infinity, 0];
  for (const { steps } of items) {
    from = Math.min(from, steps[0]?.time ?? Infinity);
    to = Math.max(to, steps.at(-1)?.time ?? 0);
  }
  return { from: Math.min(from, to), to };
}

/** The author of a change: `several` if the possible ones differ, `outside` if none is known. */
function groupAuthorOf(origin: Origin, callerOf: CallerOf): GroupAuthor {
  const authors = authorsOf(origin).map((single) => singleAuthorOf(single, callerOf));
  const [firstAuthor, ...otherAuthors] = authors;
  if (firstAuthor === undefined) return { kind: 'outside' };
  if (otherAuthors.every((other) => authorKey(other) === authorKey(firstAuthor))) return firstAuthor;
  const agents = authors.flatMap((author) => ('agent' in author ? author.agent : []));
  const hasTerminal = authors.some(({ kind }) => kind === 'terminal');
  return { kind: 'several', agents: [...new Set(agents)].sort(), hasTerminal };
}

function singleAuthorOf(origin: SingleOrigin, callerOf: CallerOf): GroupAuthor {
  if (origin.kind === 'terminal') return { kind: 'terminal' };
  const turn = origin.kind === 'later' ? origin.turn : origin;
  if (turn !== undefined) {
    const { agent, session, turn: id } = turn;
    return { kind: 'turn', agent, session, turn: id };
  }
  const caller = origin.kind === 'later' ? callerOf(origin.entry) : undefined;
  return caller === undefined ? { kind: 'outside' } : { kind: 'caller', ...caller };
}

/** A key that is unique among authors of all kinds: the lists have different lengths or types of elements. */
function authorKey(author: GroupAuthor): string {
  switch (author.kind) {
    case 'turn':
      return turnKey(author);
    case 'caller':
      return sessionKey(author);
    case 'several':
      return JSON.stringify([author.hasTerminal, ...author.agents]);
    case 'terminal':
    case 'outside':
      return author.kind;
  }
}

/**
 * Creates the rows of a group: files, folders collapsed beyond `maxFileRows`, and one row for the generated files of each
 * workspace folder.
 */
function createRows(items: readonly ReviewItem[], isGenerated: (path: string) => boolean): readonly ReviewRow[] {
  const generatedItems = items.filter(({ path }) => isGenerated(path));
  // A single generated file is a row like any other.
  const collapsedItems = new Set(generatedItems.length < 2 ? [] : generatedItems);
  const { remainingItems, folders } = collapseLargest(items.filter((item) => !collapsedItems.has(item)));
  const generatedRows = createFolderRows([...collapsedItems]).map((row) => ({ ...row, isGenerated: true }));
  return [...createFileRows(remainingItems), ...folders, ...generatedRows];
}

/** One row for each workspace folder that has items, with the deepest folder that contains them. */
function createFolderRows(items: readonly ReviewItem[]): FolderRow[] {
  const itemsByFolder = Map.groupBy(items, ({ folder }) => folder);
  return [...itemsByFolder].map(([folder, itemsOfFolder]) => ({
    kind: 'folder',
    folder,
    path: commonFolder(itemsOfFolder.map(({ path }) => path)),
    items: itemsOfFolder,
    isGenerated: false,
  }));
}

function commonFolder(paths: readonly string[]): string {
  const [first = '', ...otherPaths] = paths;
  let common = parentOf(first);
  for (const path of otherPaths) while (common !== '' && !path.startsWith(`${common}/`)) common = parentOf(common);
  return common;
}

/** Collapses the folders with the most files, then top-level folders, until at most `maxFileRows` items remain. */
function collapseLargest(items: readonly ReviewItem[]): {
  remainingItems: readonly ReviewItem[];
  folders: readonly FolderRow[];
} {
  const folders: FolderRow[] = [];
  let remainingItems = items;
  const passes = [
    { folderOf: parentOf, minFiles: minCollapsedFiles },
    // The next pass groups the files of many small folders.
    { folderOf: (path: string) => path.split('/', 1)[0], minFiles: 1 },
  ];
  for (const { folderOf, minFiles } of passes) {
    if (remainingItems.length <= maxFileRows) break;
    const itemsByFolder = Map.groupBy(remainingItems, ({ folder, path }) => JSON.stringify([folder, folderOf(path)]));
    const largestFirst = [...itemsByFolder.values()].sort((one, other) => other.length - one.length);
    const collapsedItems = new Set<ReviewItem>();
    for (const itemsOfFolder of largestFirst) {
      if (remainingItems.length - collapsedItems.size <= maxFileRows || itemsOfFolder.length < minFiles) break;
      for (const item of itemsOfFolder) collapsedItems.add(item);
      folders.push(...createFolderRows(itemsOfFolder));
    }
    remainingItems = remainingItems.filter((item) => !collapsedItems.has(item));
  }
  return { remainingItems, folders };
}

/** Creates a row for each item; one for both items of a move: a deleted and a created file with the same bytes. */
function createFileRows(items: readonly ReviewItem[]): readonly FileRow[] {
  const sourceByItem = findMoveSources(items);
  const moveSources = new Set(sourceByItem.values());
  return items
    .filter((item) => !moveSources.has(item))
    .map((item) => {
      const movedFrom = sourceByItem.get(item);
      return { kind: 'file', item, ...(movedFrom === undefined ? {} : { movedFrom }) };
    });
}

/** Finds a deleted file with the same bytes for each created one, preferably with the same file name. */
function findMoveSources(items: readonly ReviewItem[]): ReadonlyMap<ReviewItem, ReviewItem> {
  const deletedItems = items.filter(({ baseline, current }) => current === undefined && (baseline?.size ?? 0) > 0);
  const unpairedByBytes = Map.groupBy(deletedItems, ({ folder, baseline }) => keyOfBytes(folder, baseline));
  const sourceByItem = new Map<ReviewItem, ReviewItem>();
  for (const item of items) {
    if (item.baseline !== undefined || item.current === undefined) continue;
    const candidates = unpairedByBytes.get(keyOfBytes(item.folder, item.current)) ?? [];
    const sameNameIndex = candidates.findIndex(({ path }) => baseName(path) === baseName(item.path));
    // Removed, so that each deleted file is the source of one move only.
    const [source] = candidates.splice(Math.max(0, sameNameIndex), 1);
    if (source !== undefined) sourceByItem.set(item, source);
  }
  return sourceByItem;
}

/** A key of the bytes, which are compared only inside one workspace folder. */
function keyOfBytes(folder: string, file: ReviewItem['current']): string {
  return `${file?.id} ${folder}`;
}

/** The items of a row, at least one; for a moved file, the item of the new path first. */
export function itemsOfRow(row: ReviewRow): readonly ReviewItem[] {
  if (row.kind === 'folder') return row.items;
  return row.movedFrom === undefined ? [row.item] : [row.item, row.movedFrom];
}

/** Replaces rows by equal rows that were shown before: the view keeps the state of a row by its identity. */
export function keepShownRows(rows: readonly ReviewRow[], shownRows: readonly ReviewRow[]): readonly ReviewRow[] {
  const shownByItem = new Map(shownRows.map((row) => [itemsOfRow(row)[0], row]));
  return rows.map((row) => {
    const shown = shownByItem.get(itemsOfRow(row)[0]);
    return shown !== undefined && isSameRow(row, shown) ? shown : row;
  });
}

function isSameRow(row: ReviewRow, other: ReviewRow): boolean {
  const [items, otherItems] = [itemsOfRow(row), itemsOfRow(other)];
  if (items.length !== otherItems.length || !items.every((item, index) => item === otherItems[index])) return false;
  if (row.kind === 'file' || other.kind === 'file') return row.kind === other.kind;
  return row.path === other.path && row.isGenerated === other.isGenerated;
}
