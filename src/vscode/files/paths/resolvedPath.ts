// Declares the result of resolving a path: the file or folder, with the data that the rules judge.

import type { Location } from '../../../core/change/change.ts';
import type { Subject } from '../../../core/rules/subject.ts';

export interface ResolvedPath {
  readonly location: Location;
  readonly subject: Subject;
  /** URIs of the workspace folders whose rules apply: the folders of the path as written and of the canonical path. */
  readonly folders: readonly string[];
  /** Whether the path itself is a link; one above it does not count. */
  readonly isLink: boolean;
  /**
   * Changes if the file or folder is replaced by another one. On a virtual file system, only if the links in its path
   * change. Undefined if nothing exists there, or there are no links.
   */
  readonly identity: string | undefined;
  /** Whether neither a file nor unsaved text for it exists. Always false on virtual file systems (unknown there). */
  readonly isMissing: boolean;
  /**
   * Workspace folders that may be nested in this path, with paths of the form of `subject.path`. For a path in a
   * workspace folder: those nested in that folder by canonical path, whatever names they were opened under. For a path
   * outside of all workspace folders: all of them.
   */
  readonly nestedRoots: readonly { readonly uri: string; readonly path: string }[];
  /** Size of a file on the local disk in bytes; undefined for any other file, and for a folder. */
  readonly size: number | undefined;
  /** Whether the user's own commands may change it although it is outside the workspace (`PathResolver.grant`). */
  readonly isGranted?: boolean;
}
