import Mocha from 'mocha';
import * as vscode from 'vscode';
import { recordResults, writeResults } from '../driver/results.ts';
import { thisRun } from './this-run.ts';

/**
 * Runs mocha inside an extension host.
 * @param load imports the suites, whose `describe` blocks register themselves.
 * @throws Error if a test failed, or none ran; VS Code then ends with code 1.
 */
export async function runInHost(load: () => Promise<void>): Promise<void> {
  // Whoever waits for the results prints them; here nobody would see them.
  const { grep } = thisRun.where;
  const mocha = new Mocha({
    ui: 'bdd',
    // Ends what hangs; it measures no machine.
    timeout: 180_000,
    // A second try is told as such: the host shares its machine with a browser and another host.
    retries: 1,
    reporter: silent as unknown as string,
    ...(grep === undefined ? {} : { grep }),
  });
  mocha.suite.emit('pre-require', globalThis, 'suites', mocha);
  try {
    await load();
  } catch (error) {
    reportUnloadable(error);
    throw error;
  }
  const refusing = setInterval(refuseReading, 50);
  const results = await new Promise<ReturnType<typeof recordResults>>((resolve) => {
    const runner = mocha.run(() => resolve(recorded));
    const recorded = recordResults(runner, thisRun.results);
  });
  clearInterval(refusing);
  const failed = results.filter((result) => result.state === 'failed');
  if (failed.length > 0 || results.length === 0) throw new Error(`${failed.length} of ${results.length} tests failed.`);
}

/** The person of the suites allows no agent to read what is asked about; tests that want another answer give it at once. */
function refuseReading(): void {
  if (vscode.extensions.getExtension('redline-tools.redline')?.isActive !== true) return;
  void vscode.commands.executeCommand('redline.dontAllowRead').then(undefined, () => undefined);
}

function silent(): void {
  // Nothing: see above.
}

/** A failure to load is a result, too; without it whoever waits for the results would wait in vain. */
function reportUnloadable(error: unknown): void {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeResults(thisRun.results, [{ title: 'the suites load', state: 'failed', duration: 0, error: text }]);
}
