import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Host } from '../../driver/host.ts';
import { sampleWorkspace } from '../../driver/paths.ts';
import { useHost } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';

/** A hook's command, run in the workspace, and its time limit in seconds. */
interface HookEntry {
  readonly command: string;
  readonly timeout?: number;
}

const redlineHook: HookEntry = { command: '../data/home/.redline/bin/redline hook vscode --timeout=600', timeout: 600 };

/**
 * A VS Code whose own agent mode asks Redline, or another hook, before and after each tool, in the sample with the hooks for that.
 * @param files of hooks, in each of which it stands
 */
export function useGatedHost(
  settings: Readonly<Record<string, unknown>> = {},
  hook: HookEntry = redlineHook,
  files: readonly string[] = ['redline.json'],
): () => Host {
  const gated = path.join(tmpdir(), `redline-gated-${process.pid}`);
  before('a workspace with hooks', () => {
    cpSync(sampleWorkspace, gated, { recursive: true });
    mkdirSync(path.join(gated, '.github/hooks'), { recursive: true });
    const entry = [{ type: 'command', ...hook }];
    const hooks = { PreToolUse: entry, PostToolUse: entry, Stop: entry };
    for (const file of files) writeFileSync(path.join(gated, '.github/hooks', file), JSON.stringify({ hooks }));
  });
  after('the workspace', () => rmSync(gated, { recursive: true }));
  const editTools = ['find-replace', 'multi-find-replace', 'apply-patch', 'code-rewrite'];
  const host = useHost({ workspace: gated, editTools, settings });
  beforeEach('the launcher', async () => {
    const { workspace, agentLauncher } = host();
    await waitFor('the launcher of agents', () => workspace.exists(path.relative(workspace.root, agentLauncher)));
  });
  return host;
}
