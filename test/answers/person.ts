import { phrase } from '../../src/core/wording/phrase.ts';
import { toToolError, type ToolError } from '../../src/core/wording/errors.ts';
import { multiEdit } from '../../src/tools/change/edit/multiEdit.ts';
import { writeFile } from '../../src/tools/change/writeFile.ts';
import type { World } from '../../src/tools/ports/world.ts';
import { entryLostError, overwrittenError, partlyRolledBackError } from '../../src/vscode/apply/applier.ts';
import type { MemoryWorld } from '../tools/memoryWorld.ts';
import { parseRules } from '../../src/core/rules/parse/rule.ts';
import { oneRule, ruled, type Example, type Section } from './example.ts';

const steep = { filePath: 'docs/steep.md', content: '# Steep\n' };
const green = { filePath: 'src/app.ts', oldString: 'brew("green", 2)', newString: 'brew("green", 3)' };
const both = { edits: [green, { filePath: 'README.md', oldString: 'How long', newString: 'For how long' }] };

const says = (reason?: string) => (world: MemoryWorld) => {
  world.decide = () => ({ approved: false, ...(reason === undefined ? {} : { reason }) });
};

/** The person leaves out the first so many changes of a call. */
const leavingOut = (count: number, reason?: string) => (world: MemoryWorld) => {
  world.decide = ({ changes }) => ({
    approved: true,
    changes: changes.slice(count),
    amended: false,
    excludedPaths: changes
      .slice(0, count)
      .map(({ at }) => ({ path: at.path, ...(reason === undefined ? {} : { reason }) })),
  });
};

/** The person writes another text than the one that was proposed. */
const amending = (text: string) => (world: MemoryWorld) => {
  world.decide = async ({ changes }) => {
    const after = await world.encode(text);
    const amended = changes.map((change) => (change.kind === 'update' ? { ...change, after } : change));
    return { approved: true, changes: amended, amended: true, excludedPaths: [] };
  };
};

/** A failure while the files are written. */
function failing(code: string): NonNullable<Example['world']> {
  const cause = Object.assign(new Error(code), { code });
  return () => ({
    applier: { apply: () => Promise.reject(toToolError(cause, phrase('"{0}"', phrase('Create {0}', steep.filePath)))) },
  });
}

type Applied = World['applier']['apply'];
const applying = (apply: (...changes: Parameters<Applied>[0]) => ToolError): NonNullable<Example['world']> => {
  return () => ({ applier: { apply: (changes) => Promise.reject(apply(...changes)) } });
};

const approved: readonly Example[] = [
  { title: 'Created', input: steep },
  { title: 'Overwritten', input: { filePath: 'README.md', content: '# Green tea\n' } },
  { title: 'Appended', input: { filePath: 'README.md', content: 'And milk.\n', mode: 'append' } },
  {
    title: 'A placeholder for omitted text',
    input: { filePath: 'README.md', content: '# Tea\n\n... rest unchanged ...\n' },
  },
  { title: 'The same content', input: { filePath: 'README.md', content: '# Tea\n\nHow long tea is brewed.\n' } },
  { title: 'Already there', input: { filePath: 'README.md', content: '', mode: 'create' } },
  {
    title: 'Larger than a call may write',
    input: { filePath: 'big.txt', content: 'x'.repeat(2 ** 20 + 1) },
    world: () => ({ maxWrittenBytes: () => 2 ** 20 }),
  },
];

const refused: readonly Example[] = [
  { title: 'Rejected', input: steep, before: says() },
  { title: 'Rejected, with a reason', input: steep, before: says('use German only in docs') },
  { title: "A rule of the user's", input: steep, world: () => oneRule('deny', 'docs/**') },
  { title: 'Changes are turned off', input: steep, world: () => ruled({ writesEnabled: false }) },
  { title: 'An untrusted workspace', input: steep, world: () => ruled({ trusted: false }) },
  {
    title: 'A setting that cannot be used',
    input: steep,
    world: () => ruled({ userRules: parseRules('x', 'redline.rules') }),
  },
];

const planned: readonly Example[] = [
  { title: 'It would ask', input: { ...steep, dryRun: true }, world: () => ruled({}) },
  { title: 'A rule asks', input: { ...steep, dryRun: true }, world: () => oneRule('ask', '**') },
  { title: 'A rule allows', input: { ...steep, dryRun: true }, world: () => oneRule('allow', '**') },
  { title: 'A rule forbids', input: { ...steep, dryRun: true }, world: () => oneRule('deny', '**') },
  { title: 'Protected', input: { ...steep, filePath: '.env', dryRun: true }, world: () => ruled({}) },
];

const failed: readonly Example[] = [
  { title: 'The disk is full', input: steep, world: failing('ENOSPC') },
  { title: 'The file system forbids it', input: steep, world: failing('EACCES') },
  { title: 'Another program has it open', input: steep, world: failing('EBUSY') },
  { title: 'An unexpected failure', input: steep, world: failing('EIO') },
  { title: 'It failed halfway', input: steep, world: applying((...all) => partlyRolledBackError(all, undefined)) },
  {
    title: 'Another program wrote to it',
    input: steep,
    world: applying((...all) => overwrittenError(all, undefined, false)),
  },
  {
    title: 'Saving changed it further',
    input: steep,
    world: applying((...all) => overwrittenError(all, undefined, true)),
  },
  { title: 'The history lost track of it', input: steep, world: applying(() => entryLostError()) },
];

const chosen: readonly Example[] = [
  { title: 'One change excluded', input: both, before: leavingOut(1) },
  { title: 'One change excluded, with a reason', input: both, before: leavingOut(1, 'leave the source alone') },
  { title: 'Every change excluded', input: both, before: leavingOut(2, 'not now') },
  {
    title: 'Amended',
    input: { edits: both.edits.slice(1) },
    before: amending('# Tea\n\nHow long each tea is brewed.\n'),
  },
  {
    title: 'Unsaved edits are kept, and there is a new problem',
    input: both,
    world: ({ applier }) => ({
      applier: {
        apply: async (...call) => ({ ...(await applier.apply(...call)), unsaved: ['README.md'] }),
      },
      diagnostics: { watch: () => ({ newProblems: async () => ['src/app.ts:3: error: Expected 2 arguments.'] }) },
    }),
  },
];

export const personSections: readonly Section[] = [
  { tool: writeFile, examples: approved },
  { tool: writeFile, heading: 'What the person or a rule refuses', examples: refused },
  { tool: multiEdit, heading: 'What the person chooses', examples: chosen },
  { tool: writeFile, heading: 'Dry runs', examples: planned },
  { tool: writeFile, heading: 'What can fail during writing', examples: failed },
];
