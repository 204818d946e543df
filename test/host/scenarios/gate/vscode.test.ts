import assert from 'node:assert/strict';
import path from 'node:path';
import { calls, says, tool, type Turn } from '../../driver/model-script.ts';
import { picture } from '../../driver/use-host.ts';
import { waitFor } from '../../driver/wait.ts';
import { useGatedHost } from './gated.ts';
import { brew, seeNoReview, seeReview, withLongerGreen } from '../tea.ts';

describe("the gate before VS Code's own edit tools", () => {
  const host = useGatedHost();

  const absolute = (file: string): string => path.join(host().workspace.root, file);
  const edit = (file = brew, oldString = '  green: 2,', newString = '  green: 3,'): readonly Turn[] => [
    calls(tool('replace_string_in_file', { filePath: absolute(file), oldString, newString })),
    says('Done.'),
  ];

  const undoLast = async (title: string): Promise<void> => {
    const { page, person } = host();
    // Only what is in the history can be undone.
    await page
      .locator('.statusbar-item')
      .filter({ hasText: `Redline applied: VS Code: ${title}` })
      .waitFor();
    await person.command('Redline: Undo Last Agent Change');
    await person.answerDialog('Undo');
  };

  it('shows an edit before it is written, and the editor writes it once it is approved', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('edit by the tool of the editor', edit());
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await picture(host(), 'gate-vscode');
    assert.equal(await workspace.read(brew), original);
    await person.approve();
    assert.match(await sent.answer(), /successfully edited/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
    await seeNoReview(host());
    await host().evaluate((vscode) => vscode.commands.executeCommand('redline.history.focus').then(() => null));
    await host().page.locator('.sidebar').getByText('VS Code: Edit src/brew.js').first().waitFor();
    await picture(host(), 'gate-vscode-history');
    await undoLast('Edit src/brew.js');
    await waitFor('the undo', async () => (await workspace.read(brew)) === original);
  });

  it('writes what the person made of the edit, and tells the model', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const sent = await chat.send('edit, to be amended', edit());
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await person.typeAfter('green: 3', '.5');
    await person.approve();
    const answer = await sent.answer();
    assert.match(answer, /successfully edited/);
    assert.match(answer, /The user amended your proposal[^]*\+ {2}green: 3\.5,/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original).replace('green: 3', 'green: 3.5'));
    assert.deepEqual(await person.notifications(), []);
  });

  it('keeps a rejected edit from the disk, with the reason for the model', async () => {
    const { chat, person, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('edit, to be rejected', edit());
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    await person.command('Redline: Reject with Reason…');
    await person.enter('Green tea needs no more.');
    assert.match(await sent.answer(), /\[REJECTED\][^]*Green tea needs no more\./);
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
    await seeNoReview(host());
  });

  it('leaves a file out of a call of several', async () => {
    const { chat, page, person, workspace } = host();
    const before = await workspace.hashes();
    const replacements = [
      { filePath: absolute(brew), oldString: '  green: 2,', newString: '  green: 3,', explanation: 'x' },
      { filePath: absolute('src/main.js'), oldString: 'seconds', newString: 'moments', explanation: 'x' },
      { filePath: absolute('README.md'), oldString: '# Tea timer', newString: '# Tea clock', explanation: 'x' },
    ];
    const several = tool('multi_replace_string_in_file', { explanation: 'x', replacements });
    const sent = await chat.send('edit three files', [calls(several), says('Done.')]);
    await seeReview(host(), '(Redline, VS Code)');
    await person.command('Redline: Focus on Waiting for Review View');
    const row = page.locator('.sidebar .monaco-list-row').filter({ hasText: 'main.js' });
    await row.locator('.monaco-checkbox, .custom-checkbox').first().click();
    await row.filter({ hasText: 'excluded' }).waitFor();
    await person.approve();
    assert.match(await sent.answer(), /excluded: src\/main\.js/);
    await sent.finished();
    const after = await workspace.hashes();
    assert.deepEqual(
      Object.keys(after).filter((file) => after[file] !== before[file]),
      ['README.md', brew],
    );
  });

  it('reviews a new file, and one in a new folder', async () => {
    const { chat, person, workspace } = host();
    const content = 'export const cup = 1;\n';
    const create = tool('create_file', { filePath: absolute('cups/new/cup.js'), content });
    const sent = await chat.send('create a file', [calls(create), says('Done.')]);
    await seeReview(host(), 'cup.js (Redline, VS Code, new)');
    assert.equal(await workspace.exists('cups'), false);
    await person.approve();
    assert.match(await sent.answer(), /successfully edited/);
    await sent.finished();
    assert.equal(await workspace.read('cups/new/cup.js'), content);
    await undoLast('Create cups/new/cup.js');
    await waitFor('the undo', async () => !(await workspace.exists('cups/new/cup.js')));
  });

  it('refuses an edit whose result it cannot know, and says what to call instead', async () => {
    const { chat, person, workspace } = host();
    const original = await workspace.read(brew);
    const before = await workspace.hashes();
    const insert = { explanation: 'x', filePath: absolute(brew), code: '// ...existing code...\nlet x = 1;\n' };
    const sent = await chat.send('edit by insertion', [calls(tool('insert_edit_into_file', insert)), ...edit()]);
    assert.match(await sent.answer(0), /Call replace_string_in_file with the exact old and new text instead/);
    await seeReview(host(), 'brew.js (Redline, VS Code)');
    assert.deepEqual(await workspace.hashes(), before);
    await person.approve();
    assert.match(await sent.answer(1), /successfully edited/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });

  it('refuses a rename of a symbol by the editor, and reviews the same one by the tool that it names', async () => {
    const { chat, workspace } = host();
    const [main, before] = [await workspace.read('src/main.js'), await workspace.hashes()];
    const line = 1 + (await workspace.read(brew)).split('\n').findIndex((each) => each.includes('brewingTime'));
    const rename = { filePath: absolute(brew), symbol: 'brewingTime', newName: 'minutesOf' };
    const lineContent = (await workspace.read(brew)).split('\n')[line - 1];
    const sent = await chat.send('rename a symbol', [
      calls(tool('vscode_renameSymbol', { ...rename, lineContent })),
      calls(tool('redline_rename_symbol', { ...rename, line })),
      says('Done.'),
    ]);
    assert.match(
      await sent.answer(0),
      /Call Redline's redline_rename_symbol with the same filePath, symbol and newName/,
    );
    await chat.card();
    assert.deepEqual(await workspace.hashes(), before);
    await chat.allow();
    assert.match(await sent.answer(1), /minutesOf/);
    await sent.finished();
    assert.match(await workspace.read(brew), /minutesOf/);
    assert.equal(await workspace.read('src/main.js'), main.replaceAll('brewingTime', 'minutesOf'));
  });

  it('refuses a folder that would be made unseen, and makes it by the tool that it names', async () => {
    const { chat, workspace } = host();
    const before = await workspace.hashes();
    const sent = await chat.send('make a folder', [
      calls(tool('create_directory', { dirPath: absolute('notes') })),
      calls(tool('redline_create_directory', { dirPath: absolute('notes') })),
      says('Done.'),
    ]);
    assert.match(await sent.answer(0), /Call Redline's redline_create_directory with the same dirPath/);
    await chat.card();
    assert.deepEqual(await workspace.hashes(), before);
    assert.equal(await workspace.exists('notes'), false);
    await chat.allow();
    assert.match(await sent.answer(1), /notes/);
    await sent.finished();
    assert.equal(await workspace.exists('notes'), true);
  });

  it("refuses an edit of a notebook's cell, and says what to call instead", async () => {
    const { chat, workspace } = host();
    const cell = { cell_type: 'code', execution_count: null, id: 'a', metadata: {}, outputs: [], source: ['x = 1'] };
    const notebook = { cells: [cell], metadata: {}, nbformat: 4, nbformat_minor: 5 };
    await workspace.write('tea.ipynb', `${JSON.stringify(notebook, undefined, 1)}\n`);
    const before = await workspace.hashes();
    const edit = {
      filePath: absolute('tea.ipynb'),
      editType: 'insert',
      cellId: 'TOP',
      newCode: 'y = 2',
      language: 'python',
    };
    const sent = await chat.send('edit a notebook', [calls(tool('edit_notebook_file', edit)), says('Done.')]);
    assert.match(
      await sent.answer(),
      /Redline cannot show what this tool writes\. Call its edit_file with the cell, or its edit_notebook/,
    );
    await sent.finished();
    assert.deepEqual(await workspace.hashes(), before);
  });

  it('asks about a protected file as such, and about a secret before it is read', async () => {
    const { chat, person, workspace } = host();
    await workspace.write('package.json', '{ "tea": 1 }\n');
    await workspace.write('.env', 'TOKEN=SECRET-4711\n');
    const sent = await chat.send('edit what is protected', edit('package.json', '1', '2'));
    await seeReview(host(), 'package.json (Redline, VS Code, protected)');
    await person.reject();
    assert.match(await sent.answer(), /\[REJECTED\]/);
    await sent.finished();
    const read = tool('read_file', { filePath: absolute('.env'), startLine: 1, endLine: 9 });
    const reading = await chat.send('read what is secret', [calls(read), says('Done.')]);
    await person.answerNotification('.env', "Don't Allow");
    assert.doesNotMatch(await reading.answer(), /4711/);
    assert.match(await reading.answer(), /\[REJECTED\]/);
    await reading.finished();
    // Shows the lines with problems.
    const errors = tool('get_errors', { filePaths: [absolute('.env')] });
    const checking = await chat.send('look for problems in what is secret', [calls(errors), says('Done.')]);
    await person.answerNotification('.env', "Don't Allow");
    assert.match(await checking.answer(), /\[REJECTED\]/);
    await checking.finished();
  });

  it('asks nothing twice: not about Redline\u2019s own tools', async () => {
    const { chat, workspace } = host();
    const original = await workspace.read(brew);
    const own = tool('redline_edit_file', { filePath: brew, oldString: '  green: 2,', newString: '  green: 3,' });
    const sent = await chat.send('edit by the own tool', [calls(own), says('Done.')]);
    await chat.card();
    await chat.allow();
    assert.match(await sent.answer(), /^Edited src\/brew\.js/);
    await sent.finished();
    assert.equal(await workspace.read(brew), withLongerGreen(original));
  });
});
