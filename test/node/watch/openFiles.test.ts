import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { Ground } from './ground.ts';

const source = new URL('../../../src/node/watch/repository/', import.meta.url);
/** Reads two blobs; the first read meets a process that may open no more files. */
const program = `
  import { closeSync, openSync } from 'node:fs';
  const { GitProgram } = await import('${new URL('gitProgram.ts', source)}');
  const { PrivateRepository } = await import('${new URL('privateRepository.ts', source)}');
  const repository = await PrivateRepository.open(process.argv[1], { sha256: false, fileSystemLines: [] }, await GitProgram.find());
  const [one, two] = [await repository.storeBlob(Buffer.from('one')), await repository.storeBlob(Buffer.from('two'))];
  const open = [];
  try { for (;;) open.push(openSync(process.execPath)); } catch {}
  const said = await Promise.allSettled([repository.content(one), repository.run(['--version'])]);
  for (const file of open) closeSync(file);
  const contents = await Promise.all([repository.content(two), repository.content(one)]);
  repository.dispose();
  process.stdout.write(JSON.stringify([...said.map(({ reason }) => reason?.message), ...contents.map(String)]));
`;

describe('a window with too many open files', () => {
  it('is told so, and afterwards reads of each content the bytes of that one', function () {
    if (process.platform === 'win32') this.skip();
    const ground = new Ground();
    try {
      const args = ['-c', 'ulimit -n 100; exec "$0" "$@"', process.execPath, '--input-type=module', '-e', program];
      const out = execFileSync('sh', [...args, ground.store], { encoding: 'utf8', timeout: 60_000 });
      const why = 'git could not be started. There may be too many open files or processes.';
      assert.deepEqual(JSON.parse(out), [why, why, 'two', 'one']);
    } finally {
      ground.dispose();
    }
  });
});
