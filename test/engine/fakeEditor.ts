import { applyEdits } from '../../src/core/text/text.ts';
import { withEol } from '../../src/core/text/lineEndings.ts';
import { failure } from '../../src/core/wording/errors.ts';
import { phrase } from '../../src/core/wording/phrase.ts';
import type { Editor, OpenDocument } from '../../src/vscode/ports/editor.ts';
import type { Step } from '../journal/disk.ts';
import { textOf } from './plans.ts';
import { missingAbove, systemError, type Node, type World } from './world.ts';

/** A loaded document. */
class Text implements OpenDocument {
  readonly uri: string;
  isClosed = false;
  /** The current text, and that of the file when it was last read or saved. */
  shown: string;
  base: string;
  /** True also if an edit (and no undo) made the text equal to the file again. */
  isDirty = false;
  readonly listeners = new Set<() => void>();
  readonly #eol: OpenDocument['eol'];
  readonly #save: (text: Text) => Promise<boolean>;

  constructor(uri: string, shown: string, eol: OpenDocument['eol'], save: (text: Text) => Promise<boolean>) {
    this.uri = uri;
    this.shown = shown;
    this.base = shown;
    this.#eol = eol;
    this.#save = save;
  }

  get eol(): OpenDocument['eol'] {
    if (!this.shown.includes('\n')) return this.#eol;
    return this.shown.includes('\r\n') ? '\r\n' : '\n';
  }

  getText(): string {
    return this.shown;
  }

  save(): Promise<boolean> {
    return this.#save(this);
  }

  set(shown: string, base?: string): void {
    this.base = base ?? this.base;
    this.isDirty = base === undefined ? this.isDirty || shown !== this.shown : shown !== base;
    if (shown === this.shown) return;
    this.shown = shown;
    for (const listener of this.listeners) listener();
  }
}

export interface FakeEditor extends Editor {
  /** The texts of unsaved documents, by URI. */
  readonly unsaved: Readonly<Record<string, string>>;
  open(uri: string): OpenDocument;
  /** Disposes a document, as the editor does if no tab shows it. */
  close(uri: string): void;
  /** The person appends to a text, and saves it. */
  type(uri: string, typed: string): void;
  save(uri: string): Promise<boolean>;
}

/**
 * An editor on a world. Every call is a step; documents reload what others write when the watcher reports it, a step of
 * its own.
 *
 * @param eol the line endings of a document without any (`files.eol`)
 */
