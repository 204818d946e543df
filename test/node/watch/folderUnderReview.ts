import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { StoredFile } from '../../../src/core/watch/reviewItem.ts';
import { openWatch } from '../../../src/node/watch/openWatch.ts';
import type { FolderWatch } from '../../../src/tools/ports/watchPort.ts';
import { Ground } from './ground.ts';
import { Window } from './window.ts';

/** A repository that a window watches. */
export class FolderUnderReview {
  readonly ground = Ground.repository();
  readonly window = new Window();
  watch!: FolderWatch;

  static async start(): Promise<FolderUnderReview> {
    const review = new FolderUnderReview();
    review.ground.write({ a: '1\n2\n3\n4\n5\n', b: 'b\n', '.env': 'K=1' });
    review.ground.commit();
    review.watch = await review.open();
    await review.watch.scan(review.window);
    return review;
  }

  dispose(): void {
    this.watch.dispose();
    this.ground.dispose();
  }

  open(): Promise<FolderWatch> {
    return openWatch({
      folder: pathToFileURL(this.ground.root).toString(),
      storage: pathToFileURL(this.ground.store).toString(),
      isSecret: (name) => name.endsWith('.env'),
    });
  }

  async text(file: StoredFile | undefined): Promise<string | undefined> {
    return file && Buffer.from(await this.watch.contentOf(file)).toString();
  }

  put(name: string, text: string | undefined): void {
    if (text === undefined) rmSync(this.ground.at(name), { force: true });
    else this.ground.write({ [name]: text });
  }

  textOnDisk(name: string): string | undefined {
    const bytes = this.watch.readNow(name);
    return bytes instanceof Uint8Array ? Buffer.from(bytes).toString() : undefined;
  }

  /** Path, and text before and after, of what is listed. */
  async listed(): Promise<unknown[]> {
    const all: unknown[] = [];
    for (const { path, baseline, current } of this.watch.items.values()) {
      all.push([path, await this.text(baseline), await this.text(current)]);
    }
    return all;
  }
}
