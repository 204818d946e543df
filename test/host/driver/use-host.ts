import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { startHost, type Host, type HostOptions } from './host.ts';
import { screenshotFolder } from './paths.ts';
import { recordFirstTry } from './results.ts';

/** The VS Code of the test that runs; a start costs ten seconds and 1.4 GB, so scenarios share it where they can. */
let current: RunningHost | undefined;
/** The one with the default options of a start, which most tests share: it is kept running while others are started. */
let plain: RunningHost | undefined;
const plainKey = JSON.stringify([{}, []]);

interface RunningHost {
  readonly host: Host;
  /** Of the options that only a start can give. */
  readonly key: string;
  settings: NonNullable<HostOptions['settings']>;
}

/**
 * To be called in a `describe`: before each of its tests there is a VS Code with these options, put back to its
 * beginnings. A failed test leaves a screenshot and what the model was asked in `out/failures/`, and its VS Code is
 * given up, so that one failure makes no others.
 * @returns gives the VS Code of the test that runs.
 */
export function useHost(options: HostOptions = {}): () => Host {
  beforeEach('a VS Code', async function () {
    this.timeout(240_000);
    const title = this.currentTest?.fullTitle() ?? '';
    try {
      await (await provide(options)).reset();
    } catch (error) {
      // Mocha tries a test again, but no hook: without this, one editor that cannot be put back fails a whole suite.
      recordFirstTry(title, error);
      console.log(`    SECOND TRY: a VS Code for ${title}: ${String(error)}`);
      if (current !== undefined) await keepEvidence(`a VS Code for ${title}`, current.host);
      await giveUp();
      await (await provide(options)).reset();
    }
  });
  afterEach('a VS Code', async function () {
    this.timeout(60_000);
    const test = this.currentTest;
    // A test that is to be tried again has no state here: its VS Code is given up, too.
    if (test === undefined || test.state === 'passed' || current === undefined) return;
    await keepEvidence(test.fullTitle(), current.host);
    await giveUp();
  });
  return () => {
    if (current === undefined) throw new Error('There is a VS Code only while a test runs.');
    return current.host;
  };
}

/** Saves a picture for the README and for whoever looks at the run: `out/screenshots/<name>.png`. */
export async function picture(host: Host, name: string): Promise<string> {
  // Out of the way, so that no tooltip covers anything.
  await host.page.mouse.move(700, 700);
  return host.person.screenshot(name, screenshotFolder);
}

/**
 * Settings are changed while VS Code runs, and all else takes another one; so do those beside settings of the chat, for which
 * VS Code asks the person again whenever any is changed.
 */
async function provide(options: HostOptions): Promise<Host> {
  const { settings = {}, ...others } = options;
  const isOfChat = Object.keys(settings).some((name) => name.startsWith('chat.'));
  const key = JSON.stringify([others, isOfChat ? Object.entries(settings) : []]);
  if (current?.key !== key) {
    if (current !== plain) await giveUp();
    current = plain?.key === key ? plain : undefined;
  }
  current ??= { host: await startHost(options), key, settings };
  if (key === plainKey) plain = current;
  if (!isDeepStrictEqual(current.settings, settings)) {
    await current.host.configure(settings);
    current.settings = settings;
  }
  return current.host;
}

/** Ends the VS Code of the test that runs; for a test after which it is of no use. The next one gets another. */
export async function giveUp(): Promise<void> {
  const given = current;
  current = undefined;
  if (given === plain) plain = undefined;
  await given?.host.stop();
}

async function keepEvidence(title: string, host: Host): Promise<void> {
  const name = title.replace(/[^\w]+/g, '-').slice(0, 100);
  const folder = path.join(screenshotFolder, '../failures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(path.join(folder, `${name}.json`), JSON.stringify(host.model.requests, undefined, 1));
  await host.person
    .screenshot(name, folder)
    .catch((error: unknown) => console.error(`No screenshot: ${String(error)}`));
}

// Of the root suite, since this is no `describe`: after the last test of the run.
after('the last VS Code', async function () {
  this.timeout(60_000);
  await giveUp();
  current = plain;
  await giveUp();
});
