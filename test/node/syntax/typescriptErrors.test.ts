import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SyntaxChecker } from '../../../src/core/change/warnings/syntaxErrors.ts';
import { openTypeScriptChecker } from '../../../src/node/syntax/typescriptErrors.ts';

/** What the thread uses of a compiler: this one has an error at each `!`, and asks for other files, which it must not get. */
const compiler = `
exports.ScriptTarget = { Latest: 99 };
exports.flattenDiagnosticMessageText = String;
exports.createSourceFile = (name, text) => ({ text });
exports.createProgram = ({ rootNames: [name], host }) => {
  const file = host.getSourceFile(name);
  const others = [host.getSourceFile('/etc/hosts'), host.readFile('/etc/hosts'), host.fileExists('/etc/hosts') || undefined];
  const message = others.some((each) => each !== undefined) ? 'reads files' : 'no exclamation';
  return {
    getSyntacticDiagnostics: () =>
      [...file.text.matchAll(/!/g)].map(({ index }) => ({ start: index, messageText: message })).reverse(),
  };
};
if (Object.keys(process.env).length > 0) throw new Error('an environment');
`;

describe('the compiler that the editor ships', () => {
  let root = '';
  const open: SyntaxChecker[] = [];
  before(async () => (root = await mkdtemp(path.join(tmpdir(), 'redline-syntax-'))));
  after(() => rm(root, { recursive: true }));
  afterEach(() => open.splice(0).forEach((each) => each.dispose()));

  /** Opens a checker with this code as the compiler. */
  async function checkerOf(code: string, limitMs?: number): Promise<SyntaxChecker> {
    const folder = path.join(root, 'extensions/node_modules/typescript/lib');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'typescript.js'), code);
    const checker = await openTypeScriptChecker(root, limitMs);
    assert.ok(checker);
    open.push(checker);
    return checker;
  }

  it('is not there in every editor', async () => {
    assert.equal(await openTypeScriptChecker(path.join(root, 'none')), undefined);
  });

  it('tells the line and the message of each error, of texts at the same time, without other files', async () => {
    const checker = await checkerOf(compiler);
    const [one, other] = await Promise.all([
      checker.findErrors('/a.ts', 'a\nb !\n!'),
      checker.findErrors('/b.ts', 'nothing'),
    ]);
    assert.deepEqual(one, [
      { line: 2, message: 'no exclamation' },
      { line: 3, message: 'no exclamation' },
    ]);
    assert.deepEqual(other, []);
  });

  it('counts lines as the editor does, which U+2028 does not end', async () => {
    const checker = await checkerOf(compiler);
    const errors = await checker.findErrors('/a.ts', '!a\u2028!\r\n!\r!\n\n!');
    assert.deepEqual(
      errors.map(({ line }) => line),
      [1, 1, 2, 3, 5],
    );
  });

  it('gives each text its own time, however many wait before it', async function () {
    this.timeout(10_000);
    const slow = `${compiler}
const { createProgram } = exports;
exports.createProgram = (program) => {
  for (const end = Date.now() + 250; Date.now() < end;);
  return createProgram(program);
};`;
    const checker = await checkerOf(slow, 1000);
    const checks = Array.from({ length: 7 }, (_, at) => checker.findErrors(`/${at}.ts`, '!'));
    assert.equal((await Promise.all(checks)).length, 7);
  });

  it('rejects once it fails, does not answer, or has ended', async () => {
    const failing = await checkerOf("throw new Error('broken');");
    await assert.rejects(failing.findErrors('/a.ts', ''), /broken/);
    const silent = await checkerOf('for (;;);', 50);
    await assert.rejects(silent.findErrors('/a.ts', ''), /did not answer/);
    await assert.rejects(silent.findErrors('/a.ts', ''), /has ended/);
    const ended = await checkerOf(compiler);
    const asked = ended.findErrors('/a.ts', '');
    ended.dispose();
    await assert.rejects(asked, /has ended/);
  });
});