export function editorOn(
  world: World,
  step: Step,
  watcher: Step,
  { formatted = '', eol = '\n' }: { readonly formatted?: string; readonly eol?: OpenDocument['eol'] } = {},
): FakeEditor {
  const texts = new Map<string, Text>();
  const save = async (text: Text): Promise<boolean> => {
    await step(`save ${text.uri}`).catch(() => undefined);
    const node = world.nodes.get(text.uri);
    // As the editor does if another program has written to the file.
    if (node?.kind !== 'file' || world.text(text.uri) !== text.base) return false;
    try {
      await step(`write ${text.uri}`);
    } catch {
      return false;
    }
    if (world.text(text.uri) !== text.base) return false;
    text.set(text.shown + formatted, text.shown + formatted);
    world.put(text.uri, { ...node, bytes: Buffer.from(text.shown) });
    return true;
  };
  const reload = async (uri: string): Promise<void> => {
    await watcher(`reload ${uri}`);
    const text = texts.get(uri);
    const now = world.text(uri);
    if (text === undefined) return;
    if (now === undefined) {
      if (!text.isDirty) close(uri);
    } else if (!text.isDirty) text.set(now, now);
  };
  const close = (uri: string): void => {
    const text = texts.get(uri);
    if (text !== undefined) text.isClosed = true;
    texts.delete(uri);
  };
  world.watch((uri) => {
    if (texts.has(uri)) void reload(uri);
  });
  const open = (uri: string): Text => {
    const text = texts.get(uri) ?? new Text(uri, Buffer.from(world.file(uri).bytes).toString(), eol, save);
    texts.set(uri, text);
    return text;
  };
  return {
    ...filesOf(world, step),
    async rename(from, to) {
      await step(`rename ${from}`);
      if (!world.nodes.has(from) || world.nodes.has(to)) return false;
      world.move(from, to);
      for (const [uri, text] of texts) {
        if (uri !== from && !uri.startsWith(`${from}/`)) continue;
        close(uri);
        const moved = open(to + uri.slice(from.length));
        moved.set(text.shown);
      }
      return true;
    },
    decode: async (_, bytes) => textOf(Buffer.from(bytes).toString()),
    decodeText: async (bytes) => Buffer.from(bytes).toString(),
    loadedDocument: (uri) => texts.get(uri),
    dirtyDocument: (uri) => (texts.get(uri)?.isDirty === true ? texts.get(uri) : undefined),
    async load(uri) {
      await step(`load ${uri}`);
      return open(uri);
    },
    async edit(all) {
      await step('edit');
      for (const { document, edits, eol } of all)
        texts.get(document.uri)?.set(withEol(applyEdits(document.getText(), edits), eol ?? document.eol));
      return true;
    },
    onDidChange(text, changed) {
      const listeners = texts.get(text.uri)?.listeners;
      listeners?.add(changed);
      return () => void listeners?.delete(changed);
    },
    async revert({ uri }, shown) {
      await step(`revert ${uri}`);
      if (texts.get(uri)?.shown !== shown) return false;
      const now = world.text(uri);
      if (now !== undefined) texts.get(uri)?.set(now, now);
      return true;
    },
    isSaveUnpredictable: () => formatted !== '',
    readonlyReason: () => Promise.resolve(undefined),
    requireNoUnsavedWork(uri, path, leaves) {
      if (leaves && texts.get(uri)?.isDirty === true) throw failure('VALIDATION_ERROR', phrase('{0}', path), '');
    },
    textTabs: () => [...texts.keys()],
    closeTabs: () => Promise.resolve(),
    get unsaved() {
      const dirty = [...texts.values()].filter(({ isDirty }) => isDirty);
      return Object.fromEntries(dirty.map(({ uri, shown }) => [uri, shown]));
    },
    open,
    close,
    type: (uri, typed) => open(uri).set(open(uri).shown + typed),
    save: async (uri) => open(uri).save(),
  };
}

type Files =
  'stat' | 'readFile' | 'list' | 'writeFile' | 'createFile' | 'createDirectory' | 'copy' | 'delete' | 'moveToTrash';

function filesOf(world: World, step: Step): Pick<Editor, Files> {
  return {
    async stat(uri) {
      await step(`stat ${uri}`);
      const node = world.nodes.get(uri);
      return node && { type: typeOf(node), size: node.kind === 'file' ? node.bytes.length : 0, modified: 0 };
    },
    async readFile(uri) {
      await step(`read ${uri}`);
      return world.file(uri).bytes;
    },
    async list(uri) {
      await step(`list ${uri}`);
      const names = world.below(uri).filter((each) => !each.slice(uri.length + 1).includes('/'));
      return names.map((each) => ({ uri: each, isFolder: world.nodes.get(each)?.kind === 'folder' }));
    },
    async writeFile(uri, bytes) {
      await step(`write ${uri}`);
      const node = world.nodes.get(uri);
      world.put(uri, { kind: 'file', bytes, mode: node?.kind === 'file' ? node.mode : 0o644 });
    },
    async createFile(uri, bytes) {
      await step(`create ${uri}`);
      if (world.nodes.has(uri)) return false;
      for (const folder of missingAbove(world, uri)) world.put(folder, { kind: 'folder', mode: 0o755 });
      world.put(uri, { kind: 'file', bytes, mode: 0o644 });
      return true;
    },
    async createDirectory(uri) {
      await step(`mkdir ${uri}`);
      if (world.nodes.has(uri)) return;
      for (const folder of [...missingAbove(world, uri), uri]) world.put(folder, { kind: 'folder', mode: 0o755 });
    },
    async copy(from, to) {
      await step(`copy ${from}`);
      world.copy(from, to);
    },
    async delete(uri) {
      await step(`delete ${uri}`);
      world.remove(uri);
    },
    async moveToTrash(uri) {
      await step(`trash ${uri}`);
      if (!world.hasTrash) throw systemError('ENOSYS');
      if (!world.nodes.has(uri)) return false;
      world.trash.push(world.text(uri));
      world.removeTree(uri);
      return true;
    },
  };
}

function typeOf({ kind }: Node): 'file' | 'symlink' | 'directory' {
  if (kind === 'file') return 'file';
  return kind === 'link' ? 'symlink' : 'directory';
}
