// Creates and parses the URIs that show the sides (before and after) of unreviewed changes.

import * as vscode from 'vscode';
import { parseFields } from '../../core/endpoint/parseJson.ts';
import type { StoredFile } from '../../core/watch/reviewItem.ts';

/** Scheme of the sides of unreviewed changes: `redline-baseline:/<path>?<address>`. */
export const reviewScheme = 'redline-baseline';

/** The stored content that such a URI names: a side (`file`), or the unified diff of two (`from` and `file`). */
export interface ReviewAddress {
  /** URI of the workspace folder. */
  readonly folder: string;
  /** The side; undefined for an empty file in place of a missing one. */
  readonly file?: StoredFile;
  /** Set for the unified diff from this side to `file`. */
  readonly from?: StoredFile;
}

/** URI of a stored side, whose content never changes. Keeps the file's path, for the language. */
export function reviewUri(file: vscode.Uri, folderUri: string, side: StoredFile | undefined): vscode.Uri {
  const address: ReviewAddress = { folder: folderUri, ...(side === undefined ? {} : { file: side }) };
  return vscode.Uri.from({ scheme: reviewScheme, path: file.path, query: JSON.stringify(address) });
}

/** URI of the unified diff between two stored sides. Its path ends in `.diff`, for the language. */
export function unifiedReviewUri(
  file: vscode.Uri,
  folderUri: string,
  before: StoredFile,
  after: StoredFile | undefined,
): vscode.Uri {
  const address: ReviewAddress = { folder: folderUri, from: before, ...(after === undefined ? {} : { file: after }) };
  return vscode.Uri.from({ scheme: reviewScheme, path: `${file.path}.diff`, query: JSON.stringify(address) });
}

/** Parses the query of a URI with `reviewScheme`; undefined for other documents, such as the preview of a revert. */
export function addressIn({ query }: vscode.Uri): ReviewAddress | undefined {
  return query.startsWith('{') ? JSON.parse(query) : undefined;
}

/** The file of a stored side, with `.diff` added for a unified diff; undefined for other documents, as `addressIn`. */
export function fileOfStoredSide({ path, query }: vscode.Uri): vscode.Uri | undefined {
  const folder = parseFields(query)?.['folder'];
  return typeof folder === 'string' ? vscode.Uri.parse(folder, true).with({ path }) : undefined;
}
