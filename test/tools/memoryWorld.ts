import { userCaller } from '../../src/tools/ports/caller.ts';
import type { FailedCall } from '../../src/tools/ports/failures.ts';
import { inEnglish, phrase } from '../../src/core/wording/phrase.ts';
import type { Change, FileContent, LargeContent, Location } from '../../src/core/change/change.ts';
import {
  decodeUtf16,
  decodeUtf8,
  detectBom,
  encodeUtf16,
  encodeUtf8,
  detectUnmarkedUtf16,
  requireShowable,
  type Decoded,
} from '../../src/core/text/encoding.ts';
import { looksBinary, concatBytes, sha256 } from '../../src/core/text/bytes.ts';
import { ToolError } from '../../src/core/wording/errors.ts';
import { resolvePath } from '../core/path/resolvePath.ts';
import type { LinePage } from '../../src/core/search/largeFile.ts';
import { describeChange } from '../../src/core/change/summary.ts';
import type { PathFacts, WorkspaceChanges } from '../../src/tools/ports/queryPorts.ts';
import { memoryQueries } from './read/memoryQueries.ts';
import type { AuditRecord } from '../../src/tools/ports/audit.ts';
import { noLanguages } from './noLanguages.ts';
import type { Call, Decision, ReviewRequest, Snapshot } from '../../src/tools/ports/ports.ts';
import type { World } from '../../src/tools/ports/world.ts';
import type { DirectoryEntry } from '../../src/tools/ports/fileStat.ts';
import { ReadMemories } from '../../src/vscode/files/readMemory.ts';
import type { Verdict } from '../../src/core/rules/judge.ts';

const root = { name: 'ws', path: '/ws', uri: 'file:///ws' };
const flavour = { isWindows: false, ignoreCase: false };

/** Bytes of a test file: text as UTF-8, or the bytes themselves. */
export type Given = string | Uint8Array;

/** A workspace in memory with the whole pipeline's ports; `asked` keeps what the review was shown. */
export class MemoryWorld {
  readonly files = new Map<string, Uint8Array>();
  readonly folders = new Set<string>(['.']);
  readonly asked: ReviewRequest[] = [];
  readonly records: AuditRecord[] = [];
  readonly unexpected: { readonly step: string; readonly cause: unknown }[] = [];
  readonly notDone: FailedCall[] = [];
  readonly ignored = new Set<string>();
  readonly secrets = new Set<string>();
  /** Paths that rules deny. */
  denied: RegExp | undefined = undefined;
  /** Paths that the user would be asked about before they are read. */
  readonly asking = new Set<string>();
  /** Encodings of files that have no mark and are not UTF-8, by path; `TextDecoder`'s names. */
  readonly encodings = new Map<string, string>();
  readonly pages = new Map<string, LinePage>();
  /** Whether two spellings that differ in case are one place. */
  foldsCase = false;
  /** Whether files are read in parts where they are too large. */
  isLocal = true;
  maxWrittenBytes = 50 * 1024 * 1024;
  facts: Partial<PathFacts> = {};
  /** Folders whose entries cannot be listed, beside those that are there. */
  unreadableFolders = 0;
  changes: WorkspaceChanges = { since: undefined, changes: [], remaining: 0, notes: [] };
  verdict: Verdict = { action: 'ask', reason: phrase('Every change asks.'), protected: false, rememberable: true };
  decide: (request: ReviewRequest) => Decision | Promise<Decision> = ({ changes }) => ({
    approved: true,
    changes,
    amended: false,
    excludedPaths: [],
  });
  languages = noLanguages;
  readonly #reads = new ReadMemories();

  constructor(files: Readonly<Record<string, Given>> = {}) {
    for (const [path, given] of Object.entries(files)) this.put(path, given);
  }

  put(path: string, given: Given): void {
    this.files.set(path, typeof given === 'string' ? new TextEncoder().encode(given) : given);
    const parts = path.split('/').slice(0, -1);
    for (let depth = 1; depth <= parts.length; depth++) this.folders.add(parts.slice(0, depth).join('/'));
  }

