// Holds every translation against the sources: `vscode.l10n.t('…')` in src against l10n/bundle.l10n.<language>.json, and
// package.nls.json against package.nls.<language>.json and the `%keys%` of package.json. Fails where a text is missing in
// one of them, or stands there and is used nowhere. `--missing` prints what is to be translated as JSON.
import { readFileSync, globSync } from 'node:fs';

const languages = ['zh-cn'];
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

/** The texts that the sources show to people; their English is their key. */
function textsOfSources() {
  const root = new URL('..', import.meta.url).pathname;
  const texts = new Set();
  for (const path of globSync('src/vscode/**/*.ts', { cwd: root })) {
    const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    for (const [, quote, text] of source.matchAll(/l10n\.t\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1/gs)) {
      if (quote === '`') throw new Error(`${path}: a template cannot be translated: ${text}`);
      texts.add(text.replace(/\\(.)/g, '$1'));
    }
    const calls = source.match(/l10n\.t\(/g)?.length ?? 0;
    const literal = source.match(/l10n\.t\(\s*['"]/g)?.length ?? 0;
    if (calls !== literal) throw new Error(`${path}: l10n.t takes a plain text, so that it can be found.`);
  }
  return texts;
}

function compare(name, needed, there) {
  const missing = [...needed].filter((key) => !there.has(key));
  const unused = [...there].filter((key) => !needed.has(key));
  for (const key of missing) console.error(`${name} lacks: ${key}`);
  for (const key of unused) console.error(`${name} holds, but nothing uses: ${key}`);
  return missing.length + unused.length;
}

const texts = textsOfSources();
const manifestText = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const used = new Set([...manifestText.matchAll(/"%([\w.]+)%"/g)].map((match) => match[1]));
const english = new Set(Object.keys(read('package.nls.json')));
let problems = compare('package.nls.json', used, english);
for (const language of languages) {
  const bundle = read(`l10n/bundle.l10n.${language}.json`);
  if (process.argv.includes('--missing')) {
    console.log(
      JSON.stringify(
        Object.fromEntries([...texts].filter((text) => !(text in bundle)).map((text) => [text, ''])),
        null,
        2,
      ),
    );
  }
  problems += compare(`l10n/bundle.l10n.${language}.json`, texts, new Set(Object.keys(bundle)));
  problems += compare(
    `package.nls.${language}.json`,
    english,
    new Set(Object.keys(read(`package.nls.${language}.json`))),
  );
}
if (problems === 0)
  console.log(`l10n: ${texts.size + english.size} texts, ${languages.length} translation, none missing`);
else process.exitCode = 1;
