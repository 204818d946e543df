// Declares the port that finds git repositories and their ignore settings.

/** Ignore settings of a git repository. */
export interface RepositoryIgnore {
  /** Absolute path of its working tree, in the system's form. */
  readonly top: string;
  /** The folder that was asked for, relative to `top`, with `/`; empty for `top` itself. */
  readonly prefix: string;
  /** Contents of the global ignore files, lowest precedence first: `core.excludesFile`, then `.git/info/exclude`. */
  readonly globalFiles: readonly (string | Uint8Array)[];
  /** Git's `core.ignoreCase`, which git enables by default on macOS and Windows. */
  readonly ignoreCase: boolean;
}

/** Finds repositories on the local disk. Folders are absolute paths of the system. */
export interface RepositoryFinder {
  /** The repository that contains a folder; for a folder in none, the folder itself with the user's own rules. */
  containing(folder: string): Promise<RepositoryIgnore>;
  /** The repository whose working tree begins in a folder. */
  atTop(folder: string): Promise<RepositoryIgnore | undefined>;
}
