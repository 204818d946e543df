// Finds what a change would leak: secrets that it writes in plain text, by the token formats of their issuers, and URLs
// of schemas. The editor and its extensions fetch a schema as soon as the file is opened: the request tells the server
// when that happens, and its query can carry content out.
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { lineAt, lineStarts } from '../../text/text.ts';
import { schemasOfMatch, yamlSchemasIn, type FoundSchema } from './yamlSchemas.ts';

/** A secret in a text. */
export interface SecretFinding {
  /** Issuer or kind of the token. */
  readonly issuer: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Token formats by their fixed prefixes and lengths, as documented by the issuers and listed by gitleaks
 * (`config/gitleaks.toml`). Omits formats that hashes, ids and lock files share, such as 32 hexadecimal digits. Prefix
 * and body must have no groups that capture, since `findSecrets` tells the formats apart by their groups.
 */
const tokenFormats: readonly (readonly [issuer: string, prefix: string, body: string])[] = [
  ['AWS', '(?:AKIA|ASIA|ABIA|ACCA)', '[A-Z2-7]{16}'],
  ['Azure', 'AccountKey=', '[A-Za-z0-9+/]{86}=='],
  ['Google', 'AIza', '[\\w-]{35}'],
  ['Google', 'GOCSPX-', '[\\w-]{28}'],
  ['DigitalOcean', 'do[opr]_v1_', '[a-f0-9]{64}'],
  ['Databricks', 'dapi', '[a-f0-9]{32}(?:-\\d)?'],
  ['Heroku', 'HRKU-AA', '[\\w-]{58}'],
  ['Supabase', 'sbp_', '[a-f0-9]{40}'],
  ['PlanetScale', 'pscale_(?:tkn|pw|oauth)_', '[\\w.-]{32,64}'],
  ['HashiCorp Vault', 'hv[sb]\\.', '[\\w-]{90,}'],
  ['Pulumi', 'pul-', '[a-f0-9]{40}'],
  ['Doppler', 'dp\\.pt\\.', '[A-Za-z0-9]{43}'],
  ['GitHub', 'gh[pousr]_', '[A-Za-z0-9]{36}'],
  ['GitHub', 'github_pat_', '\\w{82}'],
  ['GitLab', '(?:glpat|gldt|glrt|glcbt|glptt|glft|glimt|glagent|glsoat|gloas)-', '[\\w-]{20,}'],
  ['Docker', 'dckr_pat_', '[\\w-]{27}'],
  ['npm', 'npm_', '[A-Za-z0-9]{36}'],
  ['PyPI', 'pypi-AgEIcHlwaS5vcmc', '[\\w-]{50,}'],
  ['RubyGems', 'rubygems_', '[a-f0-9]{48}'],
  ['Atlassian', 'ATATT3', '[\\w=-]{186}'],
  ['Anthropic', 'sk-ant-(?:api|admin|oat)\\d\\d-', '[\\w-]{80,}'],
  ['OpenAI', 'sk-(?:proj|svcacct|admin)-', '[\\w-]{20,}T3BlbkFJ[\\w-]{20,}'],
  ['OpenAI', 'sk-', '[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'],
  ['OpenRouter', 'sk-or-v1-', '[a-f0-9]{64}'],
  ['Groq', 'gsk_', '[A-Za-z0-9]{52}'],
  ['Perplexity', 'pplx-', '[A-Za-z0-9]{48}'],
  ['Hugging Face', '(?:hf|api_org)_', '[A-Za-z]{34}'],
  ['Slack', 'xox[abeoprs]-', '\\d{9,}-[A-Za-z0-9-]{20,}'],
  ['Slack', 'xapp-', '\\d-[A-Z0-9]+-\\d+-[a-z0-9]{32,}'],
  ['Slack', 'https://hooks\\.slack\\.com/services/', 'T[A-Z0-9]{8,}/B[A-Z0-9]{8,}/[A-Za-z0-9]{24}'],
  ['Stripe', '(?:sk|rk)_(?:live|test)_', '[A-Za-z0-9]{24,}'],
  ['Square', 'sq0(?:atp|csp)-', '[\\w-]{22,43}'],
  ['Shopify', 'shp(?:at|ca|pa|ss)_', '[a-fA-F0-9]{32}'],
  ['SendGrid', 'SG\\.', '[\\w-]{22}\\.[\\w-]{43}'],
  ['Linear', 'lin_api_', '[A-Za-z0-9]{40}'],
  ['Notion', 'ntn_', '\\d{11}[A-Za-z0-9]{35}'],
  ['Grafana', 'glsa_', '[A-Za-z0-9]{32}_[a-fA-F0-9]{8}'],
  ['Postman', 'PMAK-', '[a-f0-9]{24}-[a-f0-9]{34}'],
  ['Sentry', 'sntryu_', '[a-f0-9]{64}'],
  ['age', 'AGE-SECRET-KEY-1', '[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}'],
];

/** All formats as alternatives of one pattern. Each has one group, for the body, which shows what format matched. */
const tokenPattern = new RegExp(
  `(?<![\\w-])(?:${tokenFormats.map(([, prefix, body]) => `${prefix}(${body})`).join('|')})(?![\\w-])`,
  'g',
);

/**
 * Matches the beginning of a private key in PEM: first line, up to 9 header lines, and 32 characters of the key, since
 * a first line alone is a text about keys. Successive parts match different characters, which avoids slow backtracking.
 */
const privateKeyPattern =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\[rn])+(?:[\w-]+: [^\n\\]{0,200}(?:\n|\\[rn])(?:\s|\\[rn])*){0,9}[A-Za-z0-9+/=]{32,}/g;

