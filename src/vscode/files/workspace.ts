// Implements the files and folders that one call can read, within the access rules.

import * as vscode from 'vscode';
import { fileSystem, isFolderType, isLink, statOf, entryTypeOf } from './fileSystem.ts';
import { dirtyDocument } from './openDocuments.ts';
import type { Change, FaithfulText, FileContent, LargeContent, Location } from '../../core/change/change.ts';
import { requireShowable } from '../../core/text/encoding.ts';
import { wholeFileLimit } from '../../core/text/sizeLimits.ts';
import { StalePlan, ToolError, toToolError } from '../../core/wording/errors.ts';
import { largeSnapshot, tooLargeError } from './largeFile.ts';
import type { LargeFiles, Links } from '../../tools/ports/diskPorts.ts';
import type { LinkHandling } from '../../core/path/judgeRealPath.ts';
import type { Action } from '../../core/rules/operation.ts';
import { subjectBelow, type Subject } from '../../core/rules/subject.ts';
import type { LargeSnapshot, Snapshot, Workspace } from '../../tools/ports/ports.ts';
import type { DirectoryEntry, FileStat } from '../../tools/ports/fileStat.ts';
import { configuredEncoding, decodeFile, encodeText } from './codec.ts';
import { replacedError, type PathResolver } from './paths/pathResolver.ts';
import type { ResolvedPath } from './paths/resolvedPath.ts';

/** Judges the reads of one call, and prompts the user if the rules require it. */
export interface ReadGuard {
  /** Resolves once the path may be read, after a prompt if needed. Throws PERMISSION_DENIED, REJECTED. */
  allow(resolved: ResolvedPath): Promise<void>;
  /** Resolves once the existence and size of a path may be learned. Prompts only outside the workspace. */
  requireStat(resolved: ResolvedPath): Promise<void>;
  /** See `Workspace.requireDisclosure`. */
  requireDisclosure(plan: 'failed' | 'tried' | readonly Change[]): Promise<void>;
  /** Throws PERMISSION_DENIED if the rules deny the path. Never prompts. */
  rejectDenied(resolved: ResolvedPath): void;
  /** Whether `allow` prompts the user, unless they have answered for this call or session. */
  mayPrompt(resolved: ResolvedPath): boolean;
  /** Returns a function that judges reading many subjects at `resolved` and below. Never prompts. */
  readAction(resolved: ResolvedPath): (subject: Subject) => Action;
}

/** The services of a workspace. `links` and `large` are undefined in a browser. */
export interface WorkspaceDeps {
  readonly resolver: PathResolver;
  readonly links?: Links | undefined;
  readonly large?: LargeFiles | undefined;
  readonly guard: ReadGuard;
}

/** Implements the `Workspace` port of one call with the editor's file system and open documents. */
export class EditorWorkspace implements Workspace {
  readonly #deps: WorkspaceDeps;
  /** Locations whose reading may prompt the user (`ReadGuard.mayPrompt`). */
  readonly #secretLocations = new WeakSet<Location>();
  /** Entry names that are not links, from the last listing of each folder, by folder URI. */
  readonly #namesByFolder = new Map<string, ReadonlySet<string>>();

  constructor(deps: WorkspaceDeps) {
    this.#deps = deps;
  }

