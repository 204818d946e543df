import * as vscode from 'vscode';
import type { FileContent, Location } from '../core/change.ts';
import { ToolError, toToolError } from '../core/errors.ts';
import { sha256 } from '../core/hash.ts';
import type { LinkMeaning } from '../core/path/judgeRealPath.ts';
import type { DirectoryEntry, FileStat, Links, Modes, Snapshot, Workspace } from '../tools/ports.ts';
import { configuredEncoding, decodeFile, encodeText } from './codec.ts';
import { GitIgnore } from './gitIgnore.ts';
import { dirtyDocument, statOf, typeOf } from './disk.ts';
import type { Place, Places } from './places.ts';

/** Files above this many bytes are not read whole. */
const wholeFileLimit = 50 * 1024 * 1024;

/** Asks the rules, and where they say so the person, before something is read. Throws PERMISSION_DENIED. */
export interface ReadGuard {
  allow(place: Place): Promise<void>;
  /** Whether a name may be told at all: what may not be read is left out of listings. */
  isVisible(place: Place): boolean;
}

export interface WorkspaceParts {
  readonly places: Places;
  readonly links: Links | undefined;
  readonly modes: Modes | undefined;
  readonly guard: ReadGuard;
}

/** The workspace as one call sees it, through the editor's file system and its open documents. */
export class EditorWorkspace implements Workspace {
  readonly #parts: WorkspaceParts;
  readonly #found = new Map<string, Place>();
  readonly #ignore = new GitIgnore();

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  async locate(path: string, links: LinkMeaning = 'target'): Promise<Location> {
    const place = await this.#parts.places.locate(path, links);
    this.#found.set(place.location.uri, place);
    return place.location;
  }

  async stat(at: Location): Promise<FileStat | undefined> {
    return statOf(toUri(at)).catch((cause: unknown) => fail(cause, `Looking at ${at.path}`));
  }

  async read(at: Location): Promise<Snapshot> {
    await this.#parts.guard.allow(await this.#place(at));
    const uri = toUri(at);
    const dirty = dirtyDocument(uri);
    if (dirty !== undefined) return bufferSnapshot(dirty);
    await requireReadable(uri, at);
    const bytes = await vscode.workspace.fs.readFile(uri).then(
      (read) => read,
      (cause: unknown) => fail(cause, `Reading ${at.path}`),
    );
    return { ...(await decodeFile(uri, bytes)), unsaved: false };
  }

  async list(at: Location): Promise<readonly DirectoryEntry[]> {
    await this.#parts.guard.allow(await this.#place(at));
    const uri = toUri(at);
    const names = await vscode.workspace.fs.readDirectory(uri).then(
      (read) => read,
      (cause: unknown) => fail(cause, `Listing ${at.path}`),
    );
    const entries = await Promise.all(names.map(([name, type]) => this.#entry(at, name, type)));
    return entries.filter((entry) => entry !== undefined).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  isIgnored(at: Location, isDirectory: boolean): Promise<boolean> {
    return this.#ignore.isIgnored(toUri(at), isDirectory);
  }

  async readLink(at: Location): Promise<string> {
    const { links } = this.#parts;
    if (links === undefined) throw new ToolError('VALIDATION_ERROR', 'Links cannot be read on this file system.');
    return links.read(at.uri).catch((cause: unknown) => fail(cause, `Reading the link ${at.path}`));
  }

  async isExecutable(at: Location): Promise<boolean | undefined> {
    return toUri(at).scheme === 'file' ? this.#parts.modes?.isExecutable(at.uri) : undefined;
  }

  child(folder: Location, name: string, links?: LinkMeaning): Promise<Location> {
    return this.locate(this.#parts.places.pathOf(vscode.Uri.joinPath(toUri(folder), name)), links);
  }

  async parent(at: Location): Promise<Location | undefined> {
    if (this.#parts.places.isRoot(at)) return undefined;
    return this.locate(this.#parts.places.pathOf(vscode.Uri.joinPath(toUri(at), '..')));
  }

  encode(text: string, encoding: string): Promise<FileContent> {
    return encodeText(text, encoding);
  }

  async toBinary(bytes: Uint8Array): Promise<FileContent> {
    return { kind: 'binary', bytes, sha256: await sha256(bytes) };
  }

  newFileEncoding(at: Location): string {
    return configuredEncoding(toUri(at));
  }

  async #place(at: Location): Promise<Place> {
    return this.#found.get(at.uri) ?? this.#parts.places.locate(at.path);
  }

  /** An entry of a listing; undefined for what may not be named. Sizes are those of files only. */
  async #entry(folder: Location, name: string, type: vscode.FileType): Promise<DirectoryEntry | undefined> {
    const uri = vscode.Uri.joinPath(toUri(folder), name);
    const isLink = (type & vscode.FileType.SymbolicLink) !== 0;
    try {
      const place = await this.#parts.places.locate(this.#parts.places.pathOf(uri), 'link');
      if (!this.#parts.guard.isVisible(place)) return undefined;
      const size = type === vscode.FileType.File ? ((await statOf(uri))?.size ?? 0) : 0;
      return { name, type: isLink ? 'symlink' : typeOf(type), size };
    } catch {
      return { name, type: isLink ? 'symlink' : typeOf(type), size: 0 };
    }
  }
}

function toUri(at: Location): vscode.Uri {
  return vscode.Uri.parse(at.uri, true);
}

function fail(cause: unknown, doing: string): never {
  throw toToolError(cause, doing);
}

async function bufferSnapshot(document: vscode.TextDocument): Promise<Snapshot> {
  const content = await encodeText(document.getText(), document.encoding);
  return { content, unsaved: true, encodingErrors: 0, faithful: true };
}

async function requireReadable(uri: vscode.Uri, at: Location): Promise<void> {
  const stat = await statOf(uri).catch((cause: unknown) => fail(cause, `Reading ${at.path}`));
  const type = stat?.type === 'symlink' ? stat.targetType : stat?.type;
  if (stat === undefined || type === undefined) {
    throw new ToolError('NOT_FOUND', `${at.path} does not exist. Find the right path with redline_list_directory.`);
  }
  if (type === 'directory') {
    throw new ToolError('VALIDATION_ERROR', `${at.path} is a directory. List it with redline_list_directory.`);
  }
  if (type === 'other') throw new ToolError('VALIDATION_ERROR', `${at.path} is a special file and cannot be read.`);
  if (stat.size > wholeFileLimit) {
    throw new ToolError('TOO_LARGE', `${at.path} has ${stat.size} bytes, too many to be changed or read whole.`);
  }
}
