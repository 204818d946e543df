/**
 * A file system in memory: plain files and folders, no links, no permissions, no trash. It knows no more than the
 * interface asks for, runs in both extension hosts, and tells of changes as a good one does. What it exports is the
 * other program's way in: `put`, `bytes` and `remove` behave as if somebody else had written.
 */
const {
  Disposable,
  EventEmitter,
  FileChangeType,
  FileSystemError,
  FileType,
  Uri,
  window,
  workspace,
} = require('vscode');

class MemoryFiles {
  /** By path: bytes for a file, undefined for a folder. */
  #nodes = new Map([
    ['/', folderNow()],
    ['/proj', folderNow()],
  ]);
  #changed = new EventEmitter();
  onDidChangeFile = this.#changed.event;

  watch() {
    return new Disposable(() => undefined);
  }

  stat(uri) {
    const { bytes, size, ctime, mtime } = this.#node(uri);
    const type = bytes === undefined ? FileType.Directory : FileType.File;
    return { type, ctime, mtime, size: size ?? bytes?.length ?? 0 };
  }

  readDirectory(uri) {
    if (this.#node(uri).bytes !== undefined) throw FileSystemError.FileNotADirectory(uri);
    const inside = uri.path === '/' ? '/' : `${uri.path}/`;
    return [...this.#nodes]
      .filter(([path]) => path.startsWith(inside) && path !== '/' && !path.slice(inside.length).includes('/'))
      .map(([path, { bytes }]) => [
        path.slice(inside.length),
        bytes === undefined ? FileType.Directory : FileType.File,
      ]);
  }

  readFile(uri) {
    const { bytes } = this.#node(uri);
    if (bytes === undefined) throw FileSystemError.FileIsADirectory(uri);
    return bytes;
  }

  writeFile(uri, bytes, { create, overwrite }) {
    const old = this.#nodes.get(uri.path);
    if (old === undefined && !create) throw FileSystemError.FileNotFound(uri);
    if (old !== undefined && create && !overwrite) throw FileSystemError.FileExists(uri);
    if (old !== undefined && old.bytes === undefined) throw FileSystemError.FileIsADirectory(uri);
    this.#requireParent(uri);
    const now = Date.now();
    this.#nodes.set(uri.path, { bytes: Uint8Array.from(bytes), ctime: old?.ctime ?? now, mtime: now });
    this.#tell(old === undefined ? FileChangeType.Created : FileChangeType.Changed, uri);
  }

  createDirectory(uri) {
    if (this.#nodes.has(uri.path)) throw FileSystemError.FileExists(uri);
    this.#requireParent(uri);
    this.#nodes.set(uri.path, folderNow());
    this.#tell(FileChangeType.Created, uri);
  }

  delete(uri, { recursive }) {
    this.#node(uri);
    const below = this.#below(uri.path);
    if (below.length > 0 && !recursive) throw FileSystemError.NoPermissions(uri);
    for (const path of [uri.path, ...below]) this.#nodes.delete(path);
    this.#tell(FileChangeType.Deleted, uri);
  }

  rename(from, to, { overwrite }) {
    const node = this.#node(from);
    if (this.#nodes.has(to.path)) {
      if (!overwrite) throw FileSystemError.FileExists(to);
      this.delete(to, { recursive: true });
    }
    this.#requireParent(to);
    for (const path of this.#below(from.path)) {
      this.#nodes.set(to.path + path.slice(from.path.length), this.#nodes.get(path));
      this.#nodes.delete(path);
    }
    this.#nodes.set(to.path, node);
    this.#nodes.delete(from.path);
    this.#tell(FileChangeType.Deleted, from);
    this.#tell(FileChangeType.Created, to);
  }

  copy(from, to, { overwrite }) {
    const node = this.#node(from);
    if (this.#nodes.has(to.path) && !overwrite) throw FileSystemError.FileExists(to);
    this.#requireParent(to);
    this.#nodes.set(to.path, { ...node });
    this.#tell(FileChangeType.Created, to);
  }

  /** Says of a file that it has so many bytes, without having them. */
  enlarge(path, size) {
    this.#nodes.set(path, { ...this.#nodes.get(path), size });
  }

  /** Writes a file and the folders above it. */
  put(path, bytes) {
    const names = path.split('/').slice(1, -1);
    names.forEach((_name, index) => {
      const folder = `/${names.slice(0, index + 1).join('/')}`;
      if (!this.#nodes.has(folder)) this.createDirectory(Uri.from({ scheme: 'memfs', path: folder }));
    });
    this.writeFile(Uri.from({ scheme: 'memfs', path }), bytes, { create: true, overwrite: true });
  }

  /** Undefined for what is no file. */
  bytes(path) {
    return this.#nodes.get(path)?.bytes;
  }

  exists(path) {
    return this.#nodes.has(path);
  }

  remove(path) {
    if (this.#nodes.has(path)) this.delete(Uri.from({ scheme: 'memfs', path }), { recursive: true });
  }

  #node(uri) {
    const node = this.#nodes.get(uri.path);
    if (node === undefined) throw FileSystemError.FileNotFound(uri);
    return node;
  }

  #below(path) {
    return [...this.#nodes.keys()].filter((each) => each.startsWith(`${path}/`));
  }

  #requireParent(uri) {
    const parent = this.#nodes.get(uri.path.slice(0, uri.path.lastIndexOf('/')) || '/');
    if (parent === undefined) throw FileSystemError.FileNotFound(uri);
    if (parent.bytes !== undefined) throw FileSystemError.FileNotADirectory(uri);
  }

  #tell(type, uri) {
    this.#changed.fire([{ type, uri }]);
  }
}

function folderNow() {
  const now = Date.now();
  return { bytes: undefined, ctime: now, mtime: now };
}

/** A custom editor that shows nothing, and holds unsaved changes when it is told to. */
class BytesEditors {
  #documents = new Set();
  #edited = new EventEmitter();
  onDidChangeCustomDocument = this.#edited.event;

  openCustomDocument(uri) {
    const document = { uri, dispose: () => this.#documents.delete(document) };
    this.#documents.add(document);
    return document;
  }

  resolveCustomEditor() {}
  async saveCustomDocument() {}
  async saveCustomDocumentAs() {}
  async revertCustomDocument() {}

  async backupCustomDocument(_document, { destination }) {
    return { id: destination.toString(), delete: () => undefined };
  }

  /** Makes a change in the editor of a file, which stays unsaved. */
  change(uri) {
    const document = [...this.#documents].find((each) => each.uri.toString() === uri.toString());
    this.#edited.fire({ document, label: 'change', undo: () => undefined, redo: () => undefined });
  }
}

exports.activate = (context) => {
  const files = new MemoryFiles();
  const editors = new BytesEditors();
  files.changeInEditor = (uri) => editors.change(uri);
  context.subscriptions.push(window.registerCustomEditorProvider('redlineTests.bytes', editors));
  context.subscriptions.push(workspace.registerFileSystemProvider('memfs', files, { isCaseSensitive: true }));
  return files;
};
