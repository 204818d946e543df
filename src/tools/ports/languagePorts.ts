// Declares the requests of tools to the editor's language services: renames and definitions.

/** A position in a file. Lines and columns are 0-based, columns in UTF-16 units; LF, CRLF and lone CR end a line. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
}

export interface RangeEdit {
  readonly start: TextPosition;
  /** Exclusive. */
  readonly end: TextPosition;
  readonly text: string;
}

/** The changes proposed by a language service. Nothing is changed yet. */
export interface WorkspaceEdits {
  /** Edits by the current URIs of the files, including those of moved files. */
  readonly files: ReadonlyMap<string, readonly RangeEdit[]>;
  /** Files to be moved, by their URIs. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Whether files would also be created or deleted. */
  readonly createsOrDeletes: boolean;
}

/** The editor's language services. Positions refer to the text as the user sees it, including unsaved edits. */
export interface LanguageServices {
  /**
   * Computes the changes of renaming the symbol at a position.
   *
   * @param filesToOpen URIs of files to open first, since the service may have no project that lists them
   * @throws ToolError VALIDATION_ERROR if no service renames here, with the service's reason
   */
  rename(
    uri: string,
    at: TextPosition,
    newName: string,
    filesToOpen: readonly string[],
    signal: AbortSignal,
  ): Promise<WorkspaceEdits>;
  /** URIs of the files in which the symbol or module at a position is defined; none if no service knows it. */
  definitions(uri: string, at: TextPosition, signal: AbortSignal): Promise<readonly string[]>;
}
