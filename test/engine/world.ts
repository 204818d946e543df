import type { Links, Modes, WholeFiles } from '../../src/tools/ports/diskPorts.ts';
import type { Step } from '../journal/disk.ts';

export type Node =
  | { readonly kind: 'file'; readonly bytes: Uint8Array; readonly mode: number }
  | { readonly kind: 'link'; readonly target: string }
  | { readonly kind: 'folder'; readonly mode: number };

const page = 4096;

/** An error of the system. */
export function systemError(code: string): Error {
  return Object.assign(new Error(code), { code });
}

/** Fails as a write to a full disk does. */
export function diskFull(): never {
  throw systemError('ENOSPC');
}

/** The files of a machine, by URI. Listeners are notified of each change. */
export class World {
  readonly nodes = new Map<string, Node>();
  hasTrash = true;
  /** The files that were flushed, by URI, each time anew. */
  readonly flushed: string[] = [];
  /** The texts of files that were moved to the trash. */
  readonly trash: (string | undefined)[] = [];
  readonly #watchers = new Set<(uri: string) => void>();

  watch(watcher: (uri: string) => void): void {
    this.#watchers.add(watcher);
  }

  put(uri: string, node: Node): void {
    if (this.nodes.get(parentOf(uri))?.kind !== 'folder' && parentOf(uri) !== '') throw systemError('ENOENT');
    this.nodes.set(uri, node);
    this.#tell(uri);
  }

  putText(uri: string, text: string, mode = 0o644): void {
    this.put(uri, { kind: 'file', bytes: Buffer.from(text), mode });
  }

  text(uri: string): string | undefined {
    const node = this.nodes.get(uri);
    return node?.kind === 'file' ? Buffer.from(node.bytes).toString() : undefined;
  }

  file(uri: string): Node & { readonly kind: 'file' } {
    const node = this.nodes.get(uri);
    if (node === undefined) throw systemError('ENOENT');
    if (node.kind !== 'file') throw systemError('EISDIR');
    return node;
  }

  remove(uri: string): void {
    if (!this.nodes.has(uri)) throw systemError('ENOENT');
    if (this.below(uri).length > 0) throw systemError('ENOTEMPTY');
    this.nodes.delete(uri);
    this.#tell(uri);
  }

  removeTree(uri: string): void {
    for (const each of this.below(uri).toReversed()) this.remove(each);
    this.remove(uri);
  }

  move(from: string, to: string): void {
    this.#copy(from, to);
    this.removeTree(from);
  }

  copy(from: string, to: string): void {
    this.#copy(from, to);
  }

  #copy(from: string, to: string): void {
    if (this.nodes.has(to)) throw systemError('EEXIST');
    for (const uri of [from, ...this.below(from)]) {
      const node = this.nodes.get(uri);
      if (node === undefined) throw systemError('ENOENT');
      this.put(to + uri.slice(from.length), node);
    }
  }

  /** Everything below a folder, each folder before its contents. */
  below(folder: string): string[] {
    return [...this.nodes.keys()].filter((uri) => uri.startsWith(`${folder}/`)).sort();
  }

  /** The whole state, for comparisons. */
  get state(): Readonly<Record<string, string>> {
    const uris = [...this.nodes.keys()].sort();
    return Object.fromEntries(uris.map((uri) => [uri, wordsOf(this.nodes.get(uri))]));
  }

  #tell(uri: string): void {
    for (const watcher of this.#watchers) watcher(uri);
  }
}

function wordsOf(node: Node | undefined): string {
  if (node === undefined) return '';
  if (node.kind === 'link') return `-> ${node.target}`;
  return `${node.mode.toString(8)} ${node.kind === 'file' ? Buffer.from(node.bytes).toString() : '/'}`;
}

export function parentOf(uri: string): string {
  const end = uri.lastIndexOf('/');
  return uri[end - 1] === '/' ? '' : uri.slice(0, end);
}

