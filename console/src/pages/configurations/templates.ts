/** Documents to start with: the schema's examples, each of which works unchanged. */

import { recordsOf } from '../../parts/records.ts';
import type { FurtherTemplate } from '../../text/configurations.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';
import type { Schema } from './json-schema.ts';

/** A kind's templates in addition to the first one. */
export const furtherTemplates: Readonly<Record<ConfigurationKind, readonly FurtherTemplate[]>> = {
  issuance: ['driving-licence', 'pid-document'],
  presentation: ['licence-check'],
};

/**
 * @param schema undefined until the server has responded
 * @param id of an example; for any other text the first one
 * @returns the text of a document
 */
export function templateOf(schema: Schema | undefined, id?: string): string {
  const examples = recordsOf(schema?.examples);
  return JSON.stringify(examples.find((one) => one.id === id) ?? examples[0] ?? {}, null, 2);
}
