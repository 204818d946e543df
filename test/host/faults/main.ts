import { packageExtension } from '../../../scripts/package.mjs';
import { runKills } from './kills.ts';

/** `npm run test:faults [-- kills seed]`: the faults that take long, on the packaged extension. */
async function main([kills = '100', seed = '1']: readonly string[]): Promise<void> {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));
  await packageExtension();
  const report = await runKills(Number(kills), Number(seed), (line) => console.log(line));
  console.log(JSON.stringify(report));
}

await main(process.argv.slice(2));
