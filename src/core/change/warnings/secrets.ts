// Finds secrets that a change writes in plain text, by the token formats of their issuers.
import { countTowardsYield, type Yielding } from '../../async/yielding.ts';
import { lineAt, lineStarts } from '../../text/text.ts';

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
