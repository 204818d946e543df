import * as vscode from 'vscode';
import type { LocalDisk } from './localDisk.ts';
import type { Owner } from './owner.ts';
import { deleteIfThere, eachOf, readIfThere, writeWhole } from './storedFiles.ts';

/** So long, in milliseconds, a window waits to see who claimed last, where no file can be made by one of two alone. */
const patience = 400;

/**
 * Who ends a step that its owner was cut off in: one window only. A claim is a file named after the step and the owner it
 * is taken over from, with the new owner in it; who is cut off in ending it has given up a claim like any other owner.
 */
export class Claims {
  readonly #folder: vscode.Uri;
  readonly #owner: Owner;
  readonly #files: LocalDisk['files'];
  /** By step: this window's claim, and those given up before it. */
  readonly #taken = new Map<string, readonly vscode.Uri[]>();

  constructor(folder: vscode.Uri, owner: Owner, { files }: LocalDisk) {
    this.#folder = folder;
    this.#owner = owner;
    this.#files = files;
  }

  /** Whether this window may end the step `id`, which `from` had begun. False where a window is at work on it. */
  async take(id: string, from: string | undefined): Promise<boolean> {
    const claims: vscode.Uri[] = [];
    let last: string | undefined = from ?? 'nobody';
    while (last !== undefined && !(await this.#owner.isAlive(last))) {
      const claim = vscode.Uri.joinPath(this.#folder, `${id}.${last}`);
      claims.push(claim);
      if (await this.#isFirst(claim)) {
        this.#taken.set(id, claims);
        return true;
      }
      last = await ownerIn(claim);
    }
    return false;
  }

  /** To be called when the step is ended, or left to others; also where it was never taken. */
  async release(id: string): Promise<void> {
    const claims = this.#taken.get(id) ?? [];
    this.#taken.delete(id);
    await eachOf(claims, deleteIfThere).catch(() => undefined);
  }

  async #isFirst(claim: vscode.Uri): Promise<boolean> {
    const own = new TextEncoder().encode(this.#owner.id);
    if (this.#files !== undefined && claim.scheme === 'file') {
      return this.#files.create(claim.toString(), own).then(
        () => true,
        async (cause: unknown) => {
          if ((await readIfThere(claim)) === undefined) throw cause;
          return false;
        },
      );
    }
    if ((await readIfThere(claim)) !== undefined) return false;
    await writeWhole(claim, own);
    await new Promise((resolve) => setTimeout(resolve, patience));
    return (await ownerIn(claim)) === this.#owner.id;
  }
}

async function ownerIn(claim: vscode.Uri): Promise<string | undefined> {
  const bytes = await readIfThere(claim);
  return bytes === undefined ? undefined : new TextDecoder().decode(bytes);
}
