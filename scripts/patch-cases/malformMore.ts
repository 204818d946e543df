// Malforms git diffs in further ways of models, of which some lose information.

import {
  isContext,
  join,
  mapLines,
  numbers,
  onContext,
  onHead,
  onHeaders,
  onHunks,
  onUpdates,
  split,
  type Malform,
} from './patchLines.ts';

const inBodies = (patch: string, change: (line: string) => string | readonly string[]): string =>
  mapLines(patch, (line, inHunk) => (inHunk ? change(line) : line));

/** Splits a hunk at a context line between two changes, if there is one. */
function cutHunk(hunk: readonly string[], header: (first: string) => string): readonly string[] {
  const [first = '', ...body] = hunk;
  const change = body.findIndex((line) => !isContext(line));
  const at = body.findIndex(
    (line, index) => index > change && isContext(line) && body.slice(index).some((l) => !isContext(l)),
  );
  return change < 0 || at < 0 ? hunk : [first, ...body.slice(0, at + 1), header(first), ...body.slice(at + 1)];
}

/** Adds the old number to each line, as the read tool shows it. */
function addLineNumbers(patch: string, mark: (number: number) => string): string {
  let line = 0;
  return mapLines(patch, (text, inHunk) => {
    const header = numbers.exec(text);
    if (!inHunk && header !== null) line = Number(header[1]);
    if (!inHunk || header !== null || text.startsWith('\\')) return text;
    const own = line;
    if (!text.startsWith('+')) line++;
    return `${text.charAt(0)}${mark(own)}${text.slice(1)}`;
  });
}

