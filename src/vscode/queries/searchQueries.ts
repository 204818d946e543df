// Implements the queries of one call, within its access rules.

import * as vscode from 'vscode';
import type { Location } from '../../core/change/change.ts';
import { ToolError } from '../../core/wording/errors.ts';
import type { Repositories } from '../../core/pattern/ignore.ts';
import type { LargeFileReader, LinePage, PageRequest } from '../../core/search/largeFile.ts';
import type { SearchAnswer, SearchLimits, TextQuery } from '../../core/search/textSearch.ts';
import type {
  FolderEntry,
  FolderStatistics,
  PathFacts,
  Queries,
  Where,
  WorkspaceChanges,
  WorkspaceFiles,
  WorkspaceMatches,
} from '../../tools/ports/queryPorts.ts';
import { chosenEncoding } from '../files/codec.ts';
import type { ChangeLog } from './changesSince.ts';
import { dirtyDocument } from '../files/fileSystem.ts';
import { GitIgnore } from '../files/gitIgnore.ts';
import { replacedError, type ResolvedPath } from '../files/pathResolver.ts';
import type { SearchEngines } from '../search/searchEngines.ts';
import { factsOf, type FactsParts } from '../search/searchFacts.ts';
import { searchFolders, type QueryGuard, type SearchFolder } from '../search/searchFolder.ts';
import { joinFiles, joinMatches, type PartOf } from '../search/searchFound.ts';
import { folderStatistics, listFolder } from '../search/searchListing.ts';

/** Maximum size of files that are read whole, so that an edit may follow, and of images, in bytes. */
const wholeFile = 2 * 1024 * 1024;
const wholeImage = 10 * 1024 * 1024;

export interface QueryParts extends Omit<FactsParts, 'guard'> {
  readonly engines: SearchEngines;
  readonly largeFiles: LargeFileReader | undefined;
  readonly changes: ChangeLog;
  readonly repositories: Repositories | undefined;
}

/** Answers the queries of one call from the workspace, within the call's access rules. */
export class EditorQueries implements Queries {
  readonly #parts: QueryParts & FactsParts;
  readonly #signal: AbortSignal;
  readonly #ignore: GitIgnore;

  constructor(parts: QueryParts, guard: QueryGuard, signal: AbortSignal) {
    this.#parts = { ...parts, guard };
    this.#signal = signal;
    this.#ignore = new GitIgnore(parts.repositories);
  }

  async readPage(at: Location, request: PageRequest): Promise<LinePage | undefined> {
    const { largeFiles, places } = this.#parts;
    const uri = vscode.Uri.parse(at.uri, true);
    if (largeFiles === undefined || uri.scheme !== 'file' || dirtyDocument(uri) !== undefined) return undefined;
    const place = await places.locate(at.path);
    const { size } = place;
    if (size === undefined || size <= wholeFile) return undefined;
    await this.#parts.guard.allow(place);
    try {
      const encoding = await chosenEncoding(uri, size);
      const { fsPath } = vscode.Uri.parse(place.location.real, true);
      const page = await largeFiles.readPage(fsPath, { ...request, encoding }, this.#signal);
      // Undefined makes the caller read the file whole, which resolves its path again.
      return (await places.isUnchanged(place, 'target')) ? page : undefined;
    } catch (cause) {
      if (cause instanceof ToolError && cause.code === 'BINARY_FILE' && size <= wholeImage) return undefined;
      throw cause;
    }
  }

  async list(folder: Location): Promise<readonly FolderEntry[]> {
    const place = await this.#placeOf(folder);
    const entries = await listFolder(this.#parts, place, this.#ignore);
    if (!(await this.#parts.places.isUnchanged(place, 'target'))) throw replacedError(place.location);
    return entries;
  }

  async searchText(query: TextQuery, where: Where, limits: SearchLimits): Promise<WorkspaceMatches> {
    const parts: PartOf<SearchAnswer>[] = [];
    let room = limits.maxMatches;
    for (const folder of await searchFolders(this.#parts, where.path)) {
      if (room <= 0) return joinMatches(parts, true);
      const remaining = { ...limits, maxMatches: room };
      const found = await this.#parts.engines.search(folder, query, where, remaining, this.#signal);
      const part = { ...found, answer: await toldOnly(found.answer, folder) };
      parts.push(part);
      const { files } = part.answer;
      room -= limits.mode === 'matches' ? files.reduce((all, file) => all + file.matches.length, 0) : files.length;
    }
    return joinMatches(parts, false);
  }

  async findFiles(where: Where, limit: number, sortBy: 'path' | 'modified'): Promise<WorkspaceFiles> {
    const folders = await searchFolders(this.#parts, where.path);
    const parts = await Promise.all(
      folders.map((folder) => this.#parts.engines.find(folder, where, limit, sortBy, this.#signal)),
    );
    return joinFiles(parts, limit);
  }

  facts(path: string, ask?: 'ask'): Promise<PathFacts> {
    return factsOf(this.#parts, path, ask === 'ask');
  }

  async statistics(folder: Location): Promise<FolderStatistics> {
    return folderStatistics(this.#parts, await this.#placeOf(folder), this.#signal);
  }

  changes(path: string | undefined, limit: number): Promise<WorkspaceChanges> {
    return this.#parts.changes.since(path, limit, this.#parts.guard, this.#signal);
  }

  async #placeOf(at: Location): Promise<ResolvedPath> {
    const place = await this.#parts.places.locate(at.path);
    await this.#parts.guard.allow(place);
    return place;
  }
}

/** Removes files that lead, by a link, to ones that may not be read. */
async function toldOnly(answer: SearchAnswer, { mayTell }: SearchFolder): Promise<SearchAnswer> {
  const told = await Promise.all(answer.files.map(({ path }) => mayTell(path).catch(() => false)));
  const files = answer.files.filter((_file, index) => told[index] === true);
  const hidden = answer.files.length - files.length;
  if (hidden === 0) return answer;
  const { filesMatched } = answer;
  return { ...answer, files, filesMatched: filesMatched === undefined ? undefined : filesMatched - hidden };
}
