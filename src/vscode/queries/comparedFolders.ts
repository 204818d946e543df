// Remembers which folders the change log has compared, so that a file that is new in one of them counts as created.

import { comparePaths } from '../../core/path/comparePaths.ts';

/** The comparisons of one folder or file. */
interface Compared {
  /** Time of the first one, in milliseconds since 1970. */
  readonly firstMs: number;
  /** The last path that was compared, if there were too many; undefined if all were. */
  readonly lastPath: string | undefined;
}

/** The compared folders and files, by URI. A file that is unknown in one of them was created since its first comparison. */
export class ComparedFolders {
  readonly #byUri: Map<string, Compared>;

  constructor(byUri: ReadonlyMap<string, Compared> = new Map()) {
    this.#byUri = new Map(byUri);
  }

  /** A copy, which does not change with later comparisons. */
  copy(): ComparedFolders {
    return new ComparedFolders(this.#byUri);
  }

  /**
   * The time at which a file or folder was compared first, by itself or with one that contains it; undefined if never. Where
   * a folder has too many files, those after its last compared path may be old, although they are unknown.
   *
   * @param path of the URI, without escapes
   */
  firstComparedAt(uri: string, path: string): number | undefined {
    for (let at = uri; ; at = at.slice(0, at.lastIndexOf('/'))) {
      const compared = this.#byUri.get(at);
      if (compared !== undefined && isWithin(path, compared)) return compared.firstMs;
      if (!at.includes('/')) return undefined;
    }
  }

  /** Adds a comparison. What an earlier one reached stays compared. @param lastPath as in `Compared` */
  add(uri: string, firstMs: number, lastPath: string | undefined): void {
    const earlier = this.#byUri.get(uri);
    const isReached = earlier !== undefined && lastPath !== undefined && isWithin(lastPath, earlier);
    this.#byUri.set(uri, isReached ? earlier : { firstMs: earlier?.firstMs ?? firstMs, lastPath });
  }
}

function isWithin(path: string, { lastPath }: Compared): boolean {
  return lastPath === undefined || comparePaths(path, lastPath) <= 0;
}

/** The last of paths by `comparePaths`, in whatever order they are; `''` for none. */
export function findLastPath(paths: readonly string[]): string {
  return paths.reduce((last, path) => (comparePaths(path, last) > 0 ? path : last), '');
}
