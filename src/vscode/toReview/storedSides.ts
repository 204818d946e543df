// Serves the stored sides of unreviewed changes (a file before or after) as read-only files, for the diffs of To Review.

import * as vscode from 'vscode';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { pathBelow } from '../../core/path/pathParts.ts';
import { setNewest } from '../../core/cache/maps.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { StoredFile } from '../../core/watch/reviewItem.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { decodeFile, encodeVirtualFile } from '../files/codec.ts';
import type { FileSource } from '../files/virtualFiles.ts';
import { addressIn, reviewScheme } from '../files/reviewUri.ts';
import { unifiedDiffText } from '../history/unifiedDiff.ts';

/** Maximum number of recently read sides and unified diffs whose bytes are cached. */
const maxCachedSides = 64;
/** Maximum number of texts of `createTextFile`. They are stored nowhere else, so a dropped one is lost. */
const maxTexts = 8;

/**
 * Serves stored sides: texts as UTF-8, links as their targets, missing files as empty; and unified diffs of two sides.
 */
export class StoredSides implements FileSource {
  readonly #watch: Watch;
  /** Cached reads by URI, the last used last; each runs once, and again if it failed. */
  readonly #reads = new Map<string, () => Promise<Uint8Array>>();
  /** Texts of `createTextFile` by URI; the newest are kept. */
  readonly #texts = new Map<string, Uint8Array>();

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Creates a file with this name and text. Each has a new URI, since VS Code caches file contents. */
  readonly createTextFile = (name: string, text: string): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: reviewScheme, path: `/${name}`, query: crypto.randomUUID() });
    setNewest(this.#texts, uri.toString(), encodeVirtualFile(text, uri), maxTexts);
    return uri;
  };

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const text = this.#texts.get(key);
    if (text !== undefined) return text;
    const read = this.#reads.get(key) ?? onceUntilFailure(() => this.#readStored(uri));
    setNewest(this.#reads, key, read, maxCachedSides);
    return read();
  }

  async #readStored(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressIn(uri);
    // A text of `createTextFile` that was dropped while its tab stayed open, or was restored by VS Code.
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const { folder, from: before, file } = address;
    const root = vscode.Uri.parse(folder, true);
    if (before === undefined) {
      const toEditorBytes = (text: string): Uint8Array => encodeVirtualFile(text, uri);
      return this.#readSide(folder, file, root.with({ path: uri.path }), toEditorBytes);
    }
    // The URI of a unified diff ends in `.diff`; the file's own path determines its encoding.
    const path = uri.path.replace(/\.diff$/, '');
    const fileUri = root.with({ path });
    const beforeBytes = await this.#readSide(folder, before, fileUri, encodeUtf8);
    const afterBytes = await this.#readSide(folder, file, fileUri, encodeUtf8);
    return encodeVirtualFile(await unifiedDiffText(pathBelow(root.path, path), beforeBytes, afterBytes), uri);
  }

  /** Contents that are not text are returned as they are. */
  async #readSide(
    folder: string,
    file: StoredFile | undefined,
    uri: vscode.Uri,
    encode: (text: string) => Uint8Array,
  ): Promise<Uint8Array> {
    if (file === undefined) return new Uint8Array();
    const bytes = await this.#watch.contentOf(folder, file);
    if (file.mode === 'link') return bytes;
    const { content } = await decodeFile(uri, bytes);
    return content.kind === 'text' ? encode(content.text) : content.bytes;
  }
}
