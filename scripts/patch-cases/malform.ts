// Malforms git diffs in the ways of models.

import {
  bump,
  escapeHtml,
  isContext,
  join,
  mapLines,
  numbers,
  onContext,
  onHead,
  onHeaders,
  onHunks,
  onUpdates,
  renumber,
  split,
  withContext,
  type Malform,
  type Random,
} from './patchLines.ts';

/** Malforms a patch whose bytes are written as Latin-1: changes its text, and encodes it as UTF-8 again. */
export function bend(malform: Malform, patch: string, random: Random): string {
  const text = malform(Buffer.from(patch, 'latin1').toString('utf8'), random);
  return Buffer.from(text, 'utf8').toString('latin1');
}

/**
 * Ways in which models malform a good patch, by name. Each takes a patch as `git diff` writes it (context 3) and random
 * numbers, and returns the malformed text, or the same text if it does not apply.
 */
export const kinds: Readonly<Record<string, Malform>> = {
  countsTooLarge: (patch, random) =>
    onHeaders((line) =>
      renumber(line, ([a = 0, b = 0, c = 0, d = 0]) => [a, b + bump(random, 3), c, d + bump(random, 3)]),
    )(patch, random),
  countsTooSmall: (patch, random) =>
    onHeaders((line) =>
      renumber(line, ([a = 0, b = 0, c = 0, d = 0]) => [
        a,
        Math.max(1, b - bump(random, 2)),
        c,
        Math.max(1, d - bump(random, 2)),
      ]),
    )(patch, random),
  countOldWrong: onHeaders((line) => renumber(line, ([a = 0, b = 0, c = 0, d = 0]) => [a, b + 1, c, d])),
  countNewWrong: onHeaders((line) => renumber(line, ([a = 0, b = 0, c = 0, d = 0]) => [a, b, c, Math.max(0, d - 1)])),
  countsEqual: onHeaders((line) => renumber(line, ([a = 0, b = 0, c = 0]) => [a, b, c, b])),
  countsMissing: onHeaders((line) => line.replace(numbers, '@@ -$1 +$3 @@$5')),
  numbersZero: onHeaders((line) => line.replace(numbers, '@@ -0,0 +0,0 @@$5')),
  startsWrong: (patch, random) =>
    onHeaders((line) =>
      renumber(line, ([a = 0, b = 0, c = 0, d = 0]) => [a + bump(random, 30), b, c + bump(random, 30), d]),
    )(patch, random),
  startsOne: onHeaders((line) => renumber(line, ([, b = 0, , d = 0]) => [1, b, 1, d])),
  headerBare: onHeaders(() => '@@'),
  headerBarePair: onHeaders(() => '@@ @@'),
  headerDots: onHeaders(() => '@@ ... @@'),
  headerWordy: onHeaders((line) => `@@ ${(numbers.exec(line)?.[5] ?? '').trim() || 'here'} @@`),
  headerUnclosed: onHeaders((line) => line.replace(numbers, '@@ -$1,$2 +$3,$4').replaceAll(/,(?= |$)/g, ',1')),
  headerNoHeading: onHeaders((line) => line.replace(numbers, (all: string) => all.slice(0, all.indexOf('@@', 2) + 2))),
  headerLetters: onHeaders(() => '@@ -XX,XX +XX,XX @@'),
  headerTrailingSpace: onHeaders((line) => `${line}   `),
  contextLostSpace: onContext((line) => line.slice(1)),
  contextLostSpaceSome: onContext((line, random) => (random() < 0.3 ? line.slice(1) : line)),
  contextLostSpaceFirst: onHunks((hunk) =>
    hunk.map((line, at) => (at === 1 && isContext(line) ? line.slice(1) : line)),
  ),
  blankContextEmpty: onContext((line) => (line.trim() === '' ? '' : line)),
  contextTrailingLost: onContext((line) => ` ${line.slice(1).trimEnd()}`),
  contextTrailingGained: onContext((line, random) => (random() < 0.5 ? `${line}  ` : line)),
  contextTabsToSpaces: onContext((line) => ` ${line.slice(1).replaceAll('\t', '    ')}`),
  contextSpacesToTabs: onContext(
    (line) => ` ${line.slice(1).replace(/^(?: {2})+/, (run) => '\t'.repeat(run.length / 2))}`,
  ),
  contextCurlyQuotes: onContext((line) => line.replace(/"([^"]*)"/g, '\u201c$1\u201d').replaceAll("'", '\u2019')),
  contextNoBreakSpace: onContext((line) => ` ${line.slice(1).replace(/(\S) (\S)/, '$1\u00a0$2')}`),
  contextDashes: onContext((line) => ` ${line.slice(1).replace(/(\w)-(\w)/g, '$1\u2013$2')}`),
  contextOne: onHunks((hunk) => withContext(hunk, 1, 1)),
  contextTwo: onHunks((hunk) => withContext(hunk, 2, 2)),
  contextNoneBelow: onHunks((hunk) => withContext(hunk, 3, 0)),
  contextNoneAbove: onHunks((hunk) => withContext(hunk, 0, 3)),
  hunkIndentedMore: onUpdates((patch) =>
    mapLines(patch, (line, inHunk) => (inHunk && /^[ +-]./.test(line) ? `${line[0] ?? ''}  ${line.slice(1)}` : line)),
  ),
  hunkIndentedLess: onUpdates(
    onHunks((hunk) =>
      hunk.slice(1).every((line) => /^(?:[ +-](?: {2}|$)|\\)/.test(line))
        ? hunk.map((line, at) => (at > 0 && /^[ +-] {2}/.test(line) ? `${line[0] ?? ''}${line.slice(3)}` : line))
        : hunk,
    ),
  ),
  hunkTabsToSpaces: onUpdates((patch) =>
    mapLines(patch, (line, inHunk) =>
      inHunk ? `${line[0] ?? ''}${line.slice(1).replace(/^\t+/, (run) => ' '.repeat(4 * run.length))}` : line,
    ),
  ),
  hunksReversed: (patch) => join(split(patch).map(({ head, hunks }) => ({ head, hunks: hunks.toReversed() }))),
  hunksBlankBetween: onHunks((hunk) => [...hunk, '']),
  hunksTwoBlankBetween: onHunks((hunk) => [...hunk, '', '']),
  hunksProseBetween: onHunks((hunk) => [...hunk, '', 'Then change this:', '']),
  filesRepeated: (patch) =>
    join(split(patch).map(({ head, hunks }) => ({ head: [], hunks: hunks.map((hunk) => [...head, ...hunk]) }))),
  fenced: (patch) => `\`\`\`diff\n${patch}\`\`\`\n`,
  fencedPlain: (patch) => `\`\`\`\n${patch}\`\`\``,
  fencedTildes: (patch) => `~~~patch\n${patch}~~~\n`,
  fencedProse: (patch) =>
    `Here is the change you asked for:\n\n\`\`\`diff\n${patch}\`\`\`\n\nIt does this:\n- keeps the behaviour\n- adds a check\n`,
  fencedEachFile: (patch) =>
    split(patch)
      .map((file) => `Next file:\n\n\`\`\`diff\n${join([file])}\`\`\`\n`)
      .join('\n'),
  fencedOpenOnly: (patch) => `\`\`\`diff\n${patch}`,
  proseBefore: (patch) => `Sure! I will apply these changes - see below.\n\n${patch}`,
  proseAfter: (patch) => `${patch}\nThis fixes the problem. Let me know if more is needed.\n`,
  proseAfterList: (patch) => `${patch}\nSummary:\n- fixed the problem\n- nothing else\n`,
  heredoc: (patch) => `apply_patch <<'EOF'\n${patch}EOF\n`,
  heredocGit: (patch) => `git apply - <<PATCH\n${patch}PATCH`,
  wrappedBeginEnd: (patch) => `*** Begin Patch\n${patch}*** End Patch\n`,
  mailed: (patch) =>
    `From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\nFrom: A <a@b.c>\nDate: Mon, 1 Jan 2024 00:00:00 +0000\nSubject: [PATCH] Change\n\n---\n file | 2 +-\n 1 file changed\n\n${patch}-- \n2.39.5\n\n`,
  indented: (patch) => patch.replace(/^(?=.)/gm, '    '),
  indentedTab: (patch) => patch.replace(/^(?=.)/gm, '\t'),
  quoted: (patch) => patch.replace(/(?<=^|\n)(?=[^]|$)/g, '> ').replace(/> $/, ''),
  noFinalNewline: (patch) => patch.trimEnd(),
  markOfBytes: (patch) => `\ufeff${patch}`,
  crlf: (patch) => patch.replaceAll('\n', '\r\n'),
  crlfHalf: (patch, random) => patch.replace(/\n/g, () => (random() < 0.5 ? '\r\n' : '\n')),
  crlfBody: onUpdates((patch) => mapLines(patch, (line, inHunk) => (inHunk ? `${line}\r` : line))),
  escapedHtml: escapeHtml,
  escapedHtmlBody: (patch) => mapLines(patch, (line, inHunk) => (inHunk ? escapeHtml(line) : line)),
  escapedJson: (patch) => JSON.stringify(patch).slice(1, -1),
  escapedJsonString: (patch) => JSON.stringify(patch),
  escapedJsonCall: (patch) => JSON.stringify({ explanation: 'change', patch }),
  escapedQuotes: (patch) => mapLines(patch, (line, inHunk) => (inHunk ? line.replaceAll('"', '\\"') : line)),
  coloured: (patch) =>
    mapLines(patch, (line, inHunk) =>
      inHunk && line.startsWith('+')
        ? `\x1b[32m${line}\x1b[m`
        : inHunk && line.startsWith('-')
          ? `\x1b[31m${line}\x1b[m`
          : inHunk
            ? line
            : `\x1b[1m${line}\x1b[m`,
    ),
  gitLineLost: onHead((line) =>
    /^(?:diff --git|index|new file|deleted file|old mode|new mode|similarity|rename|copy)/.test(line) ? [] : line,
  ),
  indexLost: onHead((line) => (line.startsWith('index ') ? [] : line)),
  indexInvented: onHead((line) =>
    line.startsWith('index ') ? line.replace(/^index \w+\.\.\w+/, 'index 1234567..89abcde') : line,
  ),
  fileLinesLost: onHead((line) => (/^(?:---|\+\+\+) /.test(line) ? [] : line)),
  oldLineLost: onHead((line) => (/^(?:---|diff|index) /.test(line) ? [] : line)),
  newLineLost: onHead((line) => (/^(?:\+\+\+|diff|index) /.test(line) ? [] : line)),
  prefixLost: onHead((line) =>
    line.replace(/^(---|\+\+\+) [ab]\//, '$1 ').replace(/^diff --git a\/(.*) b\//, 'diff --git $1 '),
  ),
  prefixOdd: onHead((line) =>
    line
      .replace(/^--- a\//, '--- old/')
      .replace(/^\+\+\+ b\//, '+++ new/')
      .replace(/^diff --git a\/(.*) b\//, 'diff --git old/$1 new/'),
  ),
  prefixSame: onHead((line) =>
    line.replace(/^\+\+\+ b\//, '+++ a/').replace(/^diff --git a\/(.*) b\//, 'diff --git a/$1 a/'),
  ),
  prefixOneSide: onHead((line) =>
    line
      .replace(/^--- a\//, '--- ')
      .replace(/^diff .*\n?/, 'diff')
      .replace(/^index.*/, 'index'),
  ),
  prefixDot: onHead((line) => line.replace(/^(---|\+\+\+) [ab]\//, '$1 ./').replace(/^diff --git .*/, 'diff')),
  prefixDeep: onUpdates(
    onHead((line) =>
      line.replace(/^(---|\+\+\+) ([ab])\//, '$1 $2/home/me/project/').replace(/^diff --git .*/, 'diff'),
    ),
  ),
  timeStamps: onHead((line) => line.replace(/^((?:---|\+\+\+) .*)$/, '$1\t2024-03-01 12:00:00.000000000 +0000')),
  timeStampsSpaces: onHead((line) => line.replace(/^((?:---|\+\+\+) .*)$/, '$1 2024-03-01 12:00:00')),
  pathsQuoted: onHead((line) => line.replace(/^(---|\+\+\+) (.*)$/, '$1 "$2"')),
  pathsTicked: onHead((line) => line.replace(/^(---|\+\+\+) (.*)$/, '$1 `$2`').replace(/^diff --git .*/, 'diff')),
  blankInHead: onHead((line) => (line.startsWith('--- ') ? ['', line] : line)),
  blankAfterHead: onHead((line) => (line.startsWith('+++ ') ? [line, ''] : line)),
  subversion: onHead((line) =>
    line.startsWith('diff --git')
      ? [`Index: ${/ b\/(.*)$/.exec(line)?.[1] ?? ''}`, '='.repeat(67)]
      : line.startsWith('index ')
        ? []
        : line,
  ),
  noNewlineLost: (patch) => mapLines(patch, (line) => (line.startsWith('\\ ') ? [] : line)),
  noNewlineBare: (patch) => mapLines(patch, (line) => (line.startsWith('\\ ') ? line.slice(2) : line)),
};
