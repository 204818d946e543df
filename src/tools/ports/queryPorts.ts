import type { Location } from '../../core/change/change.ts';
import type { LinePage, PageRequest } from '../../core/search/largeFile.ts';
import type { FoundFiles, SearchAnswer, SearchLimits, TextQuery } from '../../core/search/textSearch.ts';
import type { DirectoryEntry } from './fileStat.ts';

/** What a listing says of an entry, the link itself and not what it leads to. */
export type ListedEntry = Omit<DirectoryEntry, 'size'>;

/** An entry of a folder. */
export interface FolderEntry extends ListedEntry {
  /** Git ignores it, or it is git's own. */
  readonly ignored: boolean;
  readonly locate: () => Location;
}

/** Where to look. Without `path` in all workspace folders. */
export interface Where {
  readonly path?: string | undefined;
  /** Relative to `path`, or to the workspace folder. */
  readonly glob?: string | undefined;
  /** Also what ignore files and `search.exclude` leave out. */
  readonly includeIgnored: boolean;
}

/** Files that are only read after a question, and so were left out; their number does not depend on what is in them. */
interface LeftOut {
  readonly secrets: number;
}

/** The paths in it are those that tools show and take. */
export type WorkspaceMatches = SearchAnswer & LeftOut;
export type WorkspaceFiles = FoundFiles & LeftOut;

export type PathKind = 'file' | 'directory' | 'symlink' | 'named pipe' | 'socket' | 'device' | 'special file';

/** What is known of a path without reading it. Times are milliseconds since 1970-01-01 UTC, sizes bytes. */
export interface PathFacts {
  readonly at: Location;
  /** The path as the system has it, or the URI on another file system; undefined outside the workspace. */
  readonly absolutePath: string | undefined;
  /** Undefined where nothing is there. */
  readonly kind: PathKind | undefined;
  readonly size: number;
  readonly modified: number | undefined;
  /** `rwxr-xr-x (755)` where the file system knows such a thing, else `read-only` or `read and write`. */
  readonly permissions: string | undefined;
  /** As it is written in the link. */
  readonly linkTarget: string | undefined;
  /** What the link leads to; `nothing` for one that dangles or leads back to itself. */
  readonly linkKind: PathKind | 'nothing' | undefined;
  /** Reading it asks the person first; `closed`: a link out of the workspace or to what is denied, of whose end nothing is told, or a path outside. */
  readonly guarded: 'asks' | 'closed' | undefined;
}

/** All that is in a folder, at any depth; links count as entries and are not followed. */
export interface FolderStatistics {
  readonly files: number;
  readonly folders: number;
  readonly links: number;
  readonly bytes: number;
  /** Files and bytes by what follows the last dot of the name, with the dot and in lower case; `''` for none. */
  readonly byExtension: ReadonlyMap<string, { readonly files: number; readonly bytes: number }>;
  /** Folders, the one itself among them, whose entries the system does not let anybody list. */
  readonly unreadable: number;
  /** The counting was cut short: each figure is a lower bound. */
  readonly atLeast: boolean;
  /** Whether a `.git` was there, which is left out. */
  readonly git: boolean;
}

/** A file that differs from what was known of it. */
export type FileChange =
  | { readonly kind: 'created' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string }
  | {
      readonly kind: 'modified';
      readonly path: string;
      /** The texts of both sides where both are known. */
      readonly before: string | undefined;
      readonly after: string | undefined;
      readonly unsaved: boolean;
    };

export interface WorkspaceChanges {
  /** When this was last asked for, in milliseconds since 1970; undefined for the first time. */
  readonly since: number | undefined;
  /** Sorted by path. What is in here counts as known from now on. */
  readonly changes: readonly FileChange[];
  /** Changes that are kept for the next call. */
  readonly remaining: number;
  /** What the caller should know besides, in whole sentences. */
  readonly notes: readonly string[];
}

/** What queries ask of the workspace, judged by the rules: what they deny is in no answer, and nobody is asked. */
export interface Queries {
  /**
   * A page of a large file on the local disk, in bounded memory; undefined for a file that is to be read whole (small,
   * unsaved, on another file system, perhaps an image). Throws as `Workspace.read` and `LargeFileReader.readPage` do.
   */
  readPage(at: Location, request: PageRequest): Promise<LinePage | undefined>;
  /** Sorted by `comparePaths`. Throws NOT_FOUND, VALIDATION_ERROR for what is no folder, PERMISSION_DENIED. */
  list(folder: Location): Promise<readonly FolderEntry[]>;
  /** Throws as `TextSearch.search` and `Workspace.locate` do. */
  searchText(query: TextQuery, where: Where, limits: SearchLimits): Promise<WorkspaceMatches>;
  /** `where.glob` says which files. Throws as `FileFinder.find` and `Workspace.locate` do. */
  findFiles(where: Where, limit: number, sortBy: 'path' | 'modified'): Promise<WorkspaceFiles>;
  /**
   * Of a path outside the workspace nothing is told without the person's leave, which only `ask` asks for. Throws
   * OUTSIDE_WORKSPACE, VALIDATION_ERROR for what is no path, PERMISSION_DENIED, REJECTED.
   */
  facts(path: string, ask?: 'ask'): Promise<PathFacts>;
  statistics(folder: Location): Promise<FolderStatistics>;
  /** Changes since the last call that was answered with them, or since an agent read or wrote the file. */
  changes(path: string | undefined, limit: number): Promise<WorkspaceChanges>;
}
