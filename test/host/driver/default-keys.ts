import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { installHost } from './install-host.ts';

/** Codes of keys and modifiers in the workbench's bundle, by their names in a manifest. */
const codes: Readonly<Record<string, number>> = {
  ctrl: 2048,
  cmd: 2048,
  shift: 1024,
  alt: 512,
  backspace: 1,
  enter: 3,
  space: 10,
  delete: 20,
};

/** The letters follow one another. */
const codeOfA = 31;

/** A key as the bundle writes it: `ctrl+alt+enter` is 2563. Throws for a key that is not in the table. */
export function keyCode(key: string): number {
  return key.split('+').reduce((sum, name) => {
    const code = /^[a-z]$/.test(name) ? codeOfA + name.charCodeAt(0) - 'a'.charCodeAt(0) : codes[name];
    if (code === undefined) throw new Error(`The code of the key ${name} is not known.`);
    return sum + code;
  }, 0);
}

/** All keys with a default binding in the pinned VS Code, on any platform: those of its workbench and of its extensions. */
export async function defaultKeys(): Promise<ReadonlySet<number>> {
  const home = await installHost();
  const bundle = await readFile(path.join(home, 'out/vs/code/browser/workbench/workbench.js'), 'utf8');
  // A binding is `primary:2563`, `secondary:[2563,…]`, of two keys after each other `primary:f(2089,2090)`, or, by the
  // platform, `primary:a?b?f(2089,1068):3628:3116`.
  const rules = bundle.matchAll(
    /\b(?:primary|secondary|keybinding):(\[[^\]]{0,200}\]|(?:\([^)]{0,40}\)|[^,})(]){1,40})/g,
  );
  const own = [...rules].flatMap(([, value = '']) => value.match(/\d+/g) ?? []).map(Number);
  return new Set([...own, ...(await extensionKeys(path.join(home, 'extensions')))]);
}

async function extensionKeys(folder: string): Promise<number[]> {
  const names = await readdir(folder);
  const manifests = await Promise.all(
    names.map((name) => readFile(path.join(folder, name, 'package.json'), 'utf8').catch(() => '{}')),
  );
  return manifests.flatMap((text) => keysOf(JSON.parse(text))).flatMap(codeIfKnown);
}

interface Manifest {
  readonly contributes?: { readonly keybindings?: Keybinding | readonly Keybinding[] };
}

/** A key binding of a manifest. */
export type Keybinding = Readonly<Record<'command' | 'key' | 'when', string>> & { readonly mac?: string };

function keysOf({ contributes }: Manifest): string[] {
  return [contributes?.keybindings ?? []].flat().flatMap((each) => [each.key, each.mac ?? each.key]);
}

/** Redline has none of the keys that the table lacks, so they need no code. */
function codeIfKnown(key: string): number[] {
  const [first = ''] = key.toLowerCase().split(' ');
  return first.split('+').every((name) => name in codes) ? [keyCode(first)] : [];
}
