/** The smallest document that the form begins with. Pure. */
import type { ConfigurationKind } from '../configuration-kinds.ts';
import type { Document } from './document.ts';

/** @param language of the console */
export function blankDocument(kind: ConfigurationKind, language: string): Document {
  if (kind === 'presentation') return { id: '', dcql_query: { credentials: [] } };
  return {
    id: '',
    config: { format: 'dc+sd-jwt', display: [{ name: '', locale: language }] },
    claims: {},
    disclosureFrame: {},
    schema: { type: 'object', properties: {}, required: [] },
  };
}
