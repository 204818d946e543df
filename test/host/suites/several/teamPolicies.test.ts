import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { TeamPolicies } from '../../../../src/vscode/gate/teamPolicy/teamPolicies.ts';
import { bare } from '../../../core/rules/policies.ts';
import { eventually } from '../ground.ts';
import { workspaceState } from '../historyCalls.ts';
import { addFolders, folderOf, openAll, openFolders, root } from './roots.ts';

describe('several folders: the team policies of folders that come and go', () => {
  const slow = vscode.Uri.parse('slow-policies:/folder');
  let reads = 0;
  let policyRead = Promise.withResolvers<never>();
  /** A file system with one folder, in which looking for a policy ends when `policyRead` rejects. */
  const files: vscode.FileSystemProvider = {
    onDidChangeFile: new vscode.EventEmitter<vscode.FileChangeEvent[]>().event,
    watch: () => new vscode.Disposable(() => undefined),
    stat(uri) {
      if (uri.path === slow.path) return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
      if (!uri.path.endsWith('/policy.json')) throw vscode.FileSystemError.FileNotFound(uri);
      reads++;
      return policyRead.promise;
    },
    readDirectory: () => [],
    createDirectory: () => undefined,
    readFile(uri) {
      throw vscode.FileSystemError.FileNotFound(uri);
    },
    writeFile: () => undefined,
    delete: () => undefined,
    rename: () => undefined,
  };
  let provider: vscode.Disposable;

  before(() => (provider = vscode.workspace.registerFileSystemProvider(slow.scheme, files)));
  after(() => provider.dispose());
  afterEach(async () => {
    root('two').remove('.redline');
    await openAll();
  });

  it('deny everything where their code cannot be loaded, and the log says so', async () => {
    const failures: unknown[] = [];
    class Unloadable extends TeamPolicies {
      override refresh(): Promise<void> {
        return Promise.reject(new Error('Cannot find module'));
      }
    }
    const policies = new Unloadable(workspaceState, async () => new Map(), {
      unexpected: (step, cause) => failures.push(`${step}: ${String(cause)}`),
    });
    try {
      await openFolders('one');
      await eventually('the log', () => failures.length >= 2);
      assert.equal(failures[0], 'reading the team policies: Error: Cannot find module');
      const { denials } = policies.addTo(bare, [folderOf('one').uri.toString()], 'codex');
      assert.match(JSON.stringify(denials), /opened just now/);
    } finally {
      policies.dispose();
    }
  });

  for (const hasPolicy of [true, false]) {
    it(`are those of now where an earlier read ends last, ${hasPolicy ? 'with' : 'without'} a policy`, async () => {
      if (hasPolicy) root('two').put('.redline/policy.json', '{ "agents": ["nobody"] }');
      policyRead = Promise.withResolvers();
      policyRead.promise.catch(() => undefined);
      await openFolders('one');
      await addFolders({ uri: slow, name: 'slow' });
      const before = reads;
      const policies = new TeamPolicies(workspaceState, async () => new Map(), { unexpected: () => undefined });
      try {
        await eventually('the slow read', () => reads > before);
        const earlier = policies.refresh();
        await openFolders('one', 'two');
        await policies.refresh();
        const denials = () => JSON.stringify(policies.addTo(bare, [folderOf('two').uri.toString()], 'codex').denials);
        const expected = denials();
        assert.equal(expected !== undefined, hasPolicy);
        assert.doesNotMatch(expected ?? '', /opened just now/);
        policyRead.reject(vscode.FileSystemError.FileNotFound());
        await earlier;
        assert.equal(denials(), expected);
      } finally {
        policyRead.reject(vscode.FileSystemError.FileNotFound());
        policies.dispose();
      }
    });
  }
});
