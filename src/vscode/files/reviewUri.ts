// Makes the addresses of the sides of what is to be reviewed.

import * as vscode from 'vscode';
import type { StoredFile } from '../../core/watch/reviewItem.ts';

/** The scheme of the sides of what is to be reviewed: `redline-baseline:/<path>?<address>`. */
export const reviewScheme = 'redline-baseline';

export interface ReviewAddress {
  /** The workspace folder, by its URI. */
  readonly folder: string;
  /** Undefined for an empty file in place of nothing. */
  readonly file?: StoredFile;
  /** Set for the unified diff from this side to `file`. */
  readonly from?: StoredFile;
}

/** The address of a stored side, which never changes its content. Its path is that of the file, for the language. */
export function reviewUri(file: vscode.Uri, folder: string, side: StoredFile | undefined): vscode.Uri {
  const address: ReviewAddress = side === undefined ? { folder } : { folder, file: side };
  return vscode.Uri.from({ scheme: reviewScheme, path: file.path, query: JSON.stringify(address) });
}

/** The address of the unified diff between two stored sides. */
export function unifiedReviewUri(
  file: vscode.Uri,
  folder: string,
  before: StoredFile,
  after: StoredFile | undefined,
): vscode.Uri {
  const address: ReviewAddress = { folder, from: before, ...(after === undefined ? {} : { file: after }) };
  return vscode.Uri.from({ scheme: reviewScheme, path: `${file.path}.diff`, query: JSON.stringify(address) });
}

/** What the query of an address holds; undefined if it names no side. */
export function addressIn({ query }: vscode.Uri): ReviewAddress | undefined {
  return query.startsWith('{') ? JSON.parse(query) : undefined;
}
