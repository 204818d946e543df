import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { thisRun } from '../../in-host/this-run.ts';
import { useGround } from '../ground.ts';
import { apiCall } from '../guard/data/calls.ts';

const rounds = thisRun.where.whole === true ? 60 : 4;
const edited = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'].map((name) => `src/${name}.txt`);

describe('faults: patches of many files', () => {
  const ground = useGround('many');

  for (const updates of [9, 11]) {
    it(`applies a patch of 13 files, ${updates} of them edited, on fresh checkouts while the files are read`, async function () {
      this.timeout(300_000);
      const git = (...args: string[]): string =>
        execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'core.autocrlf=false', ...args], {
          cwd: ground.folder,
          encoding: 'utf8',
        });
      commits(ground.folder, git, updates);
      const stop = { now: false };
      const reading = readAround(ground.folder, ground.path, stop);
      const failed: string[] = [];
      try {
        for (let round = 0; round < rounds; round++) {
          git('checkout', '-q', '-f', `c${round}`);
          git('clean', '-q', '-f', '-d');
          const patchText = git(
            'diff',
            '-M',
            `--src-prefix=a/${ground.path('')}`,
            `--dst-prefix=b/${ground.path('')}`,
            `c${round}`,
            `c${round + 1}`,
          ).replaceAll(/^rename (from|to) /gm, `rename $1 ${ground.path('')}`);
          const outcome = await apiCall('apply_patch', { patchText });
          if (!outcome.success) failed.push(`${round}: ${outcome.error.code} ${outcome.error.message}`);
          else assert.equal(git('status', '--porcelain', '-uno') !== '', true);
          git('add', '-A');
          if (outcome.success) assert.equal(git('diff', '--cached', `c${round + 1}`), '', `round ${round}`);
          git('reset', '-q', '--hard');
        }
      } finally {
        stop.now = true;
        await reading;
      }
      assert.deepEqual(failed, []);
    });
  }
});

/** As many commits as rounds and one more, tagged `c0`, `c1`…; each edits, adds, deletes and moves files. */
function commits(folder: string, git: (...args: string[]) => string, updates: number): void {
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  const lines = (name: string): string[] => Array.from({ length: 40 }, (_, at) => `${name} line ${at}`);
  git('init', '-q');
  for (const file of edited) write(file, `${lines(file).join('\n')}\n`);
  write('old-0.txt', `${lines('gone').join('\n')}\n`);
  for (let round = 0; round <= rounds; round++) {
    if (round > 0) {
      for (const file of edited.slice(0, updates)) {
        const text = readFileSync(path.join(folder, file), 'utf8').split('\n');
        text[(round * 7) % 40] = `round ${round} of ${file}`;
        write(file, text.join('\n'));
      }
      for (let at = updates; at < 11; at++) write(`new/${round}-${at}.txt`.replace('new/', 'new-'), `new ${round}\n`);
      rmSync(path.join(folder, `old-${round - 1}.txt`));
      write(`old-${round}.txt`, `${round}\n${round}\n`);
    }
    git('add', '-A');
    git('commit', '-q', '-m', `c${round}`);
    git('tag', `c${round}`);
  }
}

/** What else goes on in a window: files are read, searched, listed and opened. */
async function readAround(
  folder: string,
  at: (file: string) => string,
  stop: { readonly now: boolean },
): Promise<void> {
  const lanes = [
    async (n: number) => apiCall('read_file', { filePath: at(edited[n % edited.length] ?? '') }),
    async () => apiCall('search_text', { query: 'round', path: at('src') }),
    async () => apiCall('changes_since', {}),
    async (n: number) => {
      const uri = vscode.Uri.file(path.join(folder, edited[(n * 3) % edited.length] ?? ''));
      await vscode.workspace.openTextDocument(uri).then(undefined, () => undefined);
    },
    async (n: number) => {
      const uri = vscode.Uri.file(path.join(folder, edited[(n * 5) % edited.length] ?? ''));
      await vscode.window
        .showTextDocument(uri, { preview: n % 2 === 0, preserveFocus: true })
        .then(undefined, () => undefined);
    },
  ];
  await Promise.all(
    lanes.map(async (lane) => {
      for (let n = 0; !stop.now; n++) {
        await lane(n);
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
    }),
  );
}
