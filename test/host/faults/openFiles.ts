import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { startBareHost, type BareHost } from './bareHost.ts';
import { call, openEntries } from './calls.ts';
import { lay, stateOf } from './files.ts';
import type { FortyFiles } from './fortyFiles.ts';

const files = 5000;

/** How many files the extension host may have open: so many, or so many more than it has. */
const limits = [{ all: 4096 }, { all: 1024 }, { more: 24 }, { more: 6 }, { more: 1 }] as const;

/**
 * A patch over 5,000 files, and its undo, in an extension host that may open few files at once (`ulimit -n`, Linux). Each
 * ends with all files as after, or with a refusal in words and all files as before.
 */
export async function runOpenFiles(told: (line: string) => void): Promise<string> {
  if (process.platform !== 'linux') return 'only Linux can limit a running process';
  const ends: string[] = [];
  for (const limit of limits) {
    // A host of its own, since a process cannot raise a limit again.
    const host = await startBareHost();
    try {
      const name = 'all' in limit ? `${limit.all} open files` : `${limit.more} files more than are open`;
      ends.push(`${name}: ${await underLimit(host, limit)}`);
      told(ends.at(-1) ?? '');
    } finally {
      await host.stop();
    }
  }
  return ends.join('; ');
}

async function underLimit(host: BareHost, limit: (typeof limits)[number]): Promise<string> {
  const plan = await lay(host, planOf('open'));
  // Loads what a call needs, as the first call of a session does.
  await once(host, await lay(host, planOf('warm', 20)));
  const pid = await host.evaluate(() => process.pid);
  const most = 'all' in limit ? limit.all : readdirSync(`/proc/${pid}/fd`).length + limit.more;
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:${most}`]);
  const applied = await once(host, plan);
  if (applied !== 'applied') return applied;
  await host.evaluate((vscode) =>
    vscode.commands.executeCommand('redline.undoLastChange', { ask: false }).then(() => null),
  );
  const undone = stateOf(host, plan);
  assert.notEqual(undone, 'mixed');
  assert.equal(openEntries(host), 0);
  return `applied, ${undone === 'before' ? 'undone' : 'not undone'}`;
}

/** Answers `applied`, or the refusal. Throws if the files are not all the one or all the other. */
async function once(host: BareHost, plan: FortyFiles): Promise<string> {
  const failure = await call(host.evaluate, 'redline_apply_patch', { patchText: plan.patch });
  assert.equal(stateOf(host, plan), failure === null ? 'after' : 'before', failure ?? 'it was applied');
  assert.equal(openEntries(host), 0);
  if (failure !== null) assert.match(failure, /^[A-Z_]+: .*Nothing was changed/s);
  return failure ?? 'applied';
}

function planOf(folder: string, count = files): FortyFiles {
  const names = Array.from({ length: count }, (_, at) => `${folder}/dir${at % 20}/file${at}.txt`);
  const text = (name: string, word: string): string => `${name}\n${word}\nthe end\n`;
  const all = (word: string): Record<string, string> =>
    Object.fromEntries(names.map((name) => [name, text(name, word)]));
  const patches = names.map((name) => `*** Update File: ${name}\n@@\n ${name}\n-old\n+brand new\n the end\n`);
  return {
    before: all('old'),
    after: all('brand new'),
    patch: `*** Begin Patch\n${patches.join('')}*** End Patch\n`,
  };
}
