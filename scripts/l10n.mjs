// Compares the translations with the sources: l10n/bundle.l10n.<language>.json with `vscode.l10n.t('…')` and
// `phrase('…')` in src and the descriptions of the tools' inputs in package.json; package.nls.json with
// package.nls.<language>.json and the `%keys%` of package.json. Fails if a text is missing or unused. `--missing`
// prints the texts to translate as JSON.
import { readFileSync, globSync } from 'node:fs';

const languages = ['zh-cn'];
const read = (path) => JSON.parse(readFileSync(new URL(`../${path}`, import.meta.url), 'utf8'));

/** The only file that translates texts written elsewhere: those of phrases, and descriptions in package.json. */
const translator = 'src/vscode/shared/translate.ts';

/**
 * The texts for people in the sources; the English text is the key. `phrase('…')` makes those that models read as well,
 * `l10n.t('…')` the others.
 */
function textsOfSources() {
  const root = new URL('..', import.meta.url).pathname;
  const texts = new Set();
  for (const path of globSync('src/**/*.ts', { cwd: root })) {
    const source = readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
    if (path === translator) continue;
    const calls = source.match(/l10n\.t\(|(?<!function )\bphrase\(/g)?.length ?? 0;
    const found = [...source.matchAll(/(?:l10n\.t|\bphrase)\(\s*(['"])((?:\\.|(?!\1)[^\\])*)\1/gs)];
    if (calls !== found.length) throw new Error(`${path}: a text to translate must be written out where it is made.`);
    for (const [, , text] of found) texts.add(text.replace(/\\(.)/g, '$1'));
  }
  return texts;
}

/** The descriptions of the tools' inputs: models read them in English, people translated. */
function descriptionsOf(schema) {
  const properties = Object.values(schema.properties ?? {});
  return properties.flatMap(({ description, items }) => [
    ...(description === undefined ? [] : [description]),
    ...(items === undefined ? [] : descriptionsOf(items)),
  ]);
}

function compare(name, needed, there) {
  const missing = [...needed].filter((key) => !there.has(key));
  const unused = [...there].filter((key) => !needed.has(key));
  for (const key of missing) console.error(`${name} lacks: ${key}`);
  for (const key of unused) console.error(`${name} holds, but nothing uses: ${key}`);
  return missing.length + unused.length;
}

const manifestText = readFileSync(new URL('../package.json', import.meta.url), 'utf8');
const { languageModelTools, commands } = JSON.parse(manifestText).contributes;
const texts = textsOfSources();
for (const { inputSchema } of languageModelTools) for (const text of descriptionsOf(inputSchema)) texts.add(text);
const schemaText = readFileSync(new URL('generate/schemas.mjs', import.meta.url), 'utf8');
const used = new Set([...`${manifestText}${schemaText}`.matchAll(/["']%([\w.]+)%["']/g)].map((match) => match[1]));
const english = new Set(Object.keys(read('package.nls.json')));
let problems = compare('package.nls.json', used, english);
// `src/vscode/shared/contributions/manifest.ts` takes the ids of the commands from the keys of their titles.
for (const { command, title } of commands) {
  if (title === command.replace(/^redline\.(.*)$/, '%command.$1%')) continue;
  console.error(`The title of ${command} is ${title}: its key must be command.<name of the command>.`);
  problems++;
}
for (const language of languages) {
  const bundle = read(`l10n/bundle.l10n.${language}.json`);
  if (process.argv.includes('--missing')) {
    const missing = [...texts].filter((text) => !(text in bundle));
    console.log(JSON.stringify(Object.fromEntries(missing.map((text) => [text, ''])), null, 2));
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
