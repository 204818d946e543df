// Implements the workspace that a call can read, within its access rules.

import * as vscode from 'vscode';
import { fileSystem, dirtyDocument, isLink, statOf, entryTypeOf } from './fileSystem.ts';
import type { Change, FaithfulText, FileContent, LargeContent, Location } from '../../core/change/change.ts';
import { wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { StalePlan } from '../../core/wording/stalePlan.ts';
import { largeSnapshot, tooLarge } from './largeFile.ts';
import type { LargeFiles } from '../../tools/ports/diskPorts.ts';
import { ToolError, toToolError } from '../../core/wording/errors.ts';
import type { LinkHandling } from '../../core/path/judgeRealPath.ts';
import type { Action } from '../../core/rules/operation.ts';
import { subjectBelow, type Subject } from '../../core/rules/subject.ts';
import type { LargeSnapshot, Links, Snapshot, Workspace } from '../../tools/ports/ports.ts';
import type { DirectoryEntry, FileStat } from '../../tools/ports/fileStat.ts';
import { decodeFile, encodeText } from './codec.ts';
import { filesSettings } from './filesSettings.ts';
import { replacedError, type ResolvedPath, type PathResolver } from './pathResolver.ts';

/** Judges the reads of one call, and prompts the user if the rules require it. */
export interface ReadGuard {
  /** Resolves once the path may be read, after a prompt if needed. Throws PERMISSION_DENIED, REJECTED. */
  allow(place: ResolvedPath): Promise<void>;
  /** As `allow`, for learning whether a path exists and its size; prompts only outside the workspace. */
  look(place: ResolvedPath): Promise<void>;
  /** As `Workspace.requireDisclosure`. */
  requireDisclosure(next: 'failed' | 'tried' | readonly Change[]): Promise<void>;
  /** Throws PERMISSION_DENIED if the rules deny the path. Never prompts. */
  refuseDenied(place: ResolvedPath): void;
  /** Whether `allow` prompts the user, unless they have answered for this call or session. */
  asks(place: ResolvedPath): boolean;
  /** Returns a function that judges reading many subjects at `place` and below. Never prompts. */
  reader(place: ResolvedPath): (subject: Subject) => Action;
}

export interface WorkspaceParts {
  readonly places: PathResolver;
  readonly links?: Links | undefined;
  readonly large?: LargeFiles | undefined;
  readonly guard: ReadGuard;
}

/** Implements the workspace that one call can read, with the editor's file system and open documents. */
export class EditorWorkspace implements Workspace {
  readonly #parts: WorkspaceParts;
  readonly #asking = new WeakSet<Location>();
  /** Entry names that are not links, from the last listing of each folder, by folder URI. */
  readonly #listed = new Map<string, ReadonlySet<string>>();

  constructor(parts: WorkspaceParts) {
    this.#parts = parts;
  }

  async locate(path: string, links: LinkHandling = 'target'): Promise<Location> {
    const place = await this.#parts.places.locate(path, links);
    this.#parts.guard.refuseDenied(place);
    if (this.#parts.guard.asks(place)) this.#asking.add(place.location);
    return place.location;
  }

  asksToRead(at: Location): boolean {
    return this.#asking.has(at);
  }

  async stat(at: Location): Promise<FileStat | undefined> {
    // Outside the workspace, the user must allow even learning whether a file exists.
    if (this.#parts.places.isOutside(at)) await this.#parts.guard.look(await this.#parts.places.locate(at.path));
    return statOf(toUri(at)).catch((cause: unknown) => fail(cause, `Looking at ${at.path}`));
  }

  async read(at: Location): Promise<Snapshot> {
    const place = await this.#allowed(at);
    const uri = toUri(place.location);
    const dirty = dirtyDocument(uri);
    if (dirty !== undefined) return bufferSnapshot(dirty);
    const size = place.size ?? (await requireFile(uri, at)).size;
    if (size > wholeFileLimit) throw tooLarge(at, size, this.isLocal(at));
    const bytes = await fileSystem.readFile(uri).then(undefined, (cause) => fail(cause, `Reading ${at.path}`));
    await this.#requireUnchanged(place);
    return { ...(await decodeFile(uri, bytes)), unsaved: false };
  }

  isLocal(at: Location): boolean {
    const { scheme, authority } = toUri(at);
    return this.#parts.large !== undefined && scheme === 'file' && authority === '';
  }

  async readLarge(at: Location): Promise<LargeSnapshot> {
    const place = await this.#allowed(at);
    const uri = toUri(place.location);
    const { size } = await requireFile(uri, at);
    if (!this.isLocal(at)) throw tooLarge(at, size, false);
    const snapshot = await this.#inParts((large) => largeSnapshot(large, uri.toString()), at);
    await this.#requireUnchanged(place);
    return snapshot;
  }

  async withTail(at: Location, before: LargeContent, tail: FileContent): Promise<LargeContent> {
    const found = await this.#inParts((large) => large.digestWithTail(at.uri, tail.bytes), at);
    if (found.before.sha256 !== before.sha256) throw new StalePlan(at.path);
    return { kind: 'large', ...found.after, tail };
  }

  async #inParts<T>(work: (large: LargeFiles) => Promise<T>, at: Location): Promise<T> {
    const { large } = this.#parts;
    if (large === undefined) throw new ToolError('IO_ERROR', `${at.path} cannot be read in parts. Tell the user.`);
    return work(large).catch((cause: unknown) => fail(cause, `Reading ${at.path}`));
  }

  async list(at: Location, whole?: 'whole'): Promise<readonly DirectoryEntry[]> {
    const place = await this.#allowed(at);
    if (place.location.real !== at.real) throw replacedError(at);
    const uri = toUri(place.location);
    const names = await fileSystem.readDirectory(uri).then(undefined, (cause) => fail(cause, `Listing ${at.path}`));
    await this.#requireUnchanged(place);
    const mayRead = this.#parts.guard.reader(place);
    const visible = names.filter(([name]) => mayRead(subjectBelow(place.subject, name)) !== 'deny');
    if (whole === 'whole' && visible.length < names.length) throw holdsDenied(at);
    this.#listed.set(at.uri, new Set(visible.flatMap(([name, type]) => (isLink(type) ? [] : [name]))));
    const entries = await Promise.all(visible.map(([name, type]) => toEntry(uri, name, type)));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async readLink(at: Location): Promise<string> {
    const { links } = this.#parts;
    if (links === undefined)
      throw new ToolError('VALIDATION_ERROR', 'Links cannot be read on this file system. Continue without them.');
    return links.read(at.uri).catch((cause: unknown) => fail(cause, `Reading the link ${at.path}`));
  }

  async child(folder: Location, name: string, links?: LinkHandling): Promise<Location> {
    const uri = vscode.Uri.joinPath(toUri(folder), name);
    // A name that was just listed is not resolved again, since every use of a location resolves it anyway.
    if (plainName.test(name) && plainName.test(folder.path) && this.#listed.get(folder.uri)?.has(name) === true) {
      const path = folder.path === '.' ? name : `${folder.path}/${name}`;
      return { uri: uri.toString(), path, real: `${folder.real}/${encodeURIComponent(name)}` };
    }
    return this.locate(this.#parts.places.pathOf(uri), links);
  }

  async parent(at: Location): Promise<Location | undefined> {
    if (this.#parts.places.isRoot(at)) return undefined;
    return this.locate(this.#parts.places.pathOf(vscode.Uri.joinPath(toUri(at), '..')));
  }

  requireDisclosure(next: 'failed' | 'tried' | readonly Change[]): Promise<void> {
    return this.#parts.guard.requireDisclosure(next);
  }

  rewrite({ encoding }: FaithfulText, text: string): Promise<FileContent> {
    return encodeText(text, encoding);
  }

  encodeNew(at: Location, text: string): Promise<FileContent> {
    return encodeText(text, filesSettings(toUri(at)).encoding);
  }

  async decode(at: Location, bytes: Uint8Array): Promise<FileContent> {
    return (await decodeFile(toUri(at), bytes)).content;
  }

  /** Resolves a location again, following links, and waits until it may be read. */
  async #allowed(at: Location): Promise<ResolvedPath> {
    const place = await this.#parts.places.locate(at.path, 'target');
    await this.#parts.guard.allow(place);
    return place;
  }

  /** Throws STALE if the path was swapped after it was judged, so that its bytes are not returned (TOCTOU). */
  async #requireUnchanged(place: ResolvedPath): Promise<void> {
    if (!(await this.#parts.places.isUnchanged(place, 'target'))) throw replacedError(place.location);
  }
}

/** Matches names and paths without any character that a URI or a file system treats specially. */
const plainName = /^[A-Za-z0-9_.][A-Za-z0-9_./-]*$/;

/** An entry of a listing; only files have a size. */
async function toEntry(folder: vscode.Uri, name: string, type: vscode.FileType): Promise<DirectoryEntry> {
  if (isLink(type)) return { name, type: 'symlink', size: 0 };
  if (type !== vscode.FileType.File) return { name, type: entryTypeOf(type), size: 0 };
  const stat = await statOf(vscode.Uri.joinPath(folder, name)).catch(() => undefined);
  return { name, type: 'file', size: stat?.size ?? 0 };
}

function holdsDenied(at: Location): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `${at.path} contains something that a rule forbids, so it cannot be handled as a whole. Do not try again; name the parts you mean.`,
  );
}

function toUri(at: Location): vscode.Uri {
  return vscode.Uri.parse(at.uri, true);
}

function fail(cause: unknown, doing: string): never {
  throw toToolError(cause, doing);
}

async function bufferSnapshot(document: vscode.TextDocument): Promise<Snapshot> {
  const content = await encodeText(document.getText(), document.encoding);
  return { content, unsaved: true, encodingErrors: 0 };
}

/** The stat of a regular file. Throws NOT_FOUND, VALIDATION_ERROR for anything else. */
async function requireFile(uri: vscode.Uri, at: Location): Promise<FileStat> {
  const stat = await statOf(uri).catch((cause: unknown) => fail(cause, `Reading ${at.path}`));
  const type = stat?.type === 'symlink' ? stat.targetType : stat?.type;
  if (stat === undefined || type === undefined) {
    throw new ToolError('NOT_FOUND', `${at.path} does not exist. Find the right path with redline_list_directory.`);
  }
  if (type === 'directory') {
    throw new ToolError('VALIDATION_ERROR', `${at.path} is a directory. List it with redline_list_directory.`);
  }
  if (type === 'other') {
    throw new ToolError(
      'VALIDATION_ERROR',
      `${at.path} is a special file (a socket, pipe or device) and cannot be read. Continue without it.`,
    );
  }
  return stat;
}
