import assert from 'node:assert/strict';
import { Ground, told } from './ground.ts';

describe('a pipe that git would wait for', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  for (const [name, title] of [
    ['.gitignore', 'at the top'],
    ['d/e/.gitignore', 'below'],
    ['d/.gitattributes', 'in the place of attributes'],
  ] as const)
    it(`is named in the refusal to look, ${title}, and nothing is lost by it`, async () => {
      ground = Ground.repository();
      ground.write({ a: '1', 'd/b': '1', 'd/e/c': '1' });
      ground.commit();
      const watched = await ground.open();
      await ground.look(watched);
      ground.write({ a: '2', 'd/b': '2', 'd/e/n': '2' });
      ground.sh(`mkfifo ${name}`);
      await assert.rejects(ground.look(watched), {
        name: 'GitUnusable',
        message: new RegExp(`/${name}, which is no file`),
      });
      ground.sh(`rm ${name}`);
      assert.deepEqual(told(await ground.look(watched)), ['* a', '* d/b', '+ d/e/n']);
      watched.repository.dispose();
    });

  for (const name of ['.gitignore', 'd/.gitattributes'])
    it(`is named in the refusal of the first look, too (${name})`, async () => {
      ground = Ground.repository();
      ground.write({ a: '1', 'd/b': '1' });
      ground.commit();
      ground.sh(`mkfifo ${name}`);
      const watched = await ground.open();
      await assert.rejects(ground.look(watched), { name: 'GitUnusable' });
      ground.sh(`rm ${name}`);
      assert.deepEqual(told(await ground.look(watched)), []);
      watched.repository.dispose();
    });

  for (const name of ['.git/info/attributes', '.git/config'])
    it(`is not opened in the user's repository (${name}): all files are read`, async () => {
      ground = Ground.repository();
      ground.write({ a: '1' });
      ground.commit();
      ground.sh(`touch -d 2001-01-01 a; git update-index --refresh; rm -f ${name}; mkfifo ${name}`);
      const watched = await ground.open();
      assert.deepEqual(told(await ground.look(watched)), []);
      ground.write({ a: '2' });
      assert.deepEqual(told(await ground.look(watched)), ['* a']);
      watched.repository.dispose();
    });
});
