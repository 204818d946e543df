import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { Ground, told } from './ground.ts';

/** What happens in a repository between two looks, and what the second one is told of it. */
export interface Look {
  readonly title: string;
  readonly files: Readonly<Record<string, string>>;
  /** A script of the shell, before the first look. */
  readonly setUp?: string;
  /** A script of the shell, between the looks. */
  readonly script: string;
  /** As `told` tells them. */
  readonly changes: readonly string[];
}

/** Defines a test for each: the second look comes after a reload, another one sees nothing, and git's own files stay as they are. */
export function itSees(looks: readonly Look[]): void {
  let ground: Ground;
  afterEach(() => ground.dispose());

  for (const { title, files, setUp, script, changes } of looks) {
    it(`and sees ${title}`, async () => {
      ground = Ground.repository();
      ground.write(files);
      ground.commit();
      if (setUp !== undefined) ground.sh(setUp);
      const repository = () => existsSync(ground.at('.git')) && ground.picture(ground.at('.git'));
      const before = repository();
      const watched = await ground.open();
      assert.deepEqual(told(await ground.look(watched)), []);
      assert.deepEqual(told(await ground.look(watched)), []);
      assert.deepEqual(repository(), before);
      ground.sh(script);
      const after = repository();
      const again = await ground.open();
      assert.deepEqual(told(await ground.look(again)), changes);
      assert.deepEqual(told(await ground.look(again)), []);
      assert.deepEqual(repository(), after);
    });
  }
}
