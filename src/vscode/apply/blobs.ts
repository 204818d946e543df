import * as vscode from 'vscode';
import type { FileContent } from '../../core/change.ts';
import { failure } from '../../core/errors.ts';
import { phrase } from '../../core/phrase.ts';
import { sha256 } from '../../core/hash.ts';
import { deleteIfThere, eachOf, readIfThere, statIfThere, writeWhole } from './storedFiles.ts';

/** The bytes that the history keeps, once each, under their SHA-256. */
export class Blobs {
  readonly #folder: vscode.Uri;

  constructor(folder: vscode.Uri) {
    this.#folder = folder;
  }

  /** Writes what is not there yet. */
  async write(contents: readonly FileContent[]): Promise<void> {
    const once = new Map(contents.map((content) => [content.sha256, content.bytes]));
    await eachOf([...once], async ([hash, bytes]) => {
      const uri = this.#uri(hash);
      if ((await statIfThere(uri))?.size !== bytes.length) await writeWhole(uri, bytes);
    });
  }

  /** Throws IO_ERROR where the bytes are gone or damaged. */
  async read(hash: string): Promise<Uint8Array> {
    const bytes = await readIfThere(this.#uri(hash));
    if (bytes !== undefined && (await sha256(bytes)) === hash) return bytes;
    const told =
      bytes === undefined
        ? phrase('The history no longer has the bytes of this change. Nothing was changed.')
        : phrase('The history kept damaged bytes of this change. Nothing was changed.');
    throw failure('IO_ERROR', told, 'Tell the user.');
  }

  async delete(hashes: readonly string[]): Promise<void> {
    await eachOf(hashes, (hash) => deleteIfThere(this.#uri(hash)));
  }

  #uri(hash: string): vscode.Uri {
    return vscode.Uri.joinPath(this.#folder, hash);
  }
}
