// Declares what tools ask the editor's language services: renames and definitions.

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

/** What a language service would change. Nothing is changed yet. */
export interface WorkspaceEdits {
  /** Edits by the URIs of the files as they are now, also of files that are moved. */
  readonly files: ReadonlyMap<string, readonly RangeEdit[]>;
  /** Files to be moved, by their URIs. */
  readonly moves: readonly { readonly from: string; readonly to: string }[];
  /** Whether files would be created or deleted too. */
  readonly createsOrDeletes: boolean;
}

/** The language services of the editor. Positions refer to the text as the person sees it, unsaved edits included. */
export interface LanguageServices {
  /**
   * What renaming the symbol at a position changes.
   *
   * @param known URIs of files that the service gets to know before, since it may have no project that lists them.
   * @throws ToolError VALIDATION_ERROR if no service renames here, with the service's reason
   */
  rename(
    uri: string,
    at: TextPosition,
    newName: string,
    known: readonly string[],
    signal: AbortSignal,
  ): Promise<WorkspaceEdits>;
  /** The URIs of the files in which the symbol or the module at a position is defined. */
  definitions(uri: string, at: TextPosition, signal: AbortSignal): Promise<readonly string[]>;
}
