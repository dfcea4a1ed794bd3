/** Documents to start with: the schema's examples, each of which works unchanged. */

import { recordsOf } from '../../parts/records.ts';
import { language } from '../../state/settings.ts';
import type { FurtherTemplate } from '../../text/configurations.ts';
import type { ConfigurationKind } from './configuration-kinds.ts';
import { blankDocument } from './form/blank.ts';
import type { Schema } from './json-schema.ts';

/** A kind's templates. */
export const furtherTemplates: Readonly<Record<ConfigurationKind, readonly FurtherTemplate[]>> = {
  issuance: ['staff-card', 'driving-licence', 'pid-document'],
  presentation: ['staff-check', 'licence-check'],
};

/** The template of the form: the smallest document. */
export const NEW = 'new';

/**
 * @param schema undefined until the server has responded
 * @param id of an example, or `new`; for any other text the first one
 * @returns the text of a document
 */
export function templateOf(kind: ConfigurationKind, schema: Schema | undefined, id?: string): string {
  if (id === NEW) return JSON.stringify(blankDocument(kind, language.value), null, 2);
  const examples = recordsOf(schema?.examples);
  return JSON.stringify(examples.find((one) => one.id === id) ?? examples[0] ?? {}, null, 2);
}
