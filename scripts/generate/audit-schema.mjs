// Makes the JSON Schema of the lines of an exported audit log from the schema that parses them.

import * as z from 'zod';
import { exportedCallSchema } from '../../src/core/audit/exportedCall.ts';

/** @returns {string} JSON Schema, draft 7 */
export function auditSchema() {
  const schema = z.toJSONSchema(exportedCallSchema, { target: 'draft-7' });
  const title = 'A call in an exported audit log of Redline';
  const description = 'One line of the file is one call. No content of files is in it, and no text of inputs.';
  return `${JSON.stringify({ ...schema, title, description }, null, 2)}\n`;
}
