import assert from 'node:assert/strict';
import { parse as parseToml } from 'smol-toml';
import {
  connectableAgents,
  settingsFilesOf,
  type Connection,
  type LocatedFile,
} from '../../../src/core/connect/agentSettings.ts';
import { connectText, disconnectText } from '../../../src/core/connect/connectText.ts';
import { holdableAgents, holdFiles } from '../../../src/core/connect/holdSettings.ts';
import {
  isRecord,
  isSameJson,
  parseJsonSettings,
  valueOf,
  type Json,
} from '../../../src/core/connect/json/jsonNodes.ts';
import { SettingsError } from '../../../src/core/connect/settingsError.ts';
import { splitStatements } from '../../../src/core/connect/toml/tomlText.ts';
import { numbersFrom } from '../../random.ts';
import { jsonText, tomlText } from './randomSettings.ts';

const connection: Connection = {
  level: 'user',
  folder: '/home/me/p',
  launcher: '/home/me/.redline/bin/redline',
  windows: false,
  plugin: '',
};
const all: readonly LocatedFile[] = [
  ...connectableAgents.flatMap((agent) => [
    ...settingsFilesOf(agent, connection),
    ...settingsFilesOf(agent, { ...connection, level: 'workspace' }),
  ]),
  ...holdableAgents.flatMap((agent) => holdFiles(agent, { folder: '/home/me/p', writable: ['out'] })),
];

/** What a person has written is there, in its order. */
function assertKept(text: string, made: string): void {
  let at = 0;
  for (const character of made) if (character === text[at]) at++;
  assert.equal(at, text.length, `lost from: ${text.slice(at)}`);
  const [had, has] = [text, made].map((each) => [/\r\n/.test(each), /(?<!\r)\n/.test(each)]);
  if (text.includes('\n')) assert.deepEqual(has, had, 'line endings');
}

/** Whether all of a value is in another: members by name, items at the start of a list. */
function isWithin(value: unknown, other: unknown): boolean {
  if (Array.isArray(value)) return Array.isArray(other) && value.every((item, index) => isSameJson(item, other[index]));
  if (!isRecord(value) || !isRecord(other)) return isSameJson(value, other);
  return Object.keys(value).every((name) => Object.hasOwn(other, name) && isWithin(value[name], other[name]));
}

/** A value without the lists and objects that are empty. */
function filled(value: Json): Json {
  if (Array.isArray(value)) return value.map(filled);
  if (!isRecord(value)) return value;
  const members = Object.entries<Json>(value).map(([name, each]) => [name, filled(each)] as const);
  return Object.fromEntries(
    members.filter(([, each]) => typeof each !== 'object' || each === null || Object.keys(each).length > 0),
  );
}

/** The text with Redline's entries; undefined where it is refused with words, because something else stands in the place. */
function connected(text: string, file: LocatedFile): string | undefined {
  try {
    return connectText(text, file);
  } catch (cause) {
    assert.ok(cause instanceof SettingsError, String(cause));
    assert.match(cause.message, /already has another value/);
    return undefined;
  }
}

function json(text: string): Json {
  return valueOf(parseJsonSettings(text));
}

describe('settings files that are drawn', () => {
  const cases = 800;

  it('of JSON keep what is in them, are connected once, and are disconnected to the byte', () => {
    const files = all.filter(({ format }) => format === 'json');
    let [made, exact] = [0, 0];
    for (let seed = 1; seed <= cases; seed++) {
      const draw = numbersFrom(seed);
      const file = files[draw(files.length)];
      assert.ok(file?.format === 'json');
      const text = jsonText(draw, ['hooks', ...file.entries.flatMap(({ path }) => path)]);
      const before = json(text);
      const after = connected(text, file);
      if (after === undefined) continue;
      made++;
      assert.ok(isWithin(before, json(after)), `${seed}: ${text}`);
      assertKept(text, after);
      assert.equal(connectText(after, file), after, `twice, ${seed}`);
      const left = disconnectText(after, file) ?? '';
      if (left === text) exact++;
      else assert.deepEqual(filled(json(left)), filled(before), `${seed}: ${text}`);
      assert.deepEqual(json(disconnectText(after, file, text) ?? ''), before, `with what was before, ${seed}: ${text}`);
      const rewritten = JSON.stringify(JSON.parse(JSON.stringify(json(after))), undefined, draw(2) * 3);
      assert.deepEqual(filled(json(disconnectText(rewritten, file) ?? '')), filled(before), `rewritten, ${seed}`);
    }
    assert.ok(made > cases / 2 && exact > made / 2, `${made} were connected, ${exact} disconnected to the byte`);
  });

  it('of TOML keep what is in them, are connected once, and are disconnected to the byte', () => {
    const files = all.filter(({ format }) => format === 'toml');
    for (let seed = 1; seed <= cases; seed++) {
      const draw = numbersFrom(seed);
      const file = files[draw(files.length)];
      assert.ok(file !== undefined);
      const text = tomlText(draw);
      const parts = splitStatements(text).map((statement) => statement.text);
      assert.equal(parts.join(''), text);
      const after = connectText(text, file);
      const values = [text, after].map((each) => plain(parseToml(each, { integersAsBigInt: 'asNeeded' })));
      assert.ok(isWithin(values[0], values[1]), `${seed}: ${text}`);
      assertKept(text, after);
      assert.equal(connectText(after, file), after, `twice, ${seed}`);
      if (text.trim() !== '') assert.equal(disconnectText(after, file), text, `${seed}`);
    }
  });
});

function plain(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (_, each: unknown) => (typeof each === 'bigint' ? String(each) : each)));
}
