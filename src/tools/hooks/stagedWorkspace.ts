// Simulates a workspace in which earlier edits, reviewed together with later ones, are already written.
import type { FileContent, Location } from '../../core/change/change.ts';
import type { Workspace } from '../ports/ports.ts';

/** Contents of files after earlier planned edits that are not written yet, by canonical URI. */
export type StagedFiles = ReadonlyMap<string, FileContent>;

/** Returns a workspace that reads these files instead of those on disk. Folders and links are not staged. */
export function createStagedWorkspace(workspace: Workspace, files: StagedFiles): Workspace {
  const stagedContent = ({ real }: Location): FileContent | undefined => files.get(real);
  return {
    requireDisclosure: (plan) => workspace.requireDisclosure(plan),
    locate: (path, links) => workspace.locate(path, links),
    isSecret: (at) => workspace.isSecret(at),
    async stat(at) {
      const file = stagedContent(at);
      // It is not written yet, so it has no time.
      return file === undefined ? workspace.stat(at) : { type: 'file', size: file.bytes.length, modified: 0 };
    },
    async read(at) {
      const content = stagedContent(at);
      return content === undefined ? workspace.read(at) : { content, unsaved: false, encodingErrors: 0 };
    },
    isLocal: (at) => workspace.isLocal(at),
    readLarge: (at) => workspace.readLarge(at),
    withTail: (at, before, tail) => workspace.withTail(at, before, tail),
    list: (at, whole) => workspace.list(at, whole),
    readLink: (at) => workspace.readLink(at),
    child: (folder, name, links) => workspace.child(folder, name, links),
    parent: (at) => workspace.parent(at),
    rewrite: (before, text) => workspace.rewrite(before, text),
    encodeNew: (at, text) => workspace.encodeNew(at, text),
    decode: (at, bytes) => workspace.decode(at, bytes),
  };
}
