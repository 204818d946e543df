import assert from 'node:assert/strict';
import { globSync, utimesSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { waitFor } from '../driver/wait.ts';
import { startBareHost, type BareHost } from './bareHost.ts';
import { begin, call, entriesOf, journalFolderOf, journalled, openEntries } from './calls.ts';
import { lay, stateOf, watchForWrite } from './files.ts';
import { fortyFiles, type FortyFiles } from './fortyFiles.ts';
import { randomFrom } from '../../random.ts';

/** How the kills ended, each counted once. */
export interface KillReport {
  readonly kills: number;
  /** The call had not written anything, or had ended. */
  readonly untouched: number;
  readonly finished: number;
  /** Killed between the first and the last write, and then taken back or completed at the next start. */
  readonly takenBack: number;
  readonly completed: number;
  /** How long the call takes when nobody kills it, in milliseconds, and how much of that is after its plan. */
  readonly uncut: number;
  readonly applying: number;
  /** Files that the deaths left in the storage of the history, all removed by a start an hour later. */
  readonly leftovers: number;
  readonly seconds: number;
}

/**
 * When to kill: so many milliseconds after the call, after it wrote its intent to the journal, or after its first write of
 * a file. Only the last is in the middle on a machine of any speed.
 */
export interface Moment {
  readonly since: 'call' | 'journal' | 'write';
  readonly after: number;
}

/**
 * Kills the extension host (SIGKILL) at seeded moments of a call over forty files. Right after each kill every file must be
 * as before, as after, or a write cut off between two pages; after the next start all must be the one or all the other, the
 * journal must say so, and the person must be told. In the end the storage holds nothing that no entry needs.
 */
export async function runKills(count: number, seed: number, told: (line: string) => void): Promise<KillReport> {
  const host = await startBareHost();
  const random = randomFrom(seed);
  const report = { kills: 0, untouched: 0, finished: 0, takenBack: 0, completed: 0, uncut: 0, applying: 0 };
  try {
    const start = performance.now();
    Object.assign(report, await uncut(host, 'uncut'));
    told(`a call over forty files takes ${report.uncut} ms, ${report.applying} of them after its plan`);
    for (let kill = 0; kill < count; kill++) {
      // Most of a call is planning, when nothing can tear: three of four kills come after that.
      const since = sinceOf(kill);
      const after = Math.round(random() * { call: report.uncut, journal: report.applying, write: 0 }[since] * 1.1);
      const how = await killOnce(host, `kill${kill}`, { since, after }, kill % 3 === 2 ? 'reload' : 'itself');
      report[how] += 1;
      report.kills += 1;
      told(`${kill + 1}: killed ${after} ms after the ${since}: ${how}`);
    }
    const leftovers = await removedAfterAnHour(host);
    return { ...report, leftovers, seconds: Math.round((performance.now() - start) / 1000) };
  } finally {
    await host.stop();
  }
}

function sinceOf(kill: number): Moment['since'] {
  if (kill % 4 === 0) return 'write';
  return kill % 4 === 3 ? 'call' : 'journal';
}

async function uncut(host: BareHost, folder: string): Promise<Pick<KillReport, 'uncut' | 'applying'>> {
  const plan = await lay(host, fortyFiles(folder));
  const start = performance.now();
  const before = entriesOf(host).length;
  const done = call(host.evaluate, 'redline_apply_patch', { patchText: plan.patch });
  await journalled(host, before);
  const planned = performance.now();
  assert.equal(await done, null);
  const end = performance.now();
  assert.equal(stateOf(host, plan), 'after');
  return { uncut: Math.round(end - start), applying: Math.round(end - planned) };
}

async function killOnce(host: BareHost, folder: string, moment: Moment, revive: Revive): Promise<Outcome> {
  // Larger files leave time to kill between the first write and the last.
  const plan = await lay(host, fortyFiles(folder, moment.since === 'write' ? 400 : 40));
  await host.evaluate((vscode) => vscode.commands.executeCommand('notifications.clearAll').then(() => null));
  const start = (): Promise<unknown> => begin(host.evaluate, 'redline_apply_patch', { patchText: plan.patch });
  return killDuring(host, plan, start, moment, revive);
}

/** VS Code starts its extension host again by itself, but not for the third time in a short while. */
export type Revive = 'itself' | 'reload';

/** How what was killed has ended by the next start. */
export type Outcome = 'untouched' | 'finished' | 'takenBack' | 'completed';

/**
 * Kills the extension host while it changes the files of a plan, and checks what the next start makes of it.
 * @param start begins the change; may end only after the first write
 */
export async function killDuring(
  host: BareHost,
  plan: FortyFiles,
  start: () => Promise<unknown>,
  { since, after }: Moment,
  revive: Revive,
): Promise<Outcome> {
  const before = entriesOf(host).length;
  const pid = await host.evaluate(() => Promise.resolve(process.pid));
  const firstWrite = watchForWrite(host, plan);
  const started = start();
  // Fails if the start does, and else goes on to wait.
  if (since === 'write') await Promise.race([firstWrite(), started.then(() => new Promise<never>(() => undefined))]);
  else await started;
  if (since === 'journal') await journalled(host, before);
  if (after > 0) await delay(after);
  process.kill(pid, 'SIGKILL');
  // A start that is still under way fails with its host.
  started.catch(() => undefined);
  // What the window and the server were asked for before still comes through.
  await delay(300);
  const cut = stateOf(host, plan, { mayBePartial: true });
  const open = openEntries(host);
  await (revive === 'itself' ? host.revived() : host.reload());
  if (open > 0) {
    await waitFor('the person to be told', async () =>
      (await host.page.locator('.notification-list-item-message').allTextContents()).some((text) =>
        text.includes('was interrupted'),
      ),
    );
  }
  await waitFor('the journal to have no open entry', () => openEntries(host) === 0, 30_000);
  const mended = stateOf(host, plan);
  assert.notEqual(mended, 'mixed', 'neither all before nor all after');
  assert.deepEqual(globSync('**/.redline-*', { cwd: host.workspace.root }), [], 'a draft is left');
  for (const folder of new Set(Object.keys(plan.before).map((name) => name.split('/')[0] ?? '')))
    await rm(path.join(host.workspace.root, folder), { recursive: true });
  if (open === 0) return mended === 'before' ? 'untouched' : 'finished';
  assert.ok(cut !== 'before' || mended === 'before');
  return mended === 'before' ? 'takenBack' : 'completed';
}

/** Makes all files of the storage two hours old, and reloads the window. Answers how many it removed; throws if it left one. */
async function removedAfterAnHour(host: BareHost): Promise<number> {
  const before = unneeded(host);
  const longAgo = Date.now() / 1000 - 7200;
  for (const file of globSync('{blobs,claims,owners,journal}/*', { cwd: storageOf(host) }))
    utimesSync(path.join(storageOf(host), file), longAgo, longAgo);
  await host.reload();
  await waitFor(`the start to remove ${before.join(', ')}`, () => unneeded(host).length === 0, 30_000);
  return before.length;
}

/** The files of the history's storage that belong to no entry: drafts, contents, claims and leases. */
function unneeded(host: BareHost): string[] {
  const ids = new Set(entriesOf(host).map((file) => path.basename(file, '.json')));
  return globSync('{blobs,claims,owners,journal}/*', { cwd: storageOf(host) }).filter((file) => {
    const [id = ''] = path.basename(file).split('.');
    return file.endsWith('.draft') || !ids.has(id);
  });
}

function storageOf(host: BareHost): string {
  return path.dirname(journalFolderOf(host) ?? assert.fail('there is no history'));
}