  encode(text: string): Promise<FileContent> {
    return toContent(text, 'utf8');
  }

  text(path: string): string | undefined {
    const bytes = this.files.get(path);
    return bytes === undefined ? undefined : new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  }

  /** What the pipeline asked to disclose. */
  readonly disclosures: ('failed' | 'tried' | readonly Change[])[] = [];
  readonly call: Call = { tool: 'test', caller: userCaller, token: undefined, signal: new AbortController().signal };

  world(): World {
    return {
      workspaceFor: () => this.#workspace(),
      queriesFor: () => memoryQueries(this),
      rules: { admit: async () => undefined, judge: async () => this.verdict },
      review: {
        ask: async (request) => {
          this.asked.push(request);
          return this.decide(request);
        },
      },
      applier: { apply: async (changes) => this.#apply(changes) },
      readsFor: ({ token }) => this.#reads.of(token === undefined ? undefined : JSON.stringify(token)),
      diagnostics: { watch: () => ({ newProblems: async () => [] }) },
      languages: this.languages,
      queue: { enter: async () => ({ hasWaited: false, release: () => undefined }) },
      maxWrittenBytes: () => this.maxWrittenBytes,
      audit: { begin: () => (record) => void this.records.push(record) },
      failures: {
        unexpected: (step, cause) => void this.unexpected.push({ step, cause }),
        reportFailedCall: (call) => void this.notDone.push(call),
      },
    };
  }

  #workspace(): ReturnType<World['workspaceFor']> {
    return {
      locate: async (path) => {
        const at = toLocation(resolvePath(path, { roots: [root], flavour }).relative || '.');
        if (this.denied?.test(at.path) === true) throw new ToolError('PERMISSION_DENIED', 'A rule denies this path.');
        return this.foldsCase ? { ...at, real: at.real.toLowerCase() } : at;
      },
      requireDisclosure: async (next) => void this.disclosures.push(next),
      isSecret: ({ path }) => this.asking.has(path),
      stat: async ({ path }) => {
        const bytes = this.files.get(path);
        if (bytes !== undefined) return { type: 'file', size: bytes.length, modified: 0 };
        return this.folders.has(path) ? { type: 'directory', size: 0, modified: 0 } : undefined;
      },
      read: async ({ path }) => this.#read(path),
      isLocal: () => this.isLocal,
      readLarge: async ({ path }) => {
        const bytes = this.files.get(path);
        if (bytes === undefined) throw new ToolError('NOT_FOUND', `${path} does not exist.`);
        const content = { kind: 'large', size: bytes.length, sha256: await sha256(bytes) } as const;
        return { content, start: bytes.subarray(0, 100), end: bytes.subarray(-4) };
      },
      withTail: async ({ path }, _, tail) => {
        const bytes = concatBytes([this.files.get(path) ?? new Uint8Array(), tail.bytes]);
        return { kind: 'large', size: bytes.length, sha256: await sha256(bytes), tail };
      },
      list: async ({ path }) => this.list(path),
      readLink: () => Promise.reject(new ToolError('VALIDATION_ERROR', 'There are no links here.')),
      child: async (folder, name) => toLocation(folder.path === '.' ? name : `${folder.path}/${name}`),
      parent: async ({ path }) =>
        path === '.' ? undefined : toLocation(path.split('/').slice(0, -1).join('/') || '.'),
      rewrite: async ({ encoding }, text) => toContent(requireShowable(text), encoding),
      encodeNew: async (_at, text) => toContent(requireShowable(text), 'utf8'),
      decode: async ({ path }, bytes) => (await this.#decode(path, bytes)).content,
    };
  }

  async #read(path: string): Promise<Snapshot> {
    const bytes = this.files.get(path);
    if (bytes === undefined) throw new ToolError('NOT_FOUND', `${path} does not exist.`);
    return { ...(await this.#decode(path, bytes)), unsaved: false };
  }

  /** As the editor decodes: by the mark, by the zero bytes of UTF-16, as `encodings` says, else as UTF-8. */
  async #decode(path: string, bytes: Uint8Array): Promise<Omit<Snapshot, 'unsaved'>> {
    const hash = await sha256(bytes);
    if (looksBinary(bytes)) return { content: { kind: 'binary', bytes, sha256: hash }, encodingErrors: 0 };
    const mark = detectBom(bytes);
    const encoding = mark?.encoding ?? detectUnmarkedUtf16(bytes) ?? this.encodings.get(path) ?? 'utf8';
    const { text, errors, faithful } = decodeAs(bytes.subarray(mark?.length ?? 0), encoding, mark !== undefined);
    const content = { kind: 'text', text, encoding, bytes, sha256: hash } as const;
    return { content: faithful ? content : { ...content, lossy: true }, encodingErrors: errors };
  }

  locationOf(path: string): Location {
    return toLocation(path);
  }

  list(path: string): DirectoryEntry[] {
    const start = path === '.' ? '' : `${path}/`;
    const direct = (each: string): boolean => each.startsWith(start) && !each.slice(start.length).includes('/');
    const folders = [...this.folders].filter((each) => each !== '.' && each !== path && direct(each));
    const files = [...this.files].filter(([each]) => direct(each));
    return [
      ...folders.map((each): DirectoryEntry => ({ name: each.slice(start.length), type: 'directory', size: 0 })),
      ...files.map(([each, { length }]): DirectoryEntry => ({
        name: each.slice(start.length),
        type: 'file',
        size: length,
      })),
    ].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  async #apply(changes: readonly Change[]) {
    for (const change of changes) this.#make(change);
    return { changes, unsaved: [], notes: [] };
  }

  #makeLarge(change: Change, { tail }: LargeContent): void {
    const bytes = this.files.get('from' in change ? change.from.path : change.at.path) ?? new Uint8Array();
    this.put(change.at.path, tail === undefined ? bytes : concatBytes([bytes, tail.bytes]));
  }

