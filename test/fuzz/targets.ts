import assert from 'node:assert/strict';
import { decodeUtf16, decodeUtf8, encodeUtf16, encodeUtf8, hasLoneSurrogate } from '../../src/core/text/encoding.ts';
import { ToolError } from '../../src/core/wording/errors.ts';
import { compileGlob } from '../../src/core/pattern/glob.ts';
import { readIgnoreRules } from '../../src/core/pattern/ignoreRules.ts';
import { indexRules } from '../../src/core/pattern/ruleIndex.ts';
import { runSync } from '../../src/core/async/yielding.ts';
import { journalEntrySchema } from '../../src/core/journal/journalEntry.ts';
import { loadChange } from '../../src/core/journal/storedChange.ts';
import { merge3 } from '../../src/core/diff/merge.ts';
import { parsePatch } from '../../src/core/patch/parse/parse.ts';
import { planPatch } from '../../src/core/patch/files/planPatch.ts';
import { resolvePath } from '../core/path/resolvePath.ts';
import { replace } from '../../src/core/replace/replace.ts';
import { parseRegex } from '../../src/core/search/regex/parse.ts';
import { compileProgram } from '../../src/core/search/regex/program.ts';
import { createScanner } from '../../src/core/search/regex/scanner.ts';
import { applyEdits } from '../../src/core/text/text.ts';
import { isPartialWrite } from '../../src/core/journal/partialWrite.ts';
import type { Change } from '../../src/core/change/change.ts';
import { invertCall } from '../../src/core/change/inverse.ts';
import { applyPatch } from '../../src/tools/change/applyPatch.ts';
import { runTool } from '../../src/tools/pipeline/run.ts';
import { MemoryWorld } from '../tools/memoryWorld.ts';
import { posix, windows } from '../core/path/workspaces.ts';
import { afterOutcomes, memoryWorkspace, type Tree } from '../core/patch/memoryWorkspace.ts';

/**
 * A part of the core under fuzzing: a function of a few strings. It returns what happened, in a word, so that inputs with
 * new outcomes are kept; it throws where a promise is broken. A ToolError is an outcome like any other.
 */
export type Target = (parts: readonly string[]) => string | Promise<string>;

/** The path of the one file that patches are aimed at. */
export const patched = 'src/a.txt';

/** A file and a patch: the edits make the text, and nothing is thrown but a ToolError. */
const patch: Target = async ([text = '', words = '']) => {
  const tree: Tree = { [patched]: text };
  const outcomes = await planPatch(parsePatch(words), memoryWorkspace(tree));
  for (const outcome of outcomes) {
    if (outcome.action !== 'update' || outcome.before.kind !== 'text' || outcome.edits === undefined) continue;
    const body = outcome.after;
    assert.ok(body.kind === 'text');
    assert.equal(applyEdits(outcome.before.text, outcome.edits), body.text);
    if (outcome.unchanged) assert.equal(body.text, outcome.before.text);
    const editsOfHunks = new Set(outcome.hunks.flatMap(({ edits }) => edits));
    assert.deepEqual(editsOfHunks, new Set(outcome.editSteps?.flat()));
  }
  afterOutcomes(tree, outcomes);
  return outcomes
    .map(
      ({ action, hunks }) =>
        `${action} ${hunks
          .map(({ tier, alreadyApplied }) => `${tier}${alreadyApplied ? '!' : ''}`)
          .sort()
          .join()}`,
    )
    .join(';');
};

/** A text, what to replace in it, and with what: bytes outside the edited ranges stay, and the edits make the text. */
const edit: Target = ([text = '', oldString = '', newString = '']) => {
  for (const replaceAll of [true, false]) {
    const done = replace(text, { oldString, newString, replaceAll });
    const after = applyEdits(text, done.edits);
    let [from, to] = [0, 0];
    for (const { start, end, text: put } of done.edits) {
      assert.equal(after.slice(to, to + start - from), text.slice(from, start));
      to += start - from + put.length;
      from = end;
    }
    assert.equal(after.slice(to), text.slice(from));
    if (!replaceAll) return `${done.tier} ${done.edits.length > 1}`;
  }
  return 'none';
};

const merge: Target = ([base = '', ours = '', theirs = '']) => {
  const merged = merge3(base, ours, theirs);
  assert.equal(merge3(base, theirs, ours), merged);
  assert.equal(merge3(base, ours, base), ours);
  assert.equal(merge3(base, base, theirs), theirs);
  return merged === undefined ? 'conflict' : 'merged';
};

const encoding: Target = ([text = '']) => {
  if (hasLoneSurrogate(text)) return 'lone surrogate';
  const bytes = encodeUtf8(text);
  assert.deepEqual(bytes, new TextEncoder().encode(text));
  assert.deepEqual(decodeUtf8(bytes), { ...decodeUtf8(bytes), text });
  for (const name of ['utf16le', 'utf16be'] as const)
    assert.equal(decodeUtf16(encodeUtf16(text, name), name).text, text);
  const raw = Uint8Array.from(text, (unit) => unit.charCodeAt(0) & 255);
  const { text: read, errors } = decodeUtf8(raw);
  assert.deepEqual(encodeUtf8(read), raw);
  return errors === 0 ? 'sound' : 'kept';
};

