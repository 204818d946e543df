// Converts git diffs to the `*** Begin Patch` format, and malforms them in the ways of models.

import type { Malform, Random } from './patchLines.ts';

/** Converts a git diff of updates, additions and deletions; `undefined` if it has no equivalent in this format. */
export function toEnvelope(patch: string): string | undefined {
  if (/^(?:rename|copy|GIT binary|old mode|\\ No newline|(?:---|\+\+\+) ")/m.test(patch)) return undefined;
  const out: string[] = ['*** Begin Patch'];
  let action = 'Update';
  let inHunk = false;
  for (const line of patch.replace(/\n$/, '').split('\n')) {
    if (line.startsWith('diff --git ')) [action, inHunk] = ['Update', false];
    if (!inHunk && line.startsWith('new file')) action = 'Add';
    if (!inHunk && line.startsWith('deleted file')) action = 'Delete';
    if (!inHunk && line.startsWith('--- ') && action === 'Delete') out.push(`*** Delete File: ${line.slice(6)}`);
    if (!inHunk && line.startsWith('+++ ') && action !== 'Delete') out.push(`*** ${action} File: ${line.slice(6)}`);
    if (line.startsWith('@@')) {
      inHunk = true;
      if (action === 'Update') out.push(`@@${line.slice(line.indexOf('@@', 2) + 2)}`);
    } else if (inHunk && action !== 'Delete') out.push(line);
  }
  out.push('*** End Patch');
  return `${out.join('\n')}\n`;
}

/** Changes each line of a patch except the headings. */
function mapBody(patch: string, change: (line: string, random: Random) => string, random: Random): string {
  const lines = patch.replace(/\n$/, '').split('\n');
  return `${lines.map((line) => (/^(?:\*\*\* |@@)/.test(line) ? line : change(line, random))).join('\n')}\n`;
}

const isContext = (line: string): boolean => line.startsWith(' ') || line === '';

/** Ways in which models malform patches in this format, by name. */
export const envelopeKinds: Readonly<Record<string, Malform>> = {
  envelope: (patch) => patch,
  envelopeNoBegin: (patch) => patch.replace(/^\*\*\* Begin Patch\n/, ''),
  envelopeNoEnd: (patch) => patch.replace(/\*\*\* End Patch\n$/, ''),
  envelopeNoMarks: (patch) => patch.replace(/^\*\*\* Begin Patch\n/, '').replace(/\*\*\* End Patch\n$/, ''),
  envelopeFenced: (patch) => `Here you go:\n\n\`\`\`\n${patch}\`\`\`\n`,
  envelopeHeredoc: (patch) => `apply_patch <<"EOF"\n${patch}EOF\n`,
  envelopeNoAnchors: (patch) => patch.replace(/^@@.*$/gm, '@@'),
  envelopeLostSpace: (patch, random) => mapBody(patch, (line) => (isContext(line) ? line.slice(1) : line), random),
  envelopeBlankEmpty: (patch, random) => mapBody(patch, (line) => (line.trim() === '' ? '' : line), random),
  envelopeBlankBetween: (patch) => patch.replace(/^(?=@@)/gm, '\n').replace(/(File: .*\n)\n/g, '$1'),
  envelopePadded: (patch) =>
    patch.replace('*** Begin Patch', ' *** Begin Patch ').replace('*** End Patch', '*** End Patch  '),
  envelopeCrlf: (patch) => patch.replaceAll('\n', '\r\n'),
  envelopeIndented: (patch) => patch.replace(/^(?=.)/gm, '  '),
  envelopeJson: (patch) => JSON.stringify({ input: patch }),
  envelopePrefixed: (patch) => patch.replace(/^(\*\*\* (?:Update|Delete) File: )/gm, '$1a/'),
  envelopeSlash: (patch) => patch.replace(/^(\*\*\* (?:Update|Add|Delete) File: )/gm, '$1./'),
  envelopeTrailingLost: (patch, random) => mapBody(patch, (line) => (isContext(line) ? line.trimEnd() : line), random),
  envelopeCurly: (patch, random) =>
    mapBody(patch, (line) => (isContext(line) ? line.replaceAll("'", '\u2019') : line), random),
  envelopeOneLine: (patch, random) =>
    mapBody(patch, (line, chance) => (isContext(line) && chance() < 0.1 ? ` ${line.slice(1)}  ` : line), random),
  envelopeFileEach: (patch) =>
    patch.replace(/(\*\*\* Update File: .*\n)((?:(?!\*\*\*).*\n)*)/g, (_all: string, head: string, body: string) =>
      body.replace(/^@@/gm, `${head}@@`),
    ),
  envelopeEndOfFileEach: (patch) =>
    patch
      .replace(/(?<!^\*\*\* .*\n)^(?=@@|\*\*\* (?!Begin))/gm, '*** End of File\n')
      .replace(/(^\*\*\* Add File: .*\n(?:\+.*\n)*)\*\*\* End of File\n/gm, '$1'),
  envelopeUnifiedInside: (patch) =>
    patch.replace(/^\*\*\* Update File: (.*)$/gm, '*** Update File: $1\n--- a/$1\n+++ b/$1'),
  envelopeBackslash: (patch) =>
    patch.replace(
      /^(\*\*\* \w+ File: )(.*)$/gm,
      (_all: string, mark: string, path: string) => mark + path.replaceAll('/', '\\'),
    ),
  envelopeAbsolute: (patch) => patch.replace(/^(\*\*\* (?:Update|Delete) File: )/gm, '$1/home/me/project/'),
  envelopeTicked: (patch) => patch.replace(/^(\*\*\* \w+ File: )(.*)$/gm, '$1`$2`'),
  envelopeAddUnmarked: (patch) =>
    patch.replace(
      /(\*\*\* Add File: .*\n)((?:\+.*\n)*)/g,
      (_all: string, head: string, body: string) => head + body.replace(/^\+/gm, ''),
    ),
  envelopeAddBlankBare: (patch) => patch.replace(/^\+$/gm, ''),
  envelopeStars: (patch) => patch.replace(/^(\*\*\* .*)$/gm, '$1 ***'),
  envelopeNumbered: (patch) => patch.replace(/^@@.*$/gm, '@@ -1,3 +1,3 @@'),
};
