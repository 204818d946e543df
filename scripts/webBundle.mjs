// Puts the parts of the extension together for the worker host of a browser, which loads one CommonJS file.

import path from 'node:path';
import { transform } from 'esbuild';

/**
 * The loader of the other parts. A worker host loads one CommonJS file and has no `import()`. So that file contains the
 * parts needed at the start, and this function, which reads the others from beside it when they are first imported.
 *
 * It is bundled as source text, so it can use nothing from outside itself.
 * @param {Record<string, (module: { exports: any }, exports: any, require: (name: string) => any, load: (name: string)
 *   => Promise<any>) => void>} parts the parts in the file itself, by name
 * @param {Record<string, readonly string[]>} needs the parts that must be loaded before a part in a file of its own
 *   runs, itself included
 * @param {any} outer the host's own `require`
 */
function runtime(parts, needs, outer) {
  const vscode = outer('vscode');
  /** @type {Map<string, { exports: any }>} */
  const made = new Map();
  /** @type {any} */
  let folder;

  /** @param {string} name */
  const require = (name) => {
    const part = parts[name];
    if (part === undefined) return outer(name);
    const known = made.get(name);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    made.set(name, module);
    part(module, module.exports, require, load);
    return module.exports;
  };

  /** @param {string} name */
  const load = async (name) => {
    const missing = (needs[name] ?? []).filter((each) => parts[each] === undefined);
    const texts = await Promise.all(
      missing.map((each) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, each.replace(/js$/, 'cjs')))),
    );
    missing.forEach((each, index) => {
      const text = new TextDecoder().decode(texts[index]);
      // oxlint-disable-next-line typescript/no-implied-eval -- the host itself evaluates extensions in this way
      parts[each] ??= /** @type {any} */ (new Function('module', 'exports', 'require', 'load', text));
    });
    return require(name);
  };

  return {
    /** @param {any} context */
    activate(context) {
      folder = vscode.Uri.joinPath(context.extensionUri, 'dist', 'web');
      return require('').activate(context);
    },
  };
}

/**
 * @param {import('esbuild').Metafile} metafile of a build with `splitting`
 * @param {string} file
 * @returns {readonly string[]} the files that it imports statically, at any depth, then the file itself
 */
export function closureOf(metafile, file) {
  const imported = (metafile.outputs[file]?.imports ?? []).filter(
    ({ kind, external }) => kind === 'import-statement' && !external,
  );
  return [...new Set([...imported.flatMap((each) => closureOf(metafile, each.path)), file])];
}

/**
 * @param {import('esbuild').BuildResult<{ metafile: true, write: false }>} built in ESM with `splitting`, not written
 * @param {string} entry the output that the host is to load
 * @returns {Promise<Map<string, string>>} the texts of the files by their paths in `dist`
 */
export async function webFiles({ metafile, outputFiles }, entry) {
  const base = path.dirname(entry);
  /** @param {string} file */
  const nameOf = (file) => (file === entry ? '' : `./${path.relative(base, file)}`);
  /** @type {Map<string, string>} */
  const texts = new Map();
  for (const { path: absolute, text } of outputFiles) {
    const file = Object.keys(metafile.outputs).find((each) => absolute.endsWith(path.normalize(each))) ?? absolute;
    texts.set(file, await asFunctionBody(text));
  }
  const start = closureOf(metafile, entry);
  const lazy = [...texts.keys()].filter((file) => !start.includes(file));
  const parts = start.map((file) => `${JSON.stringify(nameOf(file))}(module,exports,require,load){${texts.get(file)}}`);
  const needs = Object.fromEntries(lazy.map((file) => [nameOf(file), closureOf(metafile, file).map(nameOf)]));
  const { code } = await transform(
    `module.exports=(${runtime.toString()})({${parts.join(',')}},${JSON.stringify(needs)},require)`,
    { minify: true },
  );
  return new Map([
    ['extension.web.cjs', code],
    ...lazy.map(
      (file) => /** @type {const} */ ([path.join('web', `${path.basename(file, '.js')}.cjs`), texts.get(file) ?? '']),
    ),
  ]);
}

/** @param {string} text of an ES module that esbuild has minified */
async function asFunctionBody(text) {
  const { code } = await transform(text.replaceAll('import("./', 'load("./'), { format: 'cjs', minify: true });
  return code;
}
