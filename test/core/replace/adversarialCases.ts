// Edits made to go wrong: what models send, and texts that nearly repeat.

import type { Case } from './cases.ts';

const twins = 'it("a", () => {\n  run();\n  check(1);\n});\nit("b", () => {\n  run();\n  check(2);\n});\n';
const python = 'class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n';
const made = 'export function sum(a, b) {\n\treturn a + b;\n}\n';

export const adversarial: readonly Case[] = [
  // Places that overlap, touch, or hold one another
  ['three of a kind hold two overlapping pairs', 'ababa', 'aba', 'x', '[AMBIGUOUS_MATCH]'],
  ['overlapping pairs, all: from the left, once each', 'ababa', 'aba', 'x', 'xba', undefined, true],
  ['blank lines overlap', 'a\n\n\n\nb\n', '\n\n\n', '\n\n', '[AMBIGUOUS_MATCH]'],
  ['rows of dashes overlap', '------\n', '-----', '=', '[AMBIGUOUS_MATCH]'],
  ['a name within a longer one', 'count = countAll(count);\n', 'count', 'n', '[AMBIGUOUS_MATCH]'],
  ['what is put in is not searched again', 'aXa\n', 'a', 'aa', 'aaXaa\n', undefined, true],
  ['places that touch, all', 'abab', 'ab', 'b', 'bb', undefined, true],
  ['a place that only the replacement would make', 'foo(x)', 'foo', 'foo(foo', 'foo(foo(x)'],
  // Blocks that nearly repeat
  ['the closing lines of twins', twins, '});\n', '}, 100);\n', '[AMBIGUOUS_MATCH]'],
  ['one line that stands in both twins', twins, '  run();', '  go();', '[AMBIGUOUS_MATCH]'],
  [
    'a line and the one below tell twins apart',
    twins,
    '  run();\n  check(2);',
    '  go();\n  check(2);',
    twins.replace('run();\n  check(2)', 'go();\n  check(2)'),
  ],
  ['both twins, all', twins, '  run();', '  go();', twins.replaceAll('run', 'go'), undefined, true],
  [
    'two methods of one name',
    python,
    '    def f(self):\n        return 1',
    '    def f(self):\n        return 2',
    '[AMBIGUOUS_MATCH]',
  ],
  [
    'the class above tells them apart',
    python,
    'class B:\n    def f(self):\n        return 1',
    'class B:\n    def f(self):\n        return 2',
    python.replace(/1\n$/, '2\n'),
  ],
  ['a block that differs by one character stands nowhere', twins, '  run();\n  check(3);', 'x', '[NO_MATCH]'],
  [
    'an exact place wins over one that is looser',
    'if (a) {\n  b\n}\n  if (a) {\n    b\n  }\n',
    '  if (a) {\n    b\n  }',
    '  c',
    'if (a) {\n  b\n}\n  c\n',
  ],
  // Replacements that some languages would read
  ['$& stays', 'price: 5\n', '5', '$&', 'price: $&\n'],
  ['$$ stays two', 'cost\n', 'cost', '$$', '$$\n'],
  ['$1 and $<a> stay', 'x\n', 'x', '$1$<a>', '$1$<a>\n'],
  ['$& with white space that is looser', 'a  \nb\n', 'a\nb', 'a\n$&', 'a  \n$&\n'],
  ['$` in all', 'a a\n', 'a', '$`', '$` $`\n', undefined, true],
  ['a backslash and a digit stay', 'x\n', 'x', '\\1\\0', '\\1\\0\n'],
  ['a pattern in old is text', 'a.b(c)* [d]\n', '.b(c)* [d]', '!', 'a!\n'],
  // White space at the ends of lines
  [
    'white space behind a changed line goes with it',
    'let a = 1;   \nlet b;\n',
    'let a = 1;\nlet b;',
    'let a = 2;\nlet b;',
    'let a = 2;   \nlet b;\n',
  ],
  ['white space that was sent and is not there', 'a\nb\n', 'a  \nb  \n', 'a\nc\n', 'a\nc\n'],
  ['a blank line that holds tabs', 'a\n\t\t\nb\n', 'a\n\nb', 'a\n\nc', 'a\n\t\t\nc\n'],
  ['white space alone is no place at a looser tier', 'a\n   \nb\n', '\n\n', '\n', '[NO_MATCH]'],
  ['white space to be taken off, exact', 'a   \nb\n', 'a   \n', 'a\n', 'a\nb\n'],
  ['white space in the middle counts', 'a =  1\n', 'a = 1', 'a = 2', '[NO_MATCH]'],
  // Line endings
  ['LF sent to a file of CRLF', 'a\r\nb\r\nc\r\n', 'b\nc\n', 'b\nx\nc\n', 'a\r\nb\r\nx\r\nc\r\n'],
  ['CRLF sent to a file of LF', 'a\nb\n', 'a\r\nb\r\n', 'a\r\nc\r\n', 'a\nc\n'],
  ['one line of CRLF becomes three', 'a\r\nb\r\n', 'b', 'b\nc\nd', 'a\r\nb\r\nc\r\nd\r\n'],
  ['an LF among CRLF keeps its own', 'a\r\nb\nc\r\n', 'b\nc', 'x\nc', 'a\r\nx\nc\r\n'],
  ['half a CRLF is no place', 'a\r\nb', '\r', 'x', '[NO_MATCH]'],
  ['the same line under two endings', 'a\r\nb\r\na\nb\n', 'a\nb', 'x', 'a\r\nb\r\nx\n'],
  ['a new line does not end in half of a CRLF', 'a\rb\nc\n', 'a\nb', 'a\nb\nx\n', '[NO_MATCH]'],
  ['a new blank line is not the LF below a CR', 'a\rb\nc', 'a\nb\nc', 'x\n\nc', '[NO_MATCH]'],
  ['nor a blank line below a removed one', 'a\rb\n\nc', 'a\nb\n\nc', 'a\n\nc', '[NO_MATCH]'],
  ['a CR that was sent makes a CRLF', 'a\nb\n', 'a', 'a\r', 'a\r\nb\n'],
  // Tabs, spaces, indentation
  ['spaces sent for tabs', made, '    return a + b;', '    return b + a;', made.replace('a + b', 'b + a')],
  [
    'spaces sent for tabs over lines',
    made,
    'function sum(a, b) {\n    return a + b;',
    'function sum(a, b) {\n    return b + a;',
    '[NO_MATCH]',
  ],
  [
    'whole lines with spaces for tabs',
    made,
    'export function sum(a, b) {\n    return a + b;\n}',
    'export function sum(a, b) {\n    return b + a;\n}',
    made.replace('a + b', 'b + a'),
  ],
  [
    'a block sent without its indentation',
    '  if (a) {\n    b();\n  }\n',
    'if (a) {\n  b();\n}',
    'if (a) {\n  b();\n  c();\n}',
    '  if (a) {\n    b();\n    c();\n  }\n',
  ],
  ['lines shifted unequally', '  if (a) {\n      b();\n  }\n', 'if (a) {\n  b();\n}', 'c', '[NO_MATCH]'],
  ['a block at two depths', '  f(\n    a)\n      f(\n        a)\n', 'f(\n  a)', 'g(\n  a)', '[AMBIGUOUS_MATCH]'],
  ['a replacement that cannot follow the shift', 'f(\n  a)\n', '    f(\n      a)', '  f(\n      a)', '[NO_MATCH]'],
  ['an indentation to be changed, exact', '  a\n', '  a', '    a', '    a\n'],
  // Nothing to do, nothing to find
  ['no-op', 'a b\n', 'a', 'a', '[NO_CHANGE]'],
  ['no-op at a looser tier', 'a  \nb\n', 'a\nb', 'a  \nb', '[NO_CHANGE]'],
  ['empty old', 'a\n', '', 'b', '[VALIDATION_ERROR]'],
  ['empty old, all', 'a\n', '', 'b', '[VALIDATION_ERROR]', undefined, true],
  ['an empty file', '', 'a', 'b', '[NO_MATCH]'],
  ['made before', 'let a = 2; // edited\n', 'let a = 1;', 'let a = 2; // edited', '[NO_MATCH]'],
  // Typographic look-alikes
  ['curly quotes in the file', 'say(‘hi’);\n', "say('hi');", "say('ho');", 'say(‘ho’);\n'],
  ['curly quotes sent', "say('hi');\n", 'say(‘hi’);', 'say(‘ho’);', "say('ho');\n"],
  ['both kinds of quotes in the file', "a = 'x';\na = ‘x’;\n", "a = 'x';", 'b;', 'b;\na = ‘x’;\n'],
  ['a dash sent for one in the file', 'a – b\n', 'a - b', 'a - c', 'a – c\n'],
  ['odd quotes where all is new', 'say(‘hi’);\n', "'hi'", '"ho"', 'say("ho");\n'],
  ['letters of another script', 'сonst a;\n', 'const a;', 'let a;', '[NO_MATCH]'],
  // What models paste
  [
    'line numbers of a listing',
    'let a;\nlet b;\n',
    '     1→let a;\n     2→let b;',
    '     1→let c;\n     2→let b;',
    '[NO_MATCH]',
  ],
  ['line numbers with a tab', 'let a;\nlet b;\n', '1\tlet a;', '1\tlet c;', '[NO_MATCH]'],
  ['escaped line ends', 'a\nb\n', 'a\\nb', 'a\\nc', '[NO_MATCH]'],
  ['escaped line ends that the file has', 'p("a\\nb");\n', 'a\\nb', 'a\\nc', 'p("a\\nc");\n'],
  ['escaped quotes', 'p("a");\n', 'p(\\"a\\");', 'p(\\"b\\");', '[NO_MATCH]'],
  ['a fence around', 'let a;\n', '```\nlet a;\n```', '```\nlet b;\n```', '[NO_MATCH]'],
  ['an ellipsis in the place of lines', 'a {\n  b\n  c\n}\n', 'a {\n  ...\n}', 'a {}', '[NO_MATCH]'],
  ['an entity for a sign', 'a < b\n', 'a &lt; b', 'a &gt; b', '[NO_MATCH]'],
  // The end of the file
  ['the last line has no ending', 'a\nb', 'b', 'c', 'a\nc'],
  ['a last line sent with an ending that it has not', 'a\nb', 'b\n', 'c\n', 'a\nc'],
  ['lines behind the last, which has no ending', 'a\nb', 'b', 'b\nc\n', 'a\nb\nc\n'],
  ['the last line goes', 'a\nb\n', 'b\n', '', 'a\n'],
  ['the ending of the file goes', 'a\nb\n', 'b\n', 'b', 'a\nb'],
  ['lines behind the end are no place', 'a\nb\n', 'b\n\n\n', 'c', '[NO_MATCH]'],
];
