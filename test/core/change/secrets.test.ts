import assert from 'node:assert/strict';
import { runSync } from '../../../src/core/async/yielding.ts';
import { findNewSecrets } from '../../../src/core/change/secrets.ts';

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
  ['PEM', `-----BEGIN PRIVATE KEY-----\n${random(64)}\n-----END PRIVATE KEY-----`],
  ['PEM', `"key": "-----BEGIN RSA PRIVATE KEY-----\\n${random(64)}\\n"`],
  ['PEM', `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${random(64)}`],
];

const harmless: readonly (readonly [what: string, text: string])[] = [
  ["AWS's example", 'AKIAIOSFODNN7EXAMPLE'],
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

function found(before: string | undefined, after: string): readonly string[] {
  return runSync(findNewSecrets(before, after, 100)).map(({ issuer, line }) => `${issuer} ${line}`);
}

describe('findNewSecrets', () => {
  for (const [issuer, text] of secrets) {
    it(`${issuer}: ${text.slice(0, 30)}`, () =>
      assert.deepEqual(found(undefined, `one\r\n${text}\n`), [`${issuer} 2`]));
  }
  for (const [what, text] of harmless) {
    it(`not ${what}`, () => assert.deepEqual(found('', `${text}\n`), []));
  }

  it('finds only what a change adds, in the order of the lines', () => {
    const [one, other, third] = [`ghp_${random(36)}`, `AKIA${random(16, upper)}`, `npm_${random(36)}`];
    assert.deepEqual(found(`a\n${one}\n`, `${third}\n${one}\n${other}\n`), ['npm 1', 'AWS 3']);
  });
});
