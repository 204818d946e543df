// Lists the changes that the scenes propose.

import { tool, type ToolCall } from '../../test/host/driver/model-script.ts';

/** The file of the sample that is edited. */
export const brew = 'src/brew.js';

/** An edit of one place. */
export const careful: ToolCall = tool('redline_edit_file', {
  filePath: brew,
  oldString: '  return minutes[tea] * 60;',
  newString:
    '  if (!(tea in minutes)) {\n    throw new RangeError(`I cannot brew ${tea}.`);\n  }\n  return minutes[tea] * 60;',
});

/** A patch that adds, edits, deletes and moves. */
export const several: ToolCall = tool('redline_apply_patch', {
  patchText: `*** Begin Patch
*** Add File: src/cold/iced.js
+/** Minutes in the fridge. */
+export const iced = 360;
*** Update File: src/brew.js
@@
-  green: 2,
+  green: 3,
*** Delete File: src/main.js
*** Update File: README.md
*** Move to: docs/README.md
@@
-# Tea timer
+# Tea clock
*** End Patch
`,
});

/** A new file. */
export const teaList: ToolCall = tool('redline_write_file', {
  filePath: 'docs/teas.md',
  content: '# Teas\n\n- black\n- green\n- white\n',
});
