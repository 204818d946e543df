// Writes the text of docs/patches.md.

import type { DecisionTable, NarrowingTable } from '../../src/core/patch/place/choose/decide.ts';
import { matchAttempts } from '../../src/core/patch/place/findHunk.ts';
import {
  changedContext,
  onePlace,
  perhapsApplied,
  severalPlaces,
} from '../../src/core/patch/place/choose/decisionTable.ts';

const head = `# How a patch is applied

<!-- Written by scripts/generate/patches.ts from src/core/patch/place/choose/decisionTable.ts; \`npm test\` fails while it is stale. -->

A patch is applied whole or not at all, and never to a place that is only the nearest or the first of several. What is not decided by evidence
is refused, with the lines that were found, so that the next attempt can say more.

## How it is read

Unified diffs, git diffs (renames, copies, modes, binary parts) and the \`*** Begin Patch\` format are read, also out of prose, code fences, mails, JSON
strings and here-documents. The grammar is at the top of \`src/core/patch/parse/parse.ts\`. A context line may have lost its leading space, and the counts of a
header are believed only where the lines bear them out. A patch that ends too early is refused (\`PATCH_INVALID\`), unless its last hunk is seen to be whole.

The prefixes of paths (\`a/\`, \`b/\`, \`old/\` …) are found from the headers and the files that exist; \`strip\` says how many path components to drop instead.
A folder counts as a prefix only if the workspace has no such folder, and lines, binary data or an \`index\` line are compared with the file below it, or with
another file of the patch.

## Where a hunk is looked for

Line numbers are a hint: what counts is where the old lines of a hunk are. If all hunks for a file are on the lines of their headers, to the byte, they are
applied there. Otherwise each hunk is searched for in the whole file, and the first of these that is found counts:

${matchAttempts.map(({ description }, index) => `${index + 1}. ${description}`).join(';\n')};
${matchAttempts.length + 1}. the runs of changed lines one by one, each with the context line above and below it ("some context is gone", below).

"Several places" and "some context is gone" look at what surrounds a place. The *expected line* of a hunk is the line of its header, moved by as much as the
nearest hunk above or below was found away from its own. If no other hunk has a place, it is the very line of the header, unless the \`index\` line says that
the file has changed. A hunk that only adds and has no context is placed by its line number, only at the ends of the file, or where all other hunks are on
the lines of their headers, or where the \`index\` line names the file; in the \`*** Begin Patch\` format it goes to the end of the file.
One of a diff without line numbers and context is refused, unless the file is empty.
If a hunk without context adds what is there already, it has been applied if that has eight letters or the other hunks for the file have been applied; it is added
if they have not been; otherwise it is refused.
\`*** End of File\` chooses between several places. Models also write it below other hunks, so one place that does not end the file is taken, but must be approved.
Where some context is gone, too, no place above the only line that the \`@@\` anchor or the section heading names is taken.

## The decision table

The first row that fits decides, except in the first table, whose rows are all applied in order, twice. ✓ must hold, ✗ must not. An *index line* is git's
\`index 1234567..89abcde\`, which names a file's content before and after.
`;

const tail = `## What is refused

| Code | When |
|---|---|
| \`PATCH_INVALID\` | the text is no patch, is truncated, mixes line endings, or is a combined or context diff; the result is not the one that the \`index\` line names |
| \`PATCH_CONFLICT\` | a row above refuses; a hunk is nowhere; two hunks change the same lines; hunks are no longer in their order in a file that has changed |
| \`NOT_FOUND\`, \`ALREADY_EXISTS\` | a file to be changed is not there; a file to be added or moved to is there |
| \`BINARY_FILE\` | hunks for a file that is no text |

If the \`index\` line names the file, the result is compared with the name it gives, and a difference is refused. If it names another content,
a deletion that shows no lines is refused (\`PATCH_CONFLICT\`).

Each row has a case in \`test/core/patch/decisionTable.test.ts\` that comes out otherwise without it. A row that changes nothing is to be removed.
`;

/** The whole of docs/patches.md. */
export function patchesPage(): string {
  const tables = [
    section(asDecisions(severalPlaces)),
    section(onePlace),
    section(changedContext),
    section(perhapsApplied),
  ];
  return [head, ...tables, tail].join('\n');
}

/** The same page format for a narrowing table: each row has one piece of evidence. */
function asDecisions<Evidence extends string>(
  table: NarrowingTable<Evidence>,
): DecisionTable<Evidence, 'keep' | 'keepOne'> {
  return { ...table, rows: table.rows.map(({ evidence, ...row }) => ({ ...row, yes: [evidence] })) };
}

function section<Evidence extends string, Verdict extends string>(table: DecisionTable<Evidence, Verdict>): string {
  const { question, evidence, verdicts, rows } = table;
  const names = namesOf(evidence);
  const cells = rows.map(({ yes, no = [], verdict, example }, at) => [
    String(at + 1),
    ...names.map((name) => {
      if (yes.includes(name)) return '✓';
      return no.includes(name) ? '✗' : '';
    }),
    example,
    `**${verdicts[verdict]}**`,
  ]);
  const header = ['', ...names.map((name) => `\`${name}\``), 'Example', 'Verdict'];
  const lines = [header, header.map((_, at) => (at > 0 && at <= names.length ? ':-:' : '---')), ...cells];
  return [
    `### ${question}`,
    '',
    ...lines.map((line) => `| ${line.join(' | ')} |`),
    '',
    ...names.map((name) => `- \`${name}\`: ${evidence[name]}`),
    '',
  ].join('\n');
}

function namesOf<Name extends string>(words: Readonly<Record<Name, string>>): readonly Name[] {
  const isName = (key: string): key is Name => key in words;
  return Object.keys(words).filter(isName);
}
