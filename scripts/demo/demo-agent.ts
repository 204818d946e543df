// Plays the agent of the demo in the chat.

import { says, textOf, tool, type Message, type Turn } from '../../test/host/driver/model-script.ts';

const filePath = 'src/brew.js';

/** The sample's function, and the same with a guard. */
export const carefree = `export function brewingTime(tea) {
  return minutes[tea] * 60;
}`;

export const careful = `export function brewingTime(tea) {
  if (!(tea in minutes)) {
    throw new RangeError(\`Nobody knows how to brew \${tea}.\`);
  }
  return minutes[tea] * 60;
}`;

/**
 * Chooses the next turn of the demo agent by the tools' answers, without a model. It reads a file, proposes an edit,
 * and says how to undo it; asked again, it proposes the opposite, so that there is always something to see.
 * @param since the messages since the person's own
 */
export function demoAgent(since: readonly Message[]): Turn {
  const answers = since.filter((message) => message.role === 'tool').map(textOf);
  const [reading, editing] = answers;
  if (reading === undefined) {
    return says('I read the program first.', tool('redline_read_file', { filePath }));
  }
  if (editing === undefined) {
    const isEdited = reading.includes('Nobody knows how to brew');
    const [oldString, newString] = isEdited ? [careful, carefree] : [carefree, careful];
    return says(
      isEdited
        ? 'It refuses unknown teas already. I propose to take that out again; please look at the diff.'
        : 'It answers NaN for a tea it does not know. I propose to refuse it instead; please look at the diff. ' +
            'You may change the right side before you approve with ✓, or reject with ✗.',
      tool('redline_edit_file', { filePath, oldString, newString }),
    );
  }
  return editing.includes('[REJECTED]')
    ? says('You rejected it, so nothing was written. Say **demo** to see it again.')
    : says(
        'Done. To take it back, run **Redline: Undo Last Agent Change** from the command palette (F1), or press Ctrl+Z in the file.',
      );
}
