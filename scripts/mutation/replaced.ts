// Loaded ahead of the tests of one mutant: the file MUTANT_FILE is read from MUTANT_TEXT instead.
import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const { MUTANT_FILE = '', MUTANT_TEXT = '' } = process.env;
const url = pathToFileURL(MUTANT_FILE).href;

registerHooks({
  load: (asked, context, next) =>
    asked === url
      ? { format: 'module-typescript', source: readFileSync(MUTANT_TEXT, 'utf8'), shortCircuit: true }
      : next(asked, context),
});