/** Minimum number of different characters; fewer are a placeholder: "xxxx…", "0000…". */
const minDistinctChars = 8;

/** Finds secrets in `after` that `before` does not have, at most `maxFindings`, in the order of the lines. */
export function* findNewSecrets(
  before: string | undefined,
  after: string,
  maxFindings: number,
): Yielding<readonly SecretFinding[]> {
  const matches = yield* findSecrets(after);
  if (matches.length === 0) return [];
  const knownSecrets = new Set((yield* findSecrets(before ?? '')).map(({ secret }) => secret));
  const newMatches = matches.filter(({ secret }) => !knownSecrets.has(secret));
  const starts = lineStarts(after);
  return newMatches.slice(0, maxFindings).map(({ issuer, offset }) => ({ issuer, line: lineAt(starts, offset) + 1 }));
}

interface SecretMatch {
  readonly issuer: string;
  readonly secret: string;
  /** In UTF-16 units. */
  readonly offset: number;
}

function* findSecrets(text: string): Yielding<SecretMatch[]> {
  const matches: SecretMatch[] = [];
  const sinceYield = { units: 0 };
  for (const pattern of [tokenPattern, privateKeyPattern]) {
    for (const match of text.matchAll(pattern)) {
      if (countTowardsYield(sinceYield, 1)) yield;
      const [secret, ...bodies] = match;
      // A private key matches without a group, so its format index is -1.
      const formatIndex = bodies.findIndex((body) => body !== undefined);
      if (isPlaceholder(bodies[formatIndex] ?? secret)) continue;
      matches.push({ issuer: tokenFormats[formatIndex]?.[0] ?? 'PEM', secret, offset: match.index });
    }
    yield;
  }
  return matches.sort((a, b) => a.offset - b.offset);
}

function isPlaceholder(secret: string): boolean {
  return (
    new Set(secret).size < minDistinctChars ||
    /example|placeholder|dummy|your[_-]|x{6}|1234567890|0123456789|abcdefgh/i.test(secret)
  );
}

/** The URL of a schema that a change adds. */
export interface RemoteSchema {
  readonly url: string;
  /** Line of the URL, 1-based. */
  readonly line: number;
}

/** JSON, read by VS Code itself: `"$schema": "URL"`. */
const jsonProperty = /"\$schema"\s*:\s*"((?:https?:)?\/\/[^"\r\n]*)"/dgi;

/**
 * Notations of a schema, by the extension that fetches it. Each is searched in every file, since settings can assign
 * any language to it.
 */
