// Defines the decision tables that place hunks. `narrowPositions` applies the first one, and `decide` evaluates the
// others. `npm run patches` generates docs/patches.md from them, so code and documentation cannot differ. A "place" in
// these texts is a position in the code; "the expected line" is the header's line moved by an expected offset.
import type { DecisionTable, NarrowingTable } from './decide.ts';

/** Applied by `narrowPositions`: all rows in order, twice, since a hunk that one row places is evidence for others. */
export const severalPlaces: NarrowingTable<
  'endsFile' | 'inNamedBlock' | 'belowPrevious' | 'aboveNext' | 'onExpectedLine' | 'atFileEdge' | 'inRun'
> = {
  question: 'The file holds the lines of a hunk more than once: which places remain?',
  evidence: {
    endsFile: '`*** End of File` follows the hunk, and the place ends the file',
    inNamedBlock: 'the place is in the block that the `@@` anchor names, or under the section heading of the header',
    belowPrevious:
      'the hunks that have one place are in the order of the patch, and the place is below the hunk before',
    aboveNext: 'the hunks that have one place are in the order of the patch, and the place is above the hunk after',
    onExpectedLine: 'the place is on the expected line',
    atFileEdge:
      'the context is shorter on the side of an end of the file (at its last, after three lines above), and the place is at that end',
    inRun: 'equal hunks follow one another, as many as there are places, and the place is the one of this number',
  },
  verdicts: {
    keep: 'keep the places with this evidence, if there are any',
    keepOne: 'keep the place with this evidence, if it is the only one',
  },
  rows: [
    { evidence: 'endsFile', verdict: 'keep', example: '`}` twice, `*** End of File` below the hunk: the last `}`' },
    { evidence: 'inNamedBlock', verdict: 'keep', example: '`pass` in `f` and in `g`, `@@ def g():`: the one in `g`' },
    {
      evidence: 'belowPrevious',
      verdict: 'keep',
      example: '`x` above and below `m`, hunks for `m` and `x`: the lower `x`',
    },
    {
      evidence: 'aboveNext',
      verdict: 'keep',
      example: '`x` above and below `n`, hunks for `x` and `n`: the upper `x`',
    },
    { evidence: 'onExpectedLine', verdict: 'keepOne', example: '`x` in lines 1 and 3, `@@ -3 +3 @@`: line 3' },
    {
      evidence: 'atFileEdge',
      verdict: 'keep',
      example: '`a` `b` `}` twice, a hunk that adds below ` }` and ends: the last `}`',
    },
    {
      evidence: 'inRun',
      verdict: 'keep',
      example: '`x` twice, a hunk makes it `1` and the next one `2`: `1`, then `2`',
    },
  ],
};

/** All but `accept` refuse a match: each is a reason, and has its own error message. */
export type OnlyMatchVerdict = 'accept' | 'aboveAnchor' | 'outsideAnchorBlock' | 'fileChanged';

/** Applied by `judgeOnlyMatch`. */
export const onePlace: DecisionTable<
  'isBase' | 'aboveItsAnchor' | 'outsideItsBlock' | 'hasNumbers' | 'leftFileEdge' | 'hasRivalOnExpectedLine',
  OnlyMatchVerdict
> = {
  question: 'The file holds the lines of a hunk once: is that place the one that is meant?',
  evidence: {
    isBase: 'the `index` line names the file as it is',
    aboveItsAnchor:
      'the line that the `@@` anchor or the section heading names is in the file once, and below the place',
    outsideItsBlock:
      'only the result is there, with no word of context, and not in the block that the `@@` anchor names, or under the heading',
    hasNumbers: 'the header has line numbers',
    leftFileEdge: 'the file has changed, and the hunk, with context on one side only, is not at that end of the file',
    hasRivalOnExpectedLine:
      'a change of the hunk with its nearest context also fits the line of the header or the expected line',
  },
  verdicts: { accept: 'accept the place', aboveAnchor: 'refuse', outsideAnchorBlock: 'refuse', fileChanged: 'refuse' },
  rows: [
    { yes: ['isBase'], verdict: 'accept', example: 'the blob name is that of the file: the patch was made from it' },
    {
      yes: ['aboveItsAnchor'],
      verdict: 'aboveAnchor',
      example: '`@@ def g():`, and its `return 1` is only in `f`, above `g`',
    },
    {
      yes: ['outsideItsBlock'],
      verdict: 'outsideAnchorBlock',
      example: '`@@ def f():` makes `x` `return 1`, which is only in `g`, below `f`',
    },
    { yes: [], no: ['hasNumbers'], verdict: 'accept', example: '`@@` alone: nothing speaks for another place' },
    {
      yes: ['leftFileEdge'],
      verdict: 'fileChanged',
      example: 'the hunk adds below the last line, which has lines below it now',
    },
    {
      yes: ['hasRivalOnExpectedLine'],
      verdict: 'fileChanged',
      example: '`@@ -2` fits line 40 alone, its removed line also line 2',
    },
    { yes: [], verdict: 'accept', example: '`@@ -2` fits line 5 alone, and line 2 has nothing of it: line 5' },
  ],
};

/** Applied by `chooseCandidate` to each block of a hunk that matches nowhere as a whole. */
export const changedContext: DecisionTable<
  | 'contradicted'
  | 'oneConfirmed'
  | 'noneConfirmed'
  | 'oneUnderHeading'
  | 'oneExpected'
  | 'oneRemaining'
  | 'isOnlyOne'
  | 'isRare'
  | 'hasTwoNear'
  | 'hasThreeNear',
  'confirmed' | 'underHeading' | 'expected' | 'remaining' | 'refuse'