export function linksOn(world: World, step: Step): Links {
  return {
    async read(uri) {
      await step(`read link ${uri}`);
      const node = world.nodes.get(uri);
      if (node?.kind !== 'link') throw systemError('EINVAL');
      return node.target;
    },
    async make(uri, target) {
      await step(`make link ${uri}`);
      if (world.nodes.has(uri)) throw systemError('EEXIST');
      world.put(uri, { kind: 'link', target });
    },
  };
}

export function modesOn(world: World, step: Step): Modes {
  const modeOf = (uri: string): number => {
    const node = world.nodes.get(uri);
    if (node === undefined || node.kind === 'link') throw systemError('ENOENT');
    return node.mode;
  };
  const set = (uri: string, mode: number): void => {
    const node = world.nodes.get(uri);
    if (node === undefined || node.kind === 'link') throw systemError('ENOENT');
    world.put(uri, { ...node, mode });
  };
  return {
    async isExecutable(uri) {
      await step(`stat ${uri}`);
      return (modeOf(uri) & 0o100) !== 0;
    },
    async setExecutable(uri, executable, restored) {
      await step(`chmod ${uri}`);
      set(uri, restored ?? (executable ? modeOf(uri) | 0o111 : modeOf(uri) & ~0o111));
    },
    async permissions(uri) {
      await step(`stat ${uri}`);
      return modeOf(uri);
    },
    async setPermissions(uri, permissions) {
      await step(`chmod ${uri}`);
      set(uri, permissions);
    },
  };
}

/**
 * Writes files as a local disk does: the comparison and the write are one step. `torn` runs in the middle of a write, where a
 * dying window leaves a partial one.
 */
export function wholeFilesOn(world: World, step: Step, torn: Step): WholeFiles {
  const holds = (uri: string, bytes: Uint8Array): boolean => {
    if (!uri.startsWith('file:')) throw new TypeError('The URL must be of scheme file');
    return Buffer.compare(world.file(uri).bytes, bytes) === 0;
  };
  const tear = async (uri: string, bytes: Uint8Array, mode: number): Promise<void> => {
    const before = world.nodes.get(uri);
    if (before === undefined || bytes.length <= page) return;
    const rest = before.kind === 'file' ? before.bytes.subarray(page) : new Uint8Array();
    world.nodes.set(uri, { kind: 'file', bytes: Buffer.concat([bytes.subarray(0, page), rest]), mode });
    await torn(`tear ${uri}`);
    world.nodes.set(uri, before);
  };
  return {
    async contains(uri, bytes) {
      await step(`stat ${uri}`);
      if (world.nodes.get(uri)?.kind !== 'file') return false;
      await step(`read ${uri}`);
      return world.nodes.get(uri)?.kind === 'file' && holds(uri, bytes);
    },
    async replace(uri, bytes, before) {
      await step(`open ${uri}`);
      const { mode } = world.file(uri);
      if (!holds(uri, before)) return false;
      await tear(uri, bytes, mode);
      world.put(uri, { kind: 'file', bytes, mode });
      return true;
    },
    async remove(uri, before) {
      await step(`delete ${uri}`);
      if (!holds(uri, before)) return false;
      world.remove(uri);
      return true;
    },
    async create(uri, bytes, permissions = 0o644) {
      await step(`create ${uri}`);
      if (world.nodes.has(uri)) throw systemError('EEXIST');
      for (const folder of missingAbove(world, uri)) world.put(folder, { kind: 'folder', mode: 0o755 });
      await step(`fill ${uri}`);
      if (world.nodes.has(uri)) throw systemError('EEXIST');
      world.put(uri, { kind: 'file', bytes, mode: permissions });
    },
    async isReadOnly(uri) {
      await step(`stat ${uri}`);
      const node = world.nodes.get(uri.replace(/\/$/, ''));
      return node !== undefined && node.kind !== 'link' && (node.mode & 0o222) === 0;
    },
    async flush(files) {
      await step('flush');
      world.flushed.push(...files);
    },
  };
}

/** The missing folders above a path, the topmost first. */
export function missingAbove(world: World, uri: string): string[] {
  const missing: string[] = [];
  for (let folder = parentOf(uri); folder !== '' && !world.nodes.has(folder); folder = parentOf(folder))
    missing.unshift(folder);
  return missing;
}