const schemaPatterns: readonly RegExp[] = [
  jsonProperty,
  // YAML (Red Hat), in a comment, also after other text: `# yaml-language-server: $schema=URL`.
  /\$schema\s*=\s*((?:https?:)?\/\/\S+)/dgi,
  // YAML as JetBrains writes it, in a comment: `# $schema: URL`.
  /^[^\S\n\r\u2028\u2029]*#.*?\$schema\s*:\s*((?:https?:)?\/\/\S+)/dgim,
  // TOML (Taplo), in a comment: `#:schema URL`.
  /^[^\S\n\r\u2028\u2029]*#:schema\s+((?:https?:)?\/\/\S+)/dgim,
  // TOML (Taplo): `"$schema" = "URL"`.
  /["']\$schema["']\s*=\s*["']{1,3}((?:https?:)?\/\/[^"'\r\n]*)/dgi,
];

/** Source files of programs, whose objects look like YAML: `{ $schema: 'URL' }`. */
const programFile = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|html?)$/i;

/** A comment directly after a JSON property's name or its colon. */
const commentByColon = /"\s*(?::\s*)?\/[/*]/;

const maxSchemas = 20;

/**
 * Finds the URLs of schemas that a change adds, at most `maxSchemas`.
 * @param path of the file; in source files of programs (`programFile`), YAML keys are not searched
 */
export function findNewRemoteSchemas(before: string | undefined, after: string, path: string): readonly RemoteSchema[] {
  const known = new Set(schemasIn(before ?? '', path).map(({ url }) => url));
  const firstByUrl = new Map<string, FoundSchema>();
  for (const schema of schemasIn(after, path)) {
    const { url } = schema;
    if (!known.has(url) && !firstByUrl.has(url)) firstByUrl.set(url, schema);
  }
  const added = [...firstByUrl.values()].slice(0, maxSchemas);
  return added.map((schema) => ({ url: schema.url, line: lineNumberOf(schema) }));
}

function schemasIn(text: string, path: string): FoundSchema[] {
  // Fast path for most files. With a backslash, the word may be written with escapes or over two lines.
  if (!/schema|\\[ux\r\n]/i.test(text)) return [];
  const plainText = decodeEscapes(text);
  const inYaml = programFile.test(path) ? [] : yamlSchemasIn(plainText);
  // The editor's JSON parser skips comments, even in files that should have none.
  const afterComments = commentByColon.test(text) ? matchesIn(decodeEscapes(withoutComments(text)), jsonProperty) : [];
  return [...schemaPatterns.flatMap((pattern) => matchesIn(plainText, pattern)), ...inYaml, ...afterComments];
}

function matchesIn(text: string, pattern: RegExp): FoundSchema[] {
  return [...text.matchAll(pattern)].flatMap((match) => schemasOfMatch(text, match));
}

/** The 1-based line of a URL. Neither decoding escapes nor removing comments moves text to another line. */
function lineNumberOf({ text, offset }: FoundSchema): number {
  return lineAt(lineStarts(text), offset) + 1;
}

/**
 * Removes the comments of a JSON text, except their line breaks. Precondition: escapes are not decoded yet, since a
 * decoded quote would end a string.
 */
function withoutComments(text: string): string {
  const parts: string[] = [];
  const opener = /"|\/[/*]/g;
  let copiedTo = 0;
  for (let match = opener.exec(text); match !== null; match = opener.exec(text)) {
    const end = endOfToken(text, match[0], opener.lastIndex);
    if (match[0] !== '"') {
      parts.push(text.slice(copiedTo, match.index), text.slice(match.index, end).replace(/[^\r\n]+/g, ''));
      copiedTo = end;
    }
    opener.lastIndex = end;
  }
  return parts.join('') + text.slice(copiedTo);
}

/** The end of a string or comment with this opener, whose content begins at `from`. A string ends at its line's end. */
function endOfToken(text: string, opener: string, from: number): number {
  const closer = closerOf(opener);
  closer.lastIndex = from;
  let match = closer.exec(text);
  while (match?.[0].startsWith('\\') === true) match = closer.exec(text);
  return match === null ? text.length : closer.lastIndex;
}

/** Matches the end of a string or comment; in a string also escapes, which are skipped. */
function closerOf(opener: string): RegExp {
  if (opener === '"') return /\\.|["\r\n]/g;
  return opener === '/*' ? /\*\//g : /[\r\n]/g;
}

/** Decodes escapes of ASCII, since JSON, YAML and TOML read `"\u0024schema": "http:\/\/…"` as the same property. */
function decodeEscapes(text: string): string {
  return text
    .replace(/\\(?:u00|x|U000000)([2-7][0-9a-f])/gi, (_escape, hex: string) =>
      String.fromCharCode(Number.parseInt(hex, 16)),
    )
    .replaceAll('\\/', '/');
}