  /**
   * Implements `Workspace.locate`. The location may be outdated when it is used: reads resolve it again, and writes are
   * rechecked by `PathRecheck`.
   */
  async locate(path: string, links: LinkHandling = 'target'): Promise<Location> {
    const resolved = await this.#deps.resolver.locate(path, links, { allowsCached: true });
    this.#deps.guard.rejectDenied(resolved);
    if (this.#deps.guard.mayPrompt(resolved)) this.#secretLocations.add(resolved.location);
    return resolved.location;
  }

  isSecret(at: Location): boolean {
    return this.#secretLocations.has(at);
  }

  async stat(at: Location): Promise<FileStat | undefined> {
    // Outside the workspace, the user must allow even learning whether a file exists.
    if (this.#deps.resolver.isOutside(at))
      await this.#deps.guard.requireStat(await this.#deps.resolver.locate(at.path));
    return statOf(toUri(at)).catch((cause: unknown) => throwToolError(cause, `Looking at ${at.path}`));
  }

  async read(at: Location): Promise<Snapshot> {
    const resolved = await this.#resolveReadable(at);
    const uri = toUri(resolved.location);
    const dirty = dirtyDocument(uri);
    if (dirty !== undefined && !resolved.isMissing) return bufferSnapshot(dirty, at);
    const size = resolved.size ?? (await requireFile(uri, at)).size;
    if (size > wholeFileLimit) throw tooLargeError(at, size, { isLocal: this.isLocal(at) });
    const bytes = await fileSystem
      .readFile(uri)
      .then(undefined, (cause) => throwToolError(cause, `Reading ${at.path}`));
    await requireUnchanged(this.#deps.resolver, resolved);
    return { ...(await decodeFile(uri, bytes)), unsaved: false };
  }

  isLocal(at: Location): boolean {
    const { scheme, authority } = toUri(at);
    return this.#deps.large !== undefined && scheme === 'file' && authority === '';
  }

  async readLarge(at: Location): Promise<LargeSnapshot> {
    const resolved = await this.#resolveReadable(at);
    const uri = toUri(resolved.location);
    const { size } = await requireFile(uri, at);
    if (!this.isLocal(at)) throw tooLargeError(at, size, { isLocal: false });
    const snapshot = await this.#withLargeFiles((large) => largeSnapshot(large, uri.toString()), at);
    await requireUnchanged(this.#deps.resolver, resolved);
    return snapshot;
  }

  async withTail(at: Location, before: LargeContent, tail: FileContent): Promise<LargeContent> {
    const digests = await this.#withLargeFiles((large) => large.digestWithTail(at.uri, tail.bytes), at);
    if (digests.before.sha256 !== before.sha256) throw new StalePlan(at.path);
    return { kind: 'large', ...digests.after, tail };
  }

  /** Runs work on a large file of the local disk. Throws ToolError. */
  async #withLargeFiles<T>(work: (large: LargeFiles) => Promise<T>, at: Location): Promise<T> {
    const { large } = this.#deps;
    if (large === undefined) throw new ToolError('IO_ERROR', `${at.path} cannot be read in parts. Tell the user.`);
    return work(large).catch((cause: unknown) => throwToolError(cause, `Reading ${at.path}`));
  }

  async list(at: Location, whole?: 'whole'): Promise<readonly DirectoryEntry[]> {
    const resolved = await this.#resolveReadable(at);
    if (resolved.location.real !== at.real) throw replacedError(at);
    const uri = toUri(resolved.location);
    const listed = await fileSystem
      .readDirectory(uri)
      .then(undefined, (cause) => throwToolError(cause, `Listing ${at.path}`));
    await requireUnchanged(this.#deps.resolver, resolved);
    const mayRead = this.#deps.guard.readAction(resolved);
    const visible = listed.filter(
      ([name, type]) => mayRead(subjectBelow(resolved.subject, name, isFolderType(type))) !== 'deny',
    );
    if (whole === 'whole' && visible.length < listed.length) throw containsDeniedError(at);
    this.#namesByFolder.set(at.uri, new Set(visible.flatMap(([name, type]) => (isLink(type) ? [] : [name]))));
    const entries = await Promise.all(visible.map(([name, type]) => toEntry(uri, name, type)));
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async readLink(at: Location): Promise<string> {
    const { links } = this.#deps;
    if (links === undefined)
      throw new ToolError('VALIDATION_ERROR', 'Links cannot be read on this file system. Continue without them.');
    return links.read(at.uri).catch((cause: unknown) => throwToolError(cause, `Reading the link ${at.path}`));
  }

  async child(folder: Location, name: string, links?: LinkHandling): Promise<Location> {
    const uri = vscode.Uri.joinPath(toUri(folder), name);
    // Fast path: a name that was just listed is not resolved, since every use of a location resolves it anyway.
    const wasListed = this.#namesByFolder.get(folder.uri)?.has(name) === true;
    if (wasListed && plainName.test(name) && plainName.test(folder.path)) {
      const path = folder.path === '.' ? name : `${folder.path}/${name}`;
      return { uri: uri.toString(), path, real: `${folder.real.replace(/\/$/, '')}/${encodeURIComponent(name)}` };
    }
    return this.locate(this.#deps.resolver.pathOf(uri), links);
  }

  async parent(at: Location): Promise<Location | undefined> {
    if (this.#deps.resolver.isRoot(at)) return undefined;
    return this.locate(this.#deps.resolver.pathOf(vscode.Uri.joinPath(toUri(at), '..')));
  }

  requireDisclosure(plan: 'failed' | 'tried' | readonly Change[]): Promise<void> {
    return this.#deps.guard.requireDisclosure(plan);
  }

  async rewrite({ encoding }: FaithfulText, text: string): Promise<FileContent> {
    return encodeText(requireShowable(text), encoding);
  }

  async encodeNew(at: Location, text: string): Promise<FileContent> {
    return encodeText(requireShowable(text), await configuredEncoding(toUri(at)));
  }

  async decode(at: Location, bytes: Uint8Array): Promise<FileContent> {
    return (await decodeFile(toUri(at), bytes)).content;
  }

  /**
   * Resolves a location again, following links, and waits until it may be read. Callers that then read the disk call
   * `requireUnchanged` before they return the content (TOCTOU).
   */
  async #resolveReadable(at: Location): Promise<ResolvedPath> {
    const resolved = await this.#deps.resolver.locate(at.path, 'target', { allowsCached: true });
    await this.#deps.guard.allow(resolved);
    return resolved;
  }
}

/** @throws ToolError STALE if a path was swapped after it was judged, or nothing was there then (TOCTOU) */
export async function requireUnchanged(resolver: PathResolver, resolved: ResolvedPath): Promise<void> {
  if (resolved.isMissing || !(await resolver.isUnchanged(resolved, 'target'))) throw replacedError(resolved.location);
}

/** Matches names and relative paths without any character that a URI or a file system treats specially. */
const plainName = /^[A-Za-z0-9_.][A-Za-z0-9_./-]*$/;

/** An entry of a listing. Its size is 0 if it is not a file, or cannot be read. */
async function toEntry(folder: vscode.Uri, name: string, type: vscode.FileType): Promise<DirectoryEntry> {
  if (isLink(type)) return { name, type: 'symlink', size: 0 };
  if (type !== vscode.FileType.File) return { name, type: entryTypeOf(type), size: 0 };
  const stat = await statOf(vscode.Uri.joinPath(folder, name)).catch(() => undefined);
  return { name, type: 'file', size: stat?.size ?? 0 };
}

function containsDeniedError(at: Location): ToolError {
  return new ToolError(
    'PERMISSION_DENIED',
    `${at.path} contains something that a rule forbids, so it cannot be handled as a whole. Do not try again; name the parts you mean.`,
  );
}

function toUri(at: Location): vscode.Uri {
  return vscode.Uri.parse(at.uri, true);
}

function throwToolError(cause: unknown, action: string): never {
  throw toToolError(cause, action);
}

async function bufferSnapshot(document: vscode.TextDocument, { path }: Location): Promise<Snapshot> {
  const { encoding } = document;
  const content = await encodeText(document.getText(), encoding).catch((cause: unknown) => {
    if (!(cause instanceof ToolError) || cause.code !== 'ENCODING') throw cause;
    throw new ToolError(
      'ENCODING',
      `The unsaved text of ${path} has a character that its encoding (${encoding}) cannot represent. Nothing was changed. Ask the user to save it in another encoding, such as UTF-8, or to remove the character; then call again.`,
    );
  });
  return { content, unsaved: true, encodingErrors: 0 };
}

/** The stat of a regular file. Throws NOT_FOUND, VALIDATION_ERROR for anything else. */
async function requireFile(uri: vscode.Uri, at: Location): Promise<FileStat> {
  const stat = await statOf(uri).catch((cause: unknown) => throwToolError(cause, `Reading ${at.path}`));
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
