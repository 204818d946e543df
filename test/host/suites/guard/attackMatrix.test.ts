import assert from 'node:assert/strict';
import { linkSync, lstatSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import type { Attack } from './data/attack.ts';
import { attacks } from './data/attacks.ts';
import { answering } from './data/calls.ts';
import { key, makeFarm, removeFarm, secret, snapshot } from './data/farm.ts';
import { fields, globFields, type Field } from './data/fields.ts';
import { honest } from './data/otherNames.ts';
import { allowAll, rootPath, setUser, unsetUser } from './data/settings.ts';
import { describeNeeds } from '../place.ts';
import { thisRun } from '../../in-host/this-run.ts';

const refusals = ['OUTSIDE_WORKSPACE', 'VALIDATION_ERROR', 'PERMISSION_DENIED', 'NOT_FOUND', 'ALREADY_EXISTS'];
/** The text that an attack would change is not always there. */
const misses = ['NO_MATCH', 'STALE', 'PATCH_INVALID', 'PATCH_CONFLICT', 'IO_ERROR'];
const asked = ['asked', 'asked to read'];
const whole = ['read_file filePath', 'write_file filePath', 'apply_patch --- +++ quoted'];
/** Of all attacks that a run of whole tables makes, other runs make one in so many. */
const share = thisRun.where.whole === true ? 1 : 3;
const some = <T>(list: readonly T[], of = 1, from = 0): readonly T[] =>
  list.filter((_, at) => at % (of * share) === from % (of * share));

/** Every field that takes a path, by every path that means mischief, with a rule that allows all. */
describeNeeds('special files', 'paths in every field of every tool', function () {
  this.timeout(300_000);
  const root = rootPath();
  const made = ['to-root', 'to-fifo', 'loop-2', 'loop-3', 'in-other', 'fresh'];
  const at = (name: string): string => path.join(root, name);
  const real = (text: string): string =>
    text
      .replaceAll('<root>', root)
      .replaceAll('<around>', path.dirname(root))
      .replaceAll('<name>', path.basename(root));

  const make = (): void => {
    makeFarm(root);
    symlinkSync('.', at('to-root'));
    symlinkSync('fifo', at('to-fifo'));
    symlinkSync('loop-3', at('loop-2'));
    symlinkSync('lib/../loop-2', at('loop-3'));
    symlinkSync('other.txt', at('in-other'));
    writeFileSync(at('../guard-out/untold.txt'), `${key}\n`);
    linkSync(at('gate/Jenkinsfile'), at('gate/hard-build.txt'));
  };
  const isLink = (name: string): boolean => {
    try {
      return lstatSync(path.resolve(root, real(name))).isSymbolicLink();
    } catch {
      return false;
    }
  };
  before(async () => {
    make();
    await setUser({ 'redline.rules': allowAll });
  });
  after(async () => {
    await unsetUser({ 'redline.rules': undefined });
    removeFarm(root, made);
  });

  /** Sends the paths, as many at once; answers a line for each that ends otherwise than it may, or changes the disk. */
  async function passed(field: Call, paths: readonly string[], may: (ending: string, path: string) => boolean) {
    const failures: string[] = [];
    for (let from = 0; from < paths.length; from += 20) {
      const sent = paths.slice(from, from + 20).map(real);
      const before = snapshot(root);
      const { outcome } = await answering('reject', () =>
        Promise.all(sent.map((each) => invoke(field.tool, field.input(each)))),
      );
      for (const [index, answer] of outcome.entries()) {
        const ending = endingOf(answer);
        const tells = [key, `TOKEN=${secret}`, 'untold'].find((text) => answer.includes(text));
        const path = paths[from + index] ?? '';
        if (!may(ending, path) || tells !== undefined) {
          failures.push(`${JSON.stringify(path)}: ${ending} ${tells ?? ''} ${answer.slice(0, 200)}`);
        }
      }
      try {
        assert.deepEqual(snapshot(root), before);
      } catch (difference) {
        failures.push(`after ${JSON.stringify(sent)}: ${String(difference)}`);
        removeFarm(root, made);
        make();
      }
    }
    return failures;
  }

  for (const [index, field] of fields.entries()) {
    // All of them are put into some fields; into the others one in so many, of which each field takes others.
    const one = (of: number, list: readonly Attack[]): readonly Attack[] =>
      some(list, whole.includes(field.name) ? 1 : of, index);
    const all = [
      ...one(4, attacks.outwards),
      ...(field.mayMiss === true ? [] : [...one(2, attacks.links), ...one(2, attacks.secrets)]),
      // A review takes half a second.
      ...(isRead(field) || field.does === 'copies' || field.mayMiss === true ? [] : some(attacks.guarded, 12, index)),
    ].filter(({ path }) => field.trims !== true || !/^\s|\s$|[\t\\]/.test(path));
    it(`${field.name}: ${all.length} attacks`, async () => {
      const ends = new Map(all.map(({ path, ends }) => [path, ends]));
      const may = (ending: string, path: string): boolean => mayEnd(field, ends.get(path), ending);
      // To delete a link to the outside is no attack; what is told of it then must not be what is there.
      const dry = (path: string): boolean => field.does === 'entry' && (ends.get(path) === 'link' || isLink(path));
      const paths = all.map(({ path }) => path);
      const failures = [
        ...(await passed(
          field,
          paths.filter((path) => !dry(path)),
          may,
        )),
        ...(await passed(dryRun(field), paths.filter(dry), (ending) => ending === 'done' || may(ending, 'out-target'))),
      ];
      assert.deepEqual(failures, []);
    });
  }

  it('write_file filePath: every name that could be taken for a protected one', async () => {
    const input = (filePath: string) => ({ filePath, content: 'mine\n' });
    const names = some(attacks.guarded).map(({ path }) => path);
    assert.deepEqual(
      await passed({ tool: 'write_file', input }, names, (ending) => [...asked, 'VALIDATION_ERROR'].includes(ending)),
      [],
    );
  });

  for (const field of globFields) {
    it(`${field.name}: a glob leads to nothing that is closed`, async () => {
      const globs = some([...attacks.outwards, ...attacks.links, ...attacks.secrets]).map(({ path }) => path);
      assert.deepEqual(await passed(field, globs, (ending) => ['done', ...refusals].includes(ending)), []);
    });
  }

  it('calls nothing outside that is inside', async () => {
    const failures: string[] = [];
    for (const field of fields) {
      const may = (ending: string): boolean => !['OUTSIDE_WORKSPACE', ...asked].includes(ending);
      failures.push(
        ...(await passed(isRead(field) ? field : dryRun(field), honest, may)).map((each) => `${field.name} ${each}`),
      );
    }
    assert.deepEqual(failures, []);
  });
});

type Call = Pick<Field, 'tool' | 'input'>;

function isRead({ does }: Field): boolean {
  return does === 'reads' || does === 'tells';
}

/** The same call, which would say what it would do. */
function dryRun({ tool, input }: Call): Call {
  return { tool, input: (path) => ({ ...input(path), dryRun: true }) };
}

function mayEnd({ does }: Field, ends: Attack['ends'] | undefined, ending: string): boolean {
  if (refusals.includes(ending)) return true;
  if (!['reads', 'tells'].includes(does) && misses.includes(ending)) return true;
  if (ends === 'refused') return false;
  if (asked.includes(ending)) return ends === 'guarded' || ['entry', 'copies', 'puts'].includes(does);
  // That a link, a pipe or a secret is there may be told; what is in it, or behind it, is looked for in the answer.
  return ending === 'done' && (does === 'tells' || (does === 'reads' && ends === 'guarded'));
}

function endingOf(answer: string): string {
  const code = /^\[([A-Z_]+)\]/.exec(answer)?.[1];
  if (code !== 'REJECTED') return code ?? 'done';
  return answer.includes('did not allow') ? 'asked to read' : 'asked';
}

async function invoke(tool: string, input: object): Promise<string> {
  try {
    const result = await vscode.lm.invokeTool(`redline_${tool}`, { input, toolInvocationToken: undefined });
    return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
