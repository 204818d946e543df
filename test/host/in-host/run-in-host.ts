import Mocha from 'mocha';
import { recordResults, resultsVariable, writeResults } from '../driver/results.ts';

/**
 * Runs mocha inside an extension host.
 * @param load imports the suites, whose `describe` blocks register themselves.
 * @throws Error if a test failed, or none ran; VS Code then ends with code 1.
 */
export async function runInHost(load: () => Promise<void>): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000 });
  mocha.suite.emit('pre-require', globalThis, 'suites', mocha);
  try {
    await load();
  } catch (error) {
    reportUnloadable(error);
    throw error;
  }
  const results = await new Promise<ReturnType<typeof recordResults>>((resolve) => {
    const runner = mocha.run(() => resolve(recorded));
    const recorded = recordResults(runner);
  });
  const failed = results.filter((result) => result.state === 'failed');
  if (failed.length > 0 || results.length === 0) throw new Error(`${failed.length} of ${results.length} tests failed.`);
}

/** A failure to load is a result, too; without it whoever waits for the results would wait in vain. */
function reportUnloadable(error: unknown): void {
  const file = process.env[resultsVariable];
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (file !== undefined) writeResults(file, [{ title: 'the suites load', state: 'failed', duration: 0, error: text }]);
}
