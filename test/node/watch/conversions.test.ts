import assert from 'node:assert/strict';
import { Ground } from './ground.ts';

describe('the bytes of a file that git converts', () => {
  let ground: Ground;
  afterEach(() => ground.dispose());

  it('are those on disk', async () => {
    ground = Ground.repository();
    ground.sh(
      'git config filter.rot.clean "tr a-z n-za-m"; git config filter.rot.smudge "tr a-z n-za-m"; git config core.autocrlf true',
    );
    const files = {
      '.gitattributes':
        '*.rot filter=rot\n*.id ident\n*.u16 text working-tree-encoding=UTF-16LE\n*.txt text eol=crlf\n',
      'a.txt': 'one\r\ntwo\r\n',
      'b.rot': 'same length',
      'c.id': '$Id: 0123456789012345678901234567890123456789 $',
      'd.u16': Buffer.from('ä\n', 'utf16le'),
      'e.bin': Buffer.from([0, 255, 13, 10, 26]),
      'f.c': 'x\r\n',
      'g.info': 'same length',
    };
    ground.write(files);
    ground.write({ '.git/info/attributes': `${'# comment\n'.repeat(500_000)}*.info filter=rot\n` });
    ground.commit();
    // Older than the index, so that git takes them for unchanged.
    ground.sh('touch -d 2001-01-01 * && (git update-index --refresh -q || true); touch -d 2037-01-01 .git/index');
    const watched = await ground.open();
    await ground.look(watched);
    for (const name of Object.keys(files)) ground.sh(`rm '${name}'`);
    const changes = await ground.look(watched);
    for (const [name, content] of Object.entries(files)) {
      const file = changes.get(name)?.before;
      assert.ok(file !== undefined, name);
      assert.deepEqual(await watched.repository.content(file.id), Buffer.from(content), name);
    }
    watched.repository.dispose();
  });

  for (const format of ['sha1', 'sha256'])
    it(`are those on disk, too, where the attributes are in the index alone (${format})`, async () => {
      ground = new Ground();
      ground.sh(
        `git init -q --object-format=${format}; git config filter.rot.clean "tr a-z n-za-m"; echo "*.rot filter=rot" > .gitattributes; echo same length > a.rot`,
      );
      ground.commit();
      ground.sh('touch -d 2001-01-01 *; git update-index --refresh -q || true; touch -d 2037-01-01 .git/index');
      ground.sh('rm .gitattributes');
      const watched = await ground.open();
      await ground.look(watched);
      ground.sh('rm a.rot');
      const file = (await ground.look(watched)).get('a.rot')?.before;
      assert.equal(file && (await watched.repository.content(file.id)).toString(), 'same length\n');
      watched.repository.dispose();
    });
});
