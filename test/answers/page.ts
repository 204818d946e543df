import { answerOf, type Example, type Section } from './example.ts';
import { changeSections } from './changes.ts';
import { failureTexts } from './failureTexts.ts';
import { personSections } from './person.ts';
import { readSections } from './queries.ts';

const head = `# What the tools answer

<!-- Written by \`npm run answers\`: every answer here is what the real tool says over a workspace in memory. \`npm test\` fails while it is stale. -->

An answer says what happened, then whatever else matters, then the next call. A failure reads \`[CODE] what happened. What to do next.\`
For what the tools accept, see [tools.md](tools.md); for what the codes mean, see the [agent's instructions](../agents/redline.agent.md).
`;

const appendix = `## Every failure in the source

The sentences of all failures, \`…\` where they vary. For those of the system (\`… failed (ENOSPC): …\`), see above.
`;

/** Longer texts of calls are cut. */
const maxShown = 400;

/** The whole page. */
export async function answersPage(): Promise<string> {
  const sections = [...readSections, ...personSections, ...changeSections];
  const parts: string[] = [];
  for (const section of sections) parts.push(await sectionText(section));
  const table = failureTexts().map(({ code, text }) => `| \`${code}\` | ${cell(text)} |`);
  return [head, ...parts, appendix, '| Code | Sentence |', '|---|---|', ...table, ''].join('\n');
}

async function sectionText({ tool, heading, examples }: Section): Promise<string> {
  const title = heading === undefined ? `\`${tool.name}\`` : heading;
  const parts: string[] = [];
  for (const example of examples) {
    parts.push(`**${example.title}:** ${callText(tool.name, example)}`, '', fenced(await answerOf(tool, example)), '');
  }
  return [`## ${title}`, '', ...parts].join('\n');
}

function callText(name: string, { input }: Example): string {
  const shown = JSON.stringify(input, (_, value: unknown) =>
    typeof value === 'string' && value.length > maxShown
      ? `${value.slice(0, 20)}… (${value.length} characters)`
      : value,
  );
  return `\`\`${name} ${shown}\`\``;
}

function fenced(text: string): string {
  return ['````text', text, '````'].join('\n');
}

/** What stands in a table must not end its cell, nor be read as markup. */
function cell(text: string): string {
  return text.replaceAll('\n', ' ').replaceAll(/[|<*_`\\[\]]/g, '\\$&');
}