  #make(change: Change): void {
    this.#makeOne(change);
    if (change.kind === 'move') this.files.delete(change.from.path);
  }

  #makeOne(change: Change): void {
    if (change.kind === 'delete') this.files.delete(change.at.path);
    else if (change.kind === 'createDirectory') this.folders.add(change.at.path);
    else if ('bytes' in change.after) this.put(change.at.path, change.after.bytes);
    else if (change.after.kind === 'large') this.#makeLarge(change, change.after);
    else if (change.after.kind === 'unread' && 'from' in change)
      this.put(change.at.path, this.files.get(change.from.path) ?? '');
    else throw new Error(`not made here: ${inEnglish(describeChange(change))}`);
  }
}

function toLocation(path: string): Location {
  const uri = path === '.' ? root.uri : `${root.uri}/${path}`;
  return { uri, path, real: uri };
}

function decodeAs(bytes: Uint8Array, encoding: string, isMarked: boolean): Decoded {
  if (encoding === 'utf8' || encoding === 'utf8bom') return decodeUtf8(bytes);
  if (encoding === 'utf16le' || encoding === 'utf16be') {
    const decoded = decodeUtf16(bytes, encoding);
    return { ...decoded, faithful: decoded.faithful && isMarked };
  }
  const text = new TextDecoder(encoding, { ignoreBOM: true }).decode(bytes);
  const errors = text.split('\uFFFD').length - 1;
  return { text, errors, faithful: errors === 0 };
}

const marks: Readonly<Record<string, readonly number[]>> = {
  utf8bom: [0xef, 0xbb, 0xbf],
  utf16le: [0xff, 0xfe],
  utf16be: [0xfe, 0xff],
};

async function toContent(text: string, encoding: string): Promise<FileContent> {
  const body = encoding === 'utf16le' || encoding === 'utf16be' ? encodeUtf16(text, encoding) : encodeUtf8(text);
  const mark = marks[encoding] ?? [];
  const bytes = new Uint8Array(mark.length + body.length);
  bytes.set(mark);
  bytes.set(body, mark.length);
  return { kind: 'text', text, encoding, bytes, sha256: await sha256(bytes) };
}