/** Further ways in which models malform a good patch, as in malform.ts. */
export const moreKinds: Readonly<Record<string, Malform>> = {
  fencedNested: (patch) => `\`\`\`\`markdown\n\`\`\`diff\n${patch}\`\`\`\n\`\`\`\`\n`,
  fencedTitled: (patch) => `\`\`\`diff title="change.patch"\n${patch}\`\`\`\n`,
  taggedPatch: (patch) => `<patch>\n${patch}</patch>\n`,
  taggedCdata: (patch) => `<apply_patch><![CDATA[\n${patch}]]></apply_patch>\n`,
  headerGlued: onHunks(([header = '', first = '', ...rest]) =>
    isContext(first) && isContext(rest[0])
      ? [header.replace(numbers, (all: string) => all.slice(0, all.indexOf('@@', 2) + 2)) + first, ...rest]
      : [header, first, ...rest],
  ),
  headerTight: onHeaders((line) => line.replace(numbers, '@@-$1,$2 +$3,$4@@$5').replaceAll(/,(?=[ @])/g, ',1')),
  headerSpaced: onHeaders((line) => line.replace(numbers, '@@ -$1, $2 +$3, $4 @@$5').replaceAll(/, (?=[ @])/g, ', 1')),
  headerThousands: onHeaders((line) => line.replace(numbers, '@@ -1,$1,$2 +1,$3,$4 @@')),
  headerUnicode: onHeaders((line) => line.replace('-', '\u2212')),
  headerLine: onHeaders((line) => line.replace(numbers, '@@ line $1 @@')),
  headerNumber: onHeaders((line) => line.replace(numbers, '@@ $1 @@')),
  headerBareFirst: onHunks((hunk, random) => (random() < 0.5 ? ['@@', ...hunk.slice(1)] : hunk)),
  minusUnicode: (patch) =>
    mapLines(patch, (line, inHunk) =>
      inHunk || /^---|^@@/.test(line)
        ? line.replace(/^(?:---|-|@@ -)/, (mark) => mark.replaceAll('-', '\u2212'))
        : line,
    ),
  minusDashes: (patch) => inBodies(patch, (line) => line.replace(/^-/, '\u2013')),
  addedBlankBare: (patch) => inBodies(patch, (line) => (line === '+' ? '' : line)),
  addedFirst: onHunks((hunk) => {
    const out: string[] = [];
    for (const line of hunk) {
      const at = out.findLastIndex((other) => !other.startsWith('-')) + 1;
      if (line.startsWith('+')) out.splice(at, 0, line);
      else out.push(line);
    }
    return hunk.some((line) => line.startsWith('\\')) ? hunk : out;
  }),
  contextAsChange: (patch, random) =>
    inBodies(patch, (line) => (isContext(line) && random() < 0.3 ? [`-${line.slice(1)}`, `+${line.slice(1)}`] : line)),
  contextNbspMark: onContext((line) => `\u00a0${line.slice(1)}`),
  contextEllipsis: onHunks((hunk) => {
    const at = hunk.findIndex(
      (line, index) => index > 1 && isContext(line) && isContext(hunk[index + 1]) && isContext(hunk[index - 1]),
    );
    return at < 0 ? hunk : [...hunk.slice(0, at), ' ...', ...hunk.slice(at + 1)];
  }),
  contextTabMark: onContext((line) => (line.startsWith(' \t') ? line.slice(1) : line)),
  hunkSplitSame: onHunks((hunk) => cutHunk(hunk, (first) => first)),
  hunkSplitBare: onHunks((hunk) => cutHunk(hunk, () => '@@')),
  hunkTwice: onUpdates((patch) =>
    join(
      split(patch).map(({ head, hunks }) => ({
        head,
        hunks: hunks.flatMap((hunk, at) => (at === 0 ? [hunk, hunk] : [hunk])),
      })),
    ),
  ),
  fileTwice: (patch) => patch + patch,
  hunkFlat: onUpdates((patch) => inBodies(patch, (line) => `${line.charAt(0)}${line.slice(1).trimStart()}`)),
  hunkDoubled: onUpdates((patch) =>
    inBodies(patch, (line) => `${line.charAt(0)}${line.slice(1).replace(/^ +/, (run) => run + run)}`),
  ),
  contextDoubled: onContext((line) => ` ${line.slice(1).replace(/^ +/, (run) => run + run)}`),
  markSpaced: onUpdates((patch) =>
    inBodies(patch, (line) => (/^[ +-]/.test(line) ? `${line.charAt(0)} ${line.slice(1)}` : line)),
  ),
  lineNumbers: onUpdates((patch) => addLineNumbers(patch, (line) => `${String(line).padStart(6)}\u2192`)),
  lineNumbersBar: onUpdates((patch) => addLineNumbers(patch, (line) => `${String(line).padStart(4)} | `)),
  lineNumbersTab: onUpdates((patch) => addLineNumbers(patch, (line) => `${String(line).padStart(6)}\t`)),
  crlfHeaders: (patch) => mapLines(patch, (line, inHunk) => (inHunk ? line : `${line}\r`)),
  crlfMark: (patch) => `\ufeff${patch.replaceAll('\n', '\r\n')}`,
  fileLinesSwapped: (patch) => patch.replace(/^(--- .*\n)(\+\+\+ .*\n)/gm, '$2$1'),
  pathsBackslash: onHead((line) =>
    /^(?:---|\+\+\+|diff)/.test(line) && !line.includes('"') && !line.includes('/dev/null')
      ? line.replaceAll('/', '\\')
      : line,
  ),
  pathsDrive: onHead((line) =>
    line.replace(/^(---|\+\+\+) [ab]\//, '$1 C:\\work\\project\\').replace(/^diff --git .*/, 'diff'),
  ),
  pathsAbsolute: onHead((line) =>
    line.replace(/^(---|\+\+\+) [ab]\//, '$1 /home/me/project/').replace(/^diff --git .*/, 'diff'),
  ),
  pathsBold: onHead((line) => line.replace(/^(---|\+\+\+) (.*)$/, '$1 **$2**').replace(/^diff --git .*/, 'diff')),
  pathsColon: onHead((line) => line.replace(/^(---|\+\+\+) (.*)$/, '$1 $2:').replace(/^diff --git .*/, 'diff')),
  pathsNoted: onHead((line) =>
    line.replace(
      /^(---|\+\+\+) (.*)$/,
      (_all: string, mark: string, path: string) => `${mark} ${path} (${mark === '---' ? 'original' : 'modified'})`,
    ),
  ),
  proseTight: (patch) => `${patch}This makes the change that was asked for.\n`,
  proseTightFence: (patch) => `\`\`\`diff\n${patch}\`\`\`\nThis makes the change.\n- one\n+ two\n`,
  commentInHead: onHead((line) => (line.startsWith('+++ ') ? [line, '# what changes here'] : line)),
  noNewlineMoved: onHunks((hunk) => {
    const marks = hunk.filter((line) => line.startsWith('\\'));
    return marks.length === 0 ? hunk : [...hunk.filter((line) => !line.startsWith('\\')), ...marks.slice(0, 1)];
  }),
  lineWrapped: (patch) => inBodies(patch, (line) => (line.length > 48 ? [line.slice(0, 48), line.slice(48)] : line)),
  linesApart: onUpdates((patch) => inBodies(patch, (line) => [line, ''])),
  blankContextLost: (patch) => inBodies(patch, (line) => (line === ' ' ? [] : line)),
  removedTrailingLost: (patch) => inBodies(patch, (line) => (line.startsWith('-') ? line.trimEnd() : line)),
};

/** Kinds that lose what no parser can restore: they may be refused, but must not be applied wrongly. */
export const lossyKinds: ReadonlySet<string> = new Set([
  'blankContextLost',
  'contextDoubled',
  'contextEllipsis',
  'hunkDoubled',
  'hunkFlat',
  'linesApart',
  'lineWrapped',
  'envelopeAbsolute',
]);
