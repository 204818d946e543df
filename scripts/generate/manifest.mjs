// Writes what is generated, or with --check fails if it is stale: from the definitions of the tools,
// `contributes.languageModelTools` of package.json, their texts for people in package.nls.json, the agent's list of
// tools and docs/tools.md; the languages of reviews with their grammars; the schemas of a team's policy and of an
// exported audit log.
import { readFile, writeFile } from 'node:fs/promises';
import { loadTools, toPlainSchema } from './load-tools.mjs';
import { grammarContributions, grammars, languageContributions, languageDefaults } from './review-languages.mjs';
import { auditSchema, policySchemas } from './schemas.mjs';
import { toolsPage } from './tools-page.mjs';

const manifestPath = new URL('../../package.json', import.meta.url);
const textsPath = new URL('../../package.nls.json', import.meta.url);
const translationPath = new URL('../../package.nls.zh-cn.json', import.meta.url);
const agentPath = new URL('../../agents/redline.agent.md', import.meta.url);
const pagePath = new URL('../../docs/tools.md', import.meta.url);

const nameKey = ({ name }) => `tool.${name}`;
const descriptionKey = ({ name }) => `tool.${name}.description`;

/** Adds the tools' texts for people, which are translated like the rest of the manifest. */
function withToolTexts(texts, tools) {
  const others = Object.entries(texts).filter(([key]) => !key.startsWith('tool.'));
  const own = tools.flatMap((tool) => [
    [nameKey(tool), tool.displayName],
    [descriptionKey(tool), tool.userDescription],
  ]);
  return Object.fromEntries([
    ...others,
    ...own,
    [nameKey(confirmTool), 'Review Change'],
    [nameKey(noteTool), 'Note About a Change'],
  ]);
}

function toContribution(tool) {
  return {
    name: tool.name,
    displayName: `%${nameKey(tool)}%`,
    toolReferenceName: tool.referenceName,
    canBeReferencedInPrompt: true,
    icon: `$(${tool.icon})`,
    userDescription: `%${descriptionKey(tool)}%`,
    modelDescription: tool.description,
    tags: ['redline', tool.kind === 'query' ? 'read' : 'edit'],
    inputSchema: toPlainSchema(tool.input),
  };
}

/** Shows the card in the chat; models never see it. */
const confirmTool = {
  name: 'redline_confirm',
  displayName: '%tool.redline_confirm%',
  toolReferenceName: 'redlineConfirm',
  modelDescription: 'Internal to Redline: asks the user about a change.',
  when: 'false',
  inputSchema: { type: 'object', properties: {} },
};

/** Says in the chat how a change was answered, or what it waits for; models never see it. */
const noteTool = {
  name: 'redline_note',
  displayName: '%tool.redline_note%',
  toolReferenceName: 'redlineNote',
  icon: '$(git-pull-request)',
  modelDescription: 'Internal to Redline: tells the user about a change.',
  when: 'false',
  inputSchema: { type: 'object', properties: {} },
};

/**
 * The host's tools that the agent may use as well. None of them reads a file: the host's searches, diffs, problems and
 * usages quote what Redline's rules deny.
 */
const hostTools = ['todos'];

/**
 * Writes the list of tools into the front matter of the agent's file, one by one, since a wildcard there matches
 * nothing.
 */
function withTools(agent, manifest, tools) {
  const own = tools.map((tool) => `${manifest.publisher}.${manifest.name}/${tool.referenceName}`);
  return agent.replace(/^tools: .*$/m, `tools: [${[...own, ...hostTools].map((name) => `'${name}'`).join(', ')}]`);
}

const manifest = JSON.parse(await readFile(manifestPath, 'utf8'));
const texts = JSON.parse(await readFile(textsPath, 'utf8'));
const agent = await readFile(agentPath, 'utf8');
const tools = await loadTools();
manifest.contributes.languageModelTools = [...tools.map(toContribution), confirmTool, noteTool];
manifest.contributes.languages = languageContributions();
manifest.contributes.grammars = grammarContributions();
manifest.contributes.configurationDefaults = {
  ...Object.fromEntries(
    Object.entries(manifest.contributes.configurationDefaults).filter(([key]) => !key.startsWith('[')),
  ),
  ...languageDefaults(),
};
const schemas = policySchemas(manifest, { '': texts, 'zh-cn': JSON.parse(await readFile(translationPath, 'utf8')) });
const stale = [];
for (const [path, text] of [
  [manifestPath, `${JSON.stringify(manifest, null, 2)}\n`],
  [textsPath, `${JSON.stringify(withToolTexts(texts, tools), null, 2)}\n`],
  [agentPath, withTools(agent, manifest, tools)],
  [pagePath, toolsPage(tools)],
  [new URL('../../schemas/audit.schema.json', import.meta.url), auditSchema()],
  ...schemas.map(({ name, text }) => [new URL(`../../schemas/${name}`, import.meta.url), text]),
  ...grammars().map(({ name, text }) => [new URL(`../../syntaxes/${name}`, import.meta.url), text]),
]) {
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) stale.push({ path, text });
}
const names = stale.map(({ path }) => path.pathname.split('/').at(-1)).join(', ');
if (stale.length === 0) {
  console.log(`manifest: ${tools.length} tools, up to date`);
} else if (process.argv.includes('--check')) {
  console.error(`manifest: ${names} is stale; run "npm run manifest"`);
  process.exitCode = 1;
} else {
  for (const { path, text } of stale) await writeFile(path, text);
  console.log(`manifest: ${tools.length} tools written to ${names}`);
}
