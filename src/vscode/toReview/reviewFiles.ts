// Serves the sides of unreviewed changes as read-only files.

import * as vscode from 'vscode';
import { encodeUtf8 } from '../../core/text/encoding.ts';
import { onceUntilFailure } from '../../core/async/onceUntilFailure.ts';
import type { StoredFile } from '../../core/watch/reviewItem.ts';
import type { Watch } from '../../tools/ports/watchPort.ts';
import { decodeFile } from '../files/codec.ts';
import type { FileSource } from '../files/virtualFiles.ts';
import { toBytes } from '../files/providedText.ts';
import { addressIn, reviewScheme } from '../files/reviewUri.ts';
import { unifiedText } from '../history/unifiedDiff.ts';

/** Maximum number of recently read sides whose bytes are cached. */
const maxCachedSides = 64;
/** Maximum number of cached texts. */
const maxCachedTexts = 8;

/** Serves stored sides: texts as UTF-8, links as their targets, missing files as empty ones. */
export class ReviewFiles implements FileSource {
  readonly #watch: Watch;
  readonly #sideReaders = new Map<string, () => Promise<Uint8Array>>();
  /** Texts by URI; the newest are kept. */
  readonly #texts = new Map<string, Uint8Array>();

  constructor(watch: Watch) {
    this.#watch = watch;
  }

  /** Creates a file with this name and text. Each has a new URI, since VS Code caches file contents. */
  readonly createTextFile = (name: string, text: string): vscode.Uri => {
    const uri = vscode.Uri.from({ scheme: reviewScheme, path: `/${name}`, query: crypto.randomUUID() });
    this.#texts.set(uri.toString(), toBytes(text, uri));
    const [oldest] = this.#texts.keys();
    if (this.#texts.size > maxCachedTexts && oldest !== undefined) this.#texts.delete(oldest);
    return uri;
  };

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    const key = uri.toString();
    const text = this.#texts.get(key);
    if (text !== undefined) return text;
    const read = this.#sideReaders.get(key) ?? onceUntilFailure(() => this.#readAddress(uri));
    this.#sideReaders.delete(key);
    this.#sideReaders.set(key, read);
    const [oldest] = this.#sideReaders.keys();
    if (this.#sideReaders.size > maxCachedSides && oldest !== undefined) this.#sideReaders.delete(oldest);
    return read();
  }

  async #readAddress(uri: vscode.Uri): Promise<Uint8Array> {
    const address = addressIn(uri);
    // The text was dropped, but its tab was left open or restored by VS Code.
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    const { folder, file, from } = address;
    // The path determines the encoding.
    const path = from === undefined ? uri.path : uri.path.replace(/\.diff$/, '');
    const root = vscode.Uri.parse(folder, true);
    const uriInFolder = root.with({ path });
    if (from === undefined) return this.#readSide(folder, file, uriInFolder, (text) => toBytes(text, uri));
    const before = await this.#readSide(folder, from, uriInFolder, encodeUtf8);
    const after = await this.#readSide(folder, file, uriInFolder, encodeUtf8);
    return toBytes(await unifiedText(path.slice(root.path.length + 1), before, after), uri);
  }

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