> = {
  question:
    'Some context is gone: where do the changed lines belong, each run with the context line above and below it?',
  evidence: {
    contradicted:
      'of a place that is confirmed or under the heading, further context is in the file, but only elsewhere',
    oneConfirmed:
      'one place has a context line that is in the file once, or the end of the file, as far away as in the hunk',
    noneConfirmed: 'no place has that',
    oneUnderHeading: 'one place is under the section heading',
    oneExpected: 'one place is on the expected line, and no other has as much of the context near it',
    oneRemaining: 'one place is left whose further context is not only elsewhere',
    isOnlyOne: 'the lines are nowhere else in the file',
    isRare: 'one of the lines is in the file twice at most, and they are more than punctuation',
    hasTwoNear: 'two lines of further context are near, in order',
    hasThreeNear: 'three lines of further context are near, in order',
  },
  verdicts: {
    confirmed: 'take the place with that line',
    underHeading: 'take the place under the heading',
    expected: 'take the place on the expected line',
    remaining: 'take the place that is left',
    refuse: 'refuse, or look for the result instead of the old lines',
  },
  rows: [
    {
      yes: ['contradicted'],
      verdict: 'refuse',
      example: 'the line above is right, but the one below is in another function',
    },
    {
      yes: ['oneConfirmed'],
      verdict: 'confirmed',
      example: '`return 1;` in ten methods, `two() {` above one of them: that one',
    },
    {
      yes: ['noneConfirmed', 'oneUnderHeading'],
      verdict: 'underHeading',
      example: '`@@ -9 +9 @@ class B`, and its `return 1;` is there once: the one in B',
    },
    {
      yes: ['oneExpected'],
      verdict: 'expected',
      example: '`@@ -40`, and `b`, `g` with `c`, `d` below is there: line 40',
    },
    {
      yes: ['oneRemaining', 'isOnlyOne', 'isRare'],
      verdict: 'remaining',
      example: '`oldName();` is in the file once: there',
    },
    {
      yes: ['oneRemaining', 'isOnlyOne', 'hasThreeNear'],
      verdict: 'remaining',
      example: '`b` once, with `c`, `d`, `e` below it: there',
    },
    {
      yes: ['oneRemaining', 'isRare', 'hasTwoNear'],
      verdict: 'remaining',
      example: '`old();` twice, once above the hunk before: the other',
    },
    { yes: [], verdict: 'refuse', example: '`}` in three places, none of which has more of the context: refused' },
  ],
};

/** Applied by `markApplied` to a hunk whose result, or a copy of its added lines, is also in the file. */
export const perhapsApplied: DecisionTable<
  | 'othersApplied'
  | 'othersUnapplied'
  | 'othersDiffer'
  | 'onlyResultExpected'
  | 'onlyOldExpected'
  | 'bothExpected'
  | 'isAddition'
  | 'namesBase'
  | 'repeatsText'
  | 'contextGone',
  'apply' | 'skip' | 'refuse'
> = {
  question: 'The file holds both the old lines of a hunk and its result: has it been applied already?',
  evidence: {
    othersApplied: 'the other hunks for the file have been applied',
    othersUnapplied: 'the other hunks for the file have not been applied',
    othersDiffer: 'some of the other hunks have been applied, and some have not',
    onlyResultExpected: 'the result is on the expected line, and the old lines are not',
    onlyOldExpected: 'the old lines are on the expected line, and the result is not',
    bothExpected: 'the old lines and the result are on the expected line',
    isAddition: 'the hunk removes nothing, and its result is here',
    namesBase: 'the header has line numbers, or the `index` line names another file',
    repeatsText: 'the hunk removes nothing, its result is here, and what it adds has eight letters',
    contextGone: 'some context of the hunk is gone',
  },
  verdicts: { apply: 'apply', skip: 'already applied', refuse: 'refuse' },
  rows: [
    {
      yes: ['othersApplied', 'onlyOldExpected'],
      verdict: 'refuse',
      example: '`}` is added to `}` `}`; the next hunk is there already',
    },
    {
      yes: ['othersUnapplied', 'onlyResultExpected'],
      verdict: 'refuse',
      example: 'a copy is on the line of the header; the next hunk is still to come',
    },
    {
      yes: ['othersUnapplied', 'repeatsText'],
      no: ['onlyOldExpected'],
      verdict: 'refuse',
      example: '`import b` is added below `import a`, and it is there; the next hunk is still to come',
    },
    { yes: ['othersUnapplied'], verdict: 'apply', example: 'a twin is further down, and the next hunk is to come' },
    { yes: ['onlyOldExpected'], verdict: 'apply', example: '`@@ -8` changes line 8; line 1 looks like its result' },
    {
      yes: ['othersDiffer'],
      no: ['onlyResultExpected'],
      verdict: 'refuse',
      example: 'one hunk of three is applied, one is not, this one may be',
    },
    {
      yes: ['isAddition', 'namesBase'],
      no: ['othersApplied', 'onlyResultExpected', 'bothExpected'],
      verdict: 'refuse',
      example: '`@@ -9` adds `log();` to `log();` in line 20',
    },
    {
      yes: [],
      no: ['othersApplied', 'onlyResultExpected', 'isAddition'],
      verdict: 'apply',
      example: '`@@ -8` replaces `old();`, and what it makes of it is in another method: applied',
    },
    {
      yes: ['contextGone'],
      verdict: 'refuse',
      example: 'the added function is there, but the line below it is another: not proven',
    },
    { yes: [], verdict: 'skip', example: '`@@` adds `import b` below `import a`, and it is there' },
  ],
};
