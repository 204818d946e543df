import assert from 'node:assert/strict';
import { HookWindow } from './hookWindow.ts';

describe('a search outside of the workspace', () => {
  const searches: readonly (readonly [input: object, isRefused: boolean, cwd?: string])[] = [
    [{ path: '/home/me', glob: '.env*' }, true],
    [{ path: '/home/me/', glob: '**/*.{ts,pem}' }, true],
    [{ path: '..', glob: '**/.env' }, true],
    [{ glob: '../*/.env.*' }, true],
    [{ glob: '*.pem' }, true, '/home/me'],
    [{ path: '/ws', glob: '*.pem' }, false, '/home/me'],
    [{ path: '/home/me', glob: '*.ts' }, false],
    [{ path: '/home/me', glob: '.env.example' }, false],
    [{ path: '/home/me' }, false],
  ];
  for (const [input, isRefused, cwd = '/ws'] of searches) {
    it(`is refused where it names secrets: ${JSON.stringify(input)} in ${cwd}`, async () => {
      const window = new HookWindow({ 'a.txt': 'one' });
      const { decision, reason } = await window.call('claude', 'Grep', { pattern: 'K', ...input }, { cwd }).answer;
      assert.equal(decision, isRefused ? 'deny' : 'allow');
      assert.match(reason, isRefused ? /\[PERMISSION_DENIED\].*redline\.externalPaths/ : /^$/);
    });
  }
});
