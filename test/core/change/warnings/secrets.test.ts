import assert from 'node:assert/strict';
import { runSync } from '../../../../src/core/async/yielding.ts';
import { findNewSecrets } from '../../../../src/core/change/warnings/secrets.ts';

/** Characters that look random, without any shape. */
function random(length: number, alphabet = 'a7Bc9DeF2gHk4LmN6pQrS8tUvW3xYz5'): string {
  return Array.from({ length }, (_, at) => alphabet.charAt((at * 7 + 3) % alphabet.length)).join('');
}

const upper = 'QWERTYUIOPASDFGHJKLZXCVBNM234567';
const hex = '0f1e2d3c4b5a6978';

const secrets: readonly (readonly [issuer: string, text: string])[] = [
  ['AWS', `aws_access_key_id = AKIA${random(16, upper)}`],
  ['GitHub', `token: ghp_${random(36)}`],
  ['GitHub', `"github_pat_${random(22)}_${random(59)}"`],
  ['GitLab', `GL_TOKEN='glpat-${random(20)}'`],
  ['Anthropic', `sk-ant-api03-${random(93)}AA`],
  ['OpenAI', `OPENAI_API_KEY=sk-proj-${random(74)}T3BlbkFJ${random(74)}`],
  ['OpenAI', `sk-${random(20)}T3BlbkFJ${random(20)}`],
  ['Google', `key: 'AIza${random(35)}',`],
  ['Hugging Face', `hf_${random(34, 'aBcDeFgHiJkLmNoPqRsTuVwXyZ')}`],
  ['npm', `//registry.npmjs.org/:_authToken=npm_${random(36)}`],
  ['PyPI', `password = pypi-AgEIcHlwaS5vcmc${random(120)}`],
  ['Slack', `xoxb-903417725518-661290437754-${random(24)}`],
  ['Slack', `https://hooks.slack.com/services/T0${random(8, upper)}/B0${random(8, upper)}/${random(24)}`],
  ['Stripe', `Stripe('sk_live_${random(24)}')`],
  ['SendGrid', `SG.${random(22)}.${random(43)}`],
  ['DigitalOcean', `dop_v1_${random(64, hex)}`],
  ['Shopify', `shpat_${random(32, hex)}`],
  ['Slack', `xapp-1-A0${random(9, upper)}-903417725518-${random(64, hex)}`],
  ['Azure', `DefaultEndpointsProtocol=https;AccountName=a;AccountKey=${random(86)}==;EndpointSuffix=core.windows.net`],
  ['Google', `"client_secret":"GOCSPX-${random(28)}"`],
  ['Databricks', `dapi${random(32, hex)}-2`],
  ['Heroku', `HRKU-AA${random(58)}`],
  ['Supabase', `sbp_${random(40, hex)}`],
  ['PlanetScale', `pscale_tkn_${random(43)}`],
  ['HashiCorp Vault', `VAULT_TOKEN=hvs.${random(95)}`],
  ['Pulumi', `pul-${random(40, hex)}`],
  ['Doppler', `dp.pt.${random(43)}`],
  ['Docker', `dckr_pat_${random(27)}`],
  ['RubyGems', `:rubygems_api_key: rubygems_${random(48, hex)}`],
  ['Atlassian', `ATATT3${random(177)}=${random(8, hex.toUpperCase())}`],
  ['Anthropic', `sk-ant-oat01-${random(93)}AA`],
  ['OpenRouter', `sk-or-v1-${random(64, hex)}`],
  ['Groq', `gsk_${random(52)}`],
  ['Perplexity', `pplx-${random(48)}`],
  ['Square', `sq0csp-${random(43)}`],
  ['Linear', `lin_api_${random(40)}`],
  ['Notion', `ntn_90341772551${random(35)}`],
  ['Grafana', `glsa_${random(32)}_${random(8, hex)}`],
  ['Postman', `PMAK-${random(24, hex)}-${random(34, hex)}`],
  ['Sentry', `sntryu_${random(64, hex)}`],
  ['age', `AGE-SECRET-KEY-1${random(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`],
  ['PEM', `-----BEGIN PRIVATE KEY-----\n${random(64)}\n-----END PRIVATE KEY-----`],
  ['PEM', `"key": "-----BEGIN RSA PRIVATE KEY-----\\n${random(64)}\\n"`],
  ['PEM', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${random(64)}`],
  ['PEM', `-----BEGIN RSA PRIVATE KEY-----\r\nProc-Type: 4,ENCRYPTED\r\nDEK-Info: AES-128-CBC,0F\r\n\r\n${random(64)}`],
  ['PEM', `"-----BEGIN RSA PRIVATE KEY-----\\r\\nProc-Type: 4,ENCRYPTED\\r\\n\\r\\n${random(64)}"`],
];

const harmless: readonly (readonly [what: string, text: string])[] = [
  ["AWS's example", 'AKIAIOSFODNN7EXAMPLE'],
  ['a placeholder that counts up', `token: ghp_0123456789${random(26)}`],
  ['a placeholder in order', `sk_live_abcdefghijklmnopqrstuvwx`],
  ['a placeholder of one character', `ghp_${'x'.repeat(36)}`],
  ['a placeholder in words', `sk_test_your_key_here_${random(24)}`],
  ['a variable', 'token: ${{ secrets.GITHUB_TOKEN }}'],
  ['a beginning alone', 'Tokens begin with ghp_, AKIA or sk-ant-api03-.'],
  ['a pattern', '/ghp_[A-Za-z0-9]{36}/'],
  ['SHA-1', random(40, hex)],
  ['SHA-256', `sha256:${random(64, hex)}`],
  ['a UUID', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ['the integrity of a lock file', `"integrity": "sha512-${random(86)}=="`],
  ['a part of a longer word', `x${random(10)}ghp_${random(36)}${random(30)}`],
  ['base64 of a picture', `data:image/png;base64,${random(4000)}`],
  ['a public key', `-----BEGIN PUBLIC KEY-----\n${random(64)}`],
  ['the heading of a key', 'if (text.startsWith("-----BEGIN PRIVATE KEY-----")) {'],
];

function secretsIn(before: string | undefined, after: string): readonly string[] {
  return runSync(findNewSecrets(before, after, 100)).map(({ issuer, line }) => `${issuer} ${line}`);
}

describe('findNewSecrets', () => {
  for (const [issuer, text] of secrets) {
    it(`${issuer}: ${text.slice(0, 30)}`, () =>
      assert.deepEqual(secretsIn(undefined, `one\r\n${text}\n`), [`${issuer} 2`]));
  }
  for (const [what, text] of harmless) {
    it(`not ${what}`, () => assert.deepEqual(secretsIn('', `${text}\n`), []));
  }

  it('takes no longer for a text that is made to be slow', () => {
    const key = '-----BEGIN PRIVATE KEY-----\n';
    const slow = [
      `${key}${'a: '.repeat(50_000)}\n!`,
      `${key}${'a: \n'.repeat(50_000)}!`,
      `a: ${key}`.repeat(50_000),
      `${key}${'\n'.repeat(300_000)}!`,
      `xoxb-${'1234567890-'.repeat(50_000)}_`,
      `sk-proj-${'T3BlbkF-'.repeat(50_000)}.`,
      `glpat-${'-'.repeat(300_000)}`,
      `xapp-${'1-A-1-'.repeat(50_000)}`,
      'sk-ant-api03-a.'.repeat(50_000),
    ];
    for (const text of slow) assert.deepEqual(secretsIn(undefined, text), []);
  });

  it('finds only what a change adds, in the order of the lines', () => {
    const [one, other, third] = [`ghp_${random(36)}`, `AKIA${random(16, upper)}`, `npm_${random(36)}`];
    assert.deepEqual(secretsIn(`a\n${one}\n`, `${third}\n${one}\n${other}\n`), ['npm 1', 'AWS 3']);
  });
});
