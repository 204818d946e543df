// Serves the sides of what is to be reviewed as read-only files.

import * as vscode from 'vscode';
import type { StoredFile } from '../../core/watch/reviewItem.ts';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { decodeFile } from '../files/codec.ts';
import type { ReadFiles } from '../files/virtualFiles.ts';
import { reviewScheme } from './reviewScheme.ts';

/** What the query of an address holds. */
interface Address {
  /** The workspace folder, by its URI. */
  readonly folder: string;
  /** Undefined for an empty file in place of nothing. */
  readonly file?: StoredFile;
}

/** The address of a stored side, which never changes its content. Its path is that of the file, for the language. */
export function reviewUri(file: vscode.Uri, folder: string, side: StoredFile | undefined): vscode.Uri {
  const address: Address = side === undefined ? { folder } : { folder, file: side };
  return vscode.Uri.from({ scheme: reviewScheme, path: file.path, query: JSON.stringify(address) });
}

/** The bytes of sides that were read lately; at most this many are kept in memory. */
const maxKept = 64;

/** Serves stored sides: texts as UTF-8 whatever their encoding, links as their targets, nothing as an empty file. */
export class ReviewFiles implements ReadFiles {
  readonly #watch: Watch;
  readonly #kept = new Map<string, () => Promise<Uint8Array>>();

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const read = this.#kept.get(key) ?? onceUntilFailure(() => this.#read(uri));
    this.#kept.delete(key);
    this.#kept.set(key, read);
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > maxKept && oldest !== undefined) this.#kept.delete(oldest);
    return read();
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const { length } = await this.readFile(uri);
    const permissions = vscode.FilePermission.Readonly;
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: length, permissions };
  }

  async #read(uri: vscode.Uri): Promise<Uint8Array> {
    const { folder, file }: Address = JSON.parse(uri.query);
    if (file === undefined) return new Uint8Array();
    const bytes = await this.#watch.contentOf(folder, file);
    if (file.mode === 'link') return bytes;
    const { content } = await decodeFile(vscode.Uri.parse(folder, true).with({ path: uri.path }), bytes);
    return content.kind === 'text' ? encodeUtf8(content.text) : content.bytes;
  }
}
