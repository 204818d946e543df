import type * as api from 'vscode';

/** The API as code in the extension host meets it. */
export type VSCode = typeof api;
