// Defines the calls of an exported audit log, each one line of JSON, and reads them from the lines of the log.
// `schemas/audit.schema.json` is generated from this file.

import * as z from 'zod/mini';
import { callerName } from '../endpoint/agents.ts';
import { parseJson } from '../endpoint/parseJson.ts';

const textSchema = (description: string) => z.string().check(z.describe(description));
const sha256Schema = (description: string) =>
  z.nullable(z.string().check(z.regex(/^[0-9a-f]{64}$/))).check(z.describe(description));
const countSchema = (description: string) => z.int().check(z.minimum(0), z.describe(description));
const flagSchema = (description: string) => z.boolean().check(z.describe(description));
const actionSchema = z.enum(['allow', 'later', 'ask', 'deny']);
const pathSchema = textSchema(
  'Relative to the workspace folder, after its name if there are several; absolute (a path or a URI) where that is ambiguous, and outside all folders. Hidden characters are escaped.',
);

const changeSchema = z.strictObject({
  kind: z.enum(['create', 'update', 'delete', 'move', 'copy', 'createDirectory']),
  path: pathSchema,
  from: z.optional(textSchema('Where a moved or copied file was.')),
  sha256Before: sha256Schema('SHA-256 of the content before, in hexadecimal; null if there was none.'),
  sha256After: sha256Schema('SHA-256 of the content after; null if there is none.'),
});

const answerSchema = z.strictObject({
  path: z.optional(textSchema('What was to be read; absent if the question was about the changes of the call.')),
  approved: flagSchema('Whether the person agreed.'),
  surface: textSchema('Where the person answered: "editor", "chat", "view", "notification", "approve all" …'),
  amended: z.optional(flagSchema('Whether the person changed what they approved.')),
});

/** Fields that a line of the log and a line of the export have in common. */
const commonFields = {
  time: z
    .string()
    .check(
      z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      z.describe('When the call came, in UTC: 2026-11-23T14:05:09.123Z.'),
    ),
  milliseconds: countSchema('Duration, including the time that the person took to answer.'),
  folders: z
    ._default(z.array(z.string()), [])
    .check(z.describe('URIs of the folders of the window; empty in lines of older versions.')),
  tool: textSchema("The name of the tool of Redline that was called, or that planned what an agent's own tool does."),
  outcome: textSchema('"ok", or the code of the error, such as "REJECTED".'),
  verdict: z.optional(
    z
      .strictObject({
        action: actionSchema.check(z.describe('"later": made at once, and reviewed afterwards.')),
        protected: flagSchema('Whether a protected file is changed.'),
        code: z.optional(textSchema('The code of a denial.')),
        setting: z.optional(textSchema('Where the deciding rule is defined: a setting, or ".redline/policy.json".')),
        agents: z.optional(z.array(z.string()).check(z.describe('The agents that the rule names.'))),
      })
      .check(z.describe("The rules' verdict on the changes.")),
  ),
  reads: z
    ._default(z.array(z.strictObject({ path: pathSchema, verdict: actionSchema })), [])
    .check(z.describe('What was read, at most 100 paths.')),
  moreReads: z.optional(countSchema('Reads that are not listed.')),
  answers: z._default(z.array(answerSchema), []).check(z.describe("The person's answers, in their order.")),
  changes: z
    ._default(z.array(changeSchema), [])
    .check(z.describe('What was written if "applied", else what was planned last; at most 100 paths.')),
  moreChanges: z.optional(countSchema('Changes that are not listed.')),
  applied: z._default(flagSchema('Whether the changes were made.'), false),
};

const callerSchema = z.object({
  agent: z.string(),
  via: z.string(),
  session: z.optional(z.string()),
  turn: z.optional(z.string()),
  toolUse: z.optional(z.string()),
});

/** The exported fields of a line of the log; others are dropped. */
const loggedCallSchema = z.object({
  ...commonFields,
  /** Whether the call came from a chat of the editor. */
  chat: z.boolean(),
  /** Absent in lines of older versions. */
  caller: z.optional(callerSchema),
});

export const exportedCallSchema = z.strictObject({
  version: z.literal(1).check(z.describe('The version of this format.')),
  ...commonFields,
  agent: textSchema(
    'The id of the agent, as rules name it: "codex", "vscode" (the chat), "extension", "user" (the person at the palette).',
  ),
  agentName: textSchema('The name of the agent, as reviews show it.'),
  via: textSchema(
    'How the call came: "chat", "api", "palette", "mcp", "hook", or "unknown" in lines of older versions.',
  ),
  session: z.optional(textSchema("Id of the agent's conversation.")),
  turn: z.optional(textSchema("Id of the agent's turn in it, where the agent tells it.")),
  toolUse: z.optional(textSchema('Id of the call.')),
});
export type ExportedCall = z.infer<typeof exportedCallSchema>;

/** Converts a line of the log to a call of the export; undefined if the line is invalid. */
export function parseExportedCall(line: string): ExportedCall | undefined {
  const { success, data } = loggedCallSchema.safeParse(parseJson(line));
  if (!success) return undefined;
  const { chat, caller = { agent: chat ? 'vscode' : 'extension', via: 'unknown' }, ...rest } = data;
  return { version: 1, ...rest, ...caller, agentName: callerName(caller.agent) };
}

/** The calls of all windows' logs. */
export interface ExportedLog {
  /** Oldest first. */
  readonly calls: readonly ExportedCall[];
  readonly invalidLineCount: number;
}

/** Parses all windows' logs; each text has one call a line. Ignores blank lines. */
export function parseLogs(texts: readonly string[]): ExportedLog {
  const lines = texts.flatMap((text) => text.split('\n')).filter((line) => line.trim() !== '');
  const parsedLines = lines.map(parseExportedCall);
  const calls = parsedLines.filter((call) => call !== undefined);
  return {
    calls: calls.toSorted((a, b) => a.time.localeCompare(b.time)),
    invalidLineCount: parsedLines.length - calls.length,
  };
}

/** The proposed name of an exported log, with the date in the user's time zone. */
export function exportFileName(now: Date): string {
  const [month, day] = [now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, '0'));
  return `redline-audit-${now.getFullYear()}-${month}-${day}.jsonl`;
}
