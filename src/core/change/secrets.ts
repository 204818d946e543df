// Finds secrets in plain text, by the recognizable token formats of their issuers.
import { shouldYield, type Yielding } from '../async/yielding.ts';

export interface SecretFinding {
  /** Issuer or kind of the token. */
  readonly issuer: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * Token formats by their fixed prefixes and lengths, as documented by the issuers and listed by gitleaks
 * (`config/gitleaks.toml`). Omits formats that hashes, ids and lock files share, such as 32 hexadecimal digits.
 */
const tokenFormats: readonly (readonly [issuer: string, prefix: string, body: string])[] = [
  ['AWS', '(?:AKIA|ASIA|ABIA|ACCA)', '[A-Z2-7]{16}'],
  ['GitHub', '(?:ghp|gho|ghu|ghs|ghr)_', '[A-Za-z0-9]{36}'],
  ['GitHub', 'github_pat_', '\\w{82}'],
  ['GitLab', '(?:glpat|gldt|glrt|glcbt|glptt)-', '[\\w-]{20,}'],
  ['Anthropic', 'sk-ant-(?:api|admin)\\d\\d-', '[\\w-]{80,}'],
  ['OpenAI', 'sk-(?:proj|svcacct|admin)-', '[\\w-]{20,}T3BlbkFJ[\\w-]{20,}'],
  ['OpenAI', 'sk-', '[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}'],
  ['Google', 'AIza', '[\\w-]{35}'],
  ['Hugging Face', 'hf_', '[A-Za-z]{34}'],
  ['npm', 'npm_', '[A-Za-z0-9]{36}'],
  ['PyPI', 'pypi-AgEIcHlwaS5vcmc', '[\\w-]{50,}'],
  ['Slack', 'xox[abeoprs]-', '(?:\\d{9,}-)+[A-Za-z0-9-]{20,}'],
  ['Slack', 'https://hooks\\.slack\\.com/services/', 'T[A-Z0-9]{8,}/B[A-Z0-9]{8,}/[A-Za-z0-9]{24}'],
  ['Stripe', '(?:sk|rk)_(?:live|test)_', '[A-Za-z0-9]{24,}'],
  ['SendGrid', 'SG\\.', '[\\w-]{22}\\.[\\w-]{43}'],
  ['DigitalOcean', 'do[opr]_v1_', '[a-f0-9]{64}'],
  ['Shopify', 'shp(?:at|ca|pa|ss)_', '[a-fA-F0-9]{32}'],
];

const tokens = tokenFormats.map(
  ([issuer, prefix, body]) => [issuer, new RegExp(`(?<![\\w-])${prefix}(${body})(?![\\w-])`, 'g')] as const,
);

/** The first line of a private key in PEM, with the beginning of its bytes: a heading alone may be in a text about keys. */
const privateKey =
  /-----BEGIN (?:[A-Z]+ )?PRIVATE KEY(?: BLOCK)?-----(?:\s|\\r|\\n)+(?:[\w-]+: [^\n]*\s+)*[A-Za-z0-9+/=]{32,}/g;

/** Fast path: the prefixes of all formats in one search. A text without any of them contains no secret. */
const mayHoldSecret = new RegExp(`${tokenFormats.map(([, prefix]) => prefix).join('|')}|PRIVATE KEY`);

/** Minimum number of different characters; fewer are a placeholder: "xxxx…", "0000…". */
const minDifferent = 8;

/** Finds secrets in `after` that `before` does not have, at most `limit`, in the order of the lines. */
export function* findNewSecrets(
  before: string | undefined,
  after: string,
  limit: number,
): Yielding<readonly SecretFinding[]> {
  if (!mayHoldSecret.test(after)) return [];
  const found: { readonly issuer: string; readonly at: number }[] = [];
  const sinceYield = { lines: 0 };
  for (const [issuer, pattern] of [...tokens, ['PEM', privateKey] as const]) {
    for (const match of after.matchAll(pattern)) {
      if (shouldYield(sinceYield, 1)) yield;
      const isOld = before?.includes(match[0]) === true;
      if (!isOld && !isPlaceholder(match[1] ?? match[0])) found.push({ issuer, at: match.index });
    }
    yield;
  }
  found.sort((one, other) => one.at - other.at);
  return found.slice(0, limit).map(({ issuer, at }) => ({ issuer, line: lineOfOffset(after, at) }));
}

function isPlaceholder(secret: string): boolean {
  return new Set(secret).size < minDifferent || /example|placeholder|dummy|your[_-]|x{6}|1234567890/i.test(secret);
}

/** The line at an offset, 1-based. */
export function lineOfOffset(text: string, offset: number): number {
  return (text.slice(0, offset).match(/\r\n|\r|\n/g)?.length ?? 0) + 1;
}