const path: Target = ([asked = '']) => {
  for (const context of [posix, windows]) {
    const { relative } = resolvePath(asked, context);
    assert.ok(!relative.split('/').includes('..'), relative);
    assert.ok(!relative.startsWith('/') && !relative.includes('\0'), relative);
  }
  return 'inside';
};

const glob: Target = ([pattern = '', name = '']) => `${compileGlob(pattern).matches(name)}`;

const ignore: Target = ([rules = '', name = '']) => {
  const match = runSync(indexRules(readIgnoreRules(rules, 'exact'), 'exact'))(name, false);
  return match === undefined ? 'none' : `${match.isNegated}`;
};

const regex: Target = ([source = '', text = '']) => {
  const search = createScanner(compileProgram(parseRegex(source, { ignoreCase: false, dotAll: false })), text);
  let found = 0;
  for (let turns = 0; turns < 5000; turns++) {
    const next = search.next(1000);
    if (next === undefined) return `${Math.min(3, found)}`;
    if (next === 'pause') continue;
    assert.ok(next.start >= 0 && next.end >= next.start && next.end <= text.length);
    found++;
  }
  return assert.fail('the search does not end');
};

/** A journal read back: any text is an entry or none, and no entry makes a change of what it does not name. */
const journal: Target = async ([text = '']) => {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'no JSON';
  }
  const read = journalEntrySchema.safeParse(value);
  if (!read.success) return 'no entry';
  for (const stored of read.data.changes) {
    const change = await loadChange(
      stored,
      () => Promise.resolve(new Uint8Array()),
      () => Promise.resolve(''),
    );
    assert.equal(change.kind, stored.kind);
    assert.equal(change.at.uri, stored.at.uri);
  }
  return `entry ${read.data.changes.map(({ kind }) => kind).join()}`;
};

/**
 * Recovery: a file that was cut off at any page while it was written, or put back, is known as torn; one that was emptied,
 * or has a byte of somebody else, is not.
 */
const recovery: Target = ([old = '', fresh = '', foreign = '']) => {
  // A few pages and a piece of one: each letter stands for the 512 that it is repeated.
  const [before, after] = [old, fresh].map((text) => Buffer.from(text.slice(0, 30).replace(/./gsu, '$&'.repeat(512))));
  assert.ok(before !== undefined && after !== undefined);
  const cutOff = (from: Buffer, to: Buffer): Buffer[] =>
    [...Array.from({ length: Math.floor(to.length / 4096) + 1 }, (_, at) => at * 4096), to.length].map((at) =>
      Buffer.concat([to.subarray(0, at), from.subarray(at)]),
    );
  const torn = cutOff(before, after).flatMap((state) => [state, ...cutOff(state, before)]);
  // Within one page, a mixture may be the choice of a person.
  const isOnePage = Math.max(before.length, after.length) <= 4096;
  const partial = isOnePage ? [before, after] : [...torn, ...cutOff(after, before)];
  for (const each of partial) assert.ok(isPartialWrite(each, before, after));
  const least = Math.min(before.length, after.length);
  if (least > 0) assert.ok(!isPartialWrite(before.subarray(0, least - 1), before, after));
  const found = Buffer.from(foreign.slice(0, 60));
  const isOthers = [...found].some((byte, at) => byte !== before[at] && byte !== after[at]);
  if (isOthers) assert.ok(!isPartialWrite(found, before, after));
  return `${isPartialWrite(found, before, after)} ${before.length < after.length}`;
};

/** The whole pipeline: what was reviewed is what is written, and the inverse of it leaves the world as it was. */
const tools: Target = async ([text = '', words = '']) => {
  const world = new MemoryWorld({ [patched]: text, 'b.txt': 'b\n' });
  const before = new Map(world.files);
  const outcome = await runTool(applyPatch, { patchText: words }, world.call, world.world());
  const changes = world.asked[0]?.changes ?? [];
  if (!outcome.ok || changes.length === 0) {
    assert.deepEqual(world.files, before);
    return outcome.ok ? 'nothing' : outcome.error.code;
  }
  assert.deepEqual(world.files, played(before, changes));
  assert.deepEqual(played(world.files, invertCall(changes)), before);
  return changes.map(({ kind }) => kind).join();
};

function played(files: ReadonlyMap<string, Uint8Array>, changes: readonly Change[]): Map<string, Uint8Array> {
  const after = new Map(files);
  for (const change of changes) {
    if (change.kind === 'move') after.delete(change.from.path);
    if (change.kind === 'delete') after.delete(change.at.path);
    const made = change.kind === 'createDirectory' || change.kind === 'delete' ? undefined : change.after;
    if (made?.kind === 'text' || made?.kind === 'binary') after.set(change.at.path, made.bytes);
  }
  return after;
}

export const targets: Readonly<Record<string, Target>> = {
  patch,
  tools,
  edit,
  merge,
  encoding,
  path,
  glob,
  ignore,
  regex,
  journal,
  recovery,
};

/** What a target does with an input: its word, or the code of its refusal. */
export async function outcomeOf(target: Target, parts: readonly string[]): Promise<string> {
  try {
    return await target(parts);
  } catch (error) {
    if (error instanceof ToolError)
      // What a message ends with is advice, and quotes no input.
      return error.code + error.message.slice(-30).replace(/\d+/g, '');
    throw error;
  }
}
