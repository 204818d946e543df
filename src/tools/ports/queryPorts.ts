// Declares the port for queries of the workspace (listing, searching, properties, changes), and their answers.

import type { Location } from '../../core/change/change.ts';
import type { LinePage, PageRequest } from '../../core/search/largeFile.ts';
import type { FoundFiles, SearchAnswer, SearchLimits, TextQuery } from '../../core/search/textSearch.ts';
import type { DirectoryEntry } from './fileStat.ts';

/** The name and type of an entry in a folder. For a link, the type is `symlink`, not the type of its target. */
export type ListedEntry = Omit<DirectoryEntry, 'size'>;

/** An entry in the answer of `Queries.list`. */
export interface FolderEntry extends ListedEntry {
  /** Whether git ignores it, or it is a `.git` or in one. */
  readonly isIgnored: boolean;
  /** Returns its location. Computed on demand, since most entries of a large folder are filtered out or cut. */
  readonly locate: () => Location;
}

/** The files to search. */
export interface SearchTarget {
  /** Folder or file to search; all workspace folders if undefined or `.`. */
  readonly path?: string | undefined;
  /** Glob relative to `path`, or to the workspace folder. */
  readonly glob?: string | undefined;
  /** Whether to include files that ignore files and `search.exclude` exclude. */
  readonly includeIgnored: boolean;
  /**
   * Whether `findFiles` also finds files that settings exclude or rules deny; only for checks that do not reveal them.
   */
  readonly includeExcluded?: boolean;
}

interface SkippedSecrets {
  /** Number of skipped files that need approval to be read, whether or not they match. */
  readonly secrets: number;
}

/**
 * Matches by workspace paths. Omits the number of files with a match, which would include files that may not be read.
 */
export type WorkspaceMatches = Omit<SearchAnswer, 'filesMatched'> & SkippedSecrets;
/** Found files, by workspace paths. */
export type WorkspaceFiles = FoundFiles & SkippedSecrets;

/** The kind of an entry; `special file` on file systems that do not distinguish pipes, sockets and devices. */
export type PathKind = 'file' | 'directory' | 'symlink' | 'named pipe' | 'socket' | 'device' | 'special file';

/** Properties of a path, found without reading the file. Fields are undefined if unknown, hidden or not applicable. */
export interface PathFacts {
  readonly at: Location;
  /** The system's path, or the URI on another file system; undefined outside the workspace. */
  readonly absolutePath: string | undefined;
  /** Kind of the entry; undefined if nothing is there. */
  readonly kind: PathKind | undefined;
  /** Size in bytes, of a link its target's; 0 if unknown. */
  readonly size: number;
  /** Time of the last change (of a link's target), in milliseconds since 1970. */
  readonly modified: number | undefined;
  /** `rwxr-xr-x (755)`, or `read-only` or `read and write` on file systems without modes. */
  readonly permissions: string | undefined;
  /** Target as written in the link; undefined unless it is a link on the local disk, not to a denied target. */
  readonly linkTarget: string | undefined;
  /** The kind of the link's target; `nothing` for a broken or circular link. */
  readonly linkKind: PathKind | 'nothing' | undefined;
  /**
   * Whether its content (of a link, its target's) may be read. `deny` only for links to denied files or out of the
   * workspace, and for paths outside the workspace about which the user was not asked: other denied paths throw.
   */
  readonly access: 'allow' | 'ask' | 'deny';
}

/** Counts of everything below a folder, at any depth. Links are counted, not followed. */
export interface FolderStatistics {
  readonly files: number;
  readonly folders: number;
  readonly links: number;
  readonly bytes: number;
  /** Files and bytes by extension, with the dot and in lower case; `''` for none. */
  readonly byExtension: ReadonlyMap<string, { readonly files: number; readonly bytes: number }>;
  /** Number of folders that the system does not allow to list, including the folder itself. */
  readonly unreadable: number;
  /** Whether the numbers are lower bounds, since counting was limited. */
  readonly isLowerBound: boolean;
  /** Whether there is a `.git`, which is not counted. */
  readonly hasGitFolder: boolean;
}

/** The difference of a file from its known state. */
export type FileChange = {
  /** Descriptions of the possible authors; undefined if Watch did not see the change. */
  readonly by?: readonly string[];
} & (
  | { readonly kind: 'created' | 'deleted'; readonly path: string }
  | { readonly kind: 'renamed'; readonly path: string; readonly from: string }
  | {
      readonly kind: 'modified';
      readonly path: string;
      /** Defined only if both texts are known. */
      readonly before: string | undefined;
      readonly after: string | undefined;
      /** Whether `after` is unsaved text in the editor. */
      readonly unsaved: boolean;
      /** The new executable bit, if it changed; without texts, only the bit changed. */
      readonly executable?: boolean;
    }
);

/** The answer of `Queries.changes`. */
export interface WorkspaceChanges {
  /** Time of the previous call in milliseconds since 1970; undefined for the first one. */
  readonly since: number | undefined;
  /** Changes sorted by path. The next call no longer reports them. */
  readonly changes: readonly FileChange[];
  /** Number of changes left for the next call. */
  readonly remaining: number;
  /** Further notes for the caller, as sentences. */
  readonly notes: readonly string[];
}

/** Queries of the workspace. No result contains files that the rules deny, and only `facts` prompts the user. */
export interface Queries {
  /**
   * Reads a page of a large local file in bounded memory. Undefined for a file that the caller must read whole: it is
   * small, has unsaved changes, is an image or on another file system, or was replaced during the call. Throws as
   * `Workspace.read` and `LargeFileReader.readPage` do.
   */
  readPage(at: Location, request: PageRequest): Promise<LinePage | undefined>;
  /** Lists a folder, sorted by `comparePaths`. Throws NOT_FOUND, PERMISSION_DENIED, VALIDATION_ERROR for a file. */
  list(folder: Location): Promise<readonly FolderEntry[]>;
  /** Searches text. Throws as `TextSearch.search` and `Workspace.locate` do. */
  searchText(query: TextQuery, where: SearchTarget, limits: SearchLimits): Promise<WorkspaceMatches>;
  /** Finds the files that match `where.glob`. Throws as `FileFinder.find` and `Workspace.locate` do. */
  findFiles(where: SearchTarget, limit: number, sortBy: 'path' | 'modified'): Promise<WorkspaceFiles>;
  /**
   * Returns the properties of a path. Outside the workspace this requires the user's permission, for which only `ask`
   * prompts. Throws OUTSIDE_WORKSPACE, VALIDATION_ERROR for an invalid path, PERMISSION_DENIED, REJECTED.
   */
  facts(path: string, ask?: 'ask'): Promise<PathFacts>;
  /**
   * Counts the files and folders below a folder, for a few seconds at most. Throws PERMISSION_DENIED, REJECTED, STALE.
   */
  statistics(folder: Location): Promise<FolderStatistics>;
  /**
   * Reports changes by others at or below a path (undefined: in all workspace folders) since the previous call, or
   * since an agent read or wrote the file. Reported changes then count as known.
   * @param limit maximum number of changes; the others are left for the next call
   */
  changes(path: string | undefined, limit: number): Promise<WorkspaceChanges>;
}
