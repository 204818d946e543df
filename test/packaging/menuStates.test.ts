import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { repositoryRoot } from '../host/driver/paths.ts';

const manifest = readFileSync(path.join(repositoryRoot, 'package.json'), 'utf8');
const sources = globSync('src/vscode/**/*.ts', { cwd: repositoryRoot })
  .map((file) => readFileSync(path.join(repositoryRoot, file), 'utf8'))
  .join('\n');
const literalsIn = (text: string): string[] => [...text.matchAll(/'([^']+)'/g)].flatMap(([, literal]) => literal ?? []);

describe('the states that menus ask for', () => {
  const conditions = [...manifest.matchAll(/"(?:when|enablement)": "(.*)"/g)].map(([, text = '']) => text).join(' ');

  it('are context keys that the extension sets, and every one that it sets', () => {
    const isKey = (name: string): boolean => !conditions.includes(`view == ${name}`) && !name.startsWith('redline-');
    const asked = [...conditions.matchAll(/(?<!config\.)\bredline\.\w+/g)].map(([name]) => name).filter(isKey);
    const set = literalsIn([...sources.matchAll(/(?:contextKey =|'setContext',) '[^']+'/g)].join(' ')).filter(
      (literal) => literal.startsWith('redline.'),
    );
    assert.deepEqual([...new Set(asked)].sort(), [...new Set(set)].sort());
  });

  it('are states of rows, wherever a row of the review sets one', () => {
    const rowStates = literalsIn([...sources.matchAll(/contextValue =[^;]+;|^function contextOf[^]*?^\}/gm)].join(' '));
    const unknown = rowStates.filter((state) => state.startsWith('change.') && !conditions.includes(`== ${state}`));
    assert.deepEqual(unknown, []);
    const asked = [...conditions.matchAll(/viewItem == ([\w.]+)/g)].flatMap(([, state]) => state ?? []);
    // The history composes those of a group and a turn.
    const isComposed = (state: string): boolean => /^(?:group|turn)(?:InEffect|TakenBack)$/.test(state);
    assert.deepEqual(
      [...new Set(asked)].filter((state) => !rowStates.includes(state) && !isComposed(state)),
      [],
    );
  });
});
