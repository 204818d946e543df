import { recordFirstTry } from '../driver/results.ts';
import { startBareHost, type BareHost } from './bareHost.ts';

/** The one of the test that runs; a start costs ten seconds, a new window half of it. */
let current: BareHost | undefined;

/**
 * To be called in a `describe`: before each of its tests there is a bare VS Code with a new window and these settings. What
 * an earlier test changed stays in its history. After a failure it is given up, so that one failure makes no others.
 * @param isFirst whether no test may have changed anything before the first of these.
 * @returns gives the VS Code of the test that runs.
 */
export function useBareHost(settings: Readonly<Record<string, unknown>> = {}, isFirst = false): () => BareHost {
  if (isFirst) before('no VS Code of others', giveUp);
  beforeEach('a bare VS Code', async function () {
    this.timeout(240_000);
    try {
      await current?.renew(settings);
    } catch (error) {
      // Mocha tries a test again, but no hook.
      const title = this.currentTest?.fullTitle() ?? '';
      recordFirstTry(title, error);
      console.log(`    SECOND TRY: a bare VS Code for ${title}: ${String(error)}`);
      await giveUp();
    }
    current ??= await startBareHost(settings);
  });
  afterEach('a bare VS Code', async function () {
    this.timeout(60_000);
    if (this.currentTest?.state !== 'passed') await giveUp();
  });
  return () => {
    if (current === undefined) throw new Error('There is a VS Code only while a test runs.');
    return current;
  };
}

async function giveUp(): Promise<void> {
  const given = current;
  current = undefined;
  await given?.stop();
}

// Of the root suite, since this is no `describe`: after the last test of the run.
after('the last bare VS Code', async function () {
  this.timeout(60_000);
  await giveUp();
});
