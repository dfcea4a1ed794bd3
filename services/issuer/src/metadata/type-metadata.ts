/** GET vct and GET schema of a configuration (SD-JWT VC, type metadata; the schema endpoint is the interface's own). */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Configurations } from './configurations.ts';
import type { Configuration } from './listed-configuration.ts';

/** SD-JWT VC requires an explicit lifetime of type metadata. */
const HEADERS = { 'cache-control': 'public, max-age=300' };

export function typeMetadataOperations(configurations: Configurations): {
  readonly vct: Operation;
  readonly schema: Operation;
} {
  const serve =
    (part: (configuration: Configuration) => JsonObject | undefined): Operation =>
    async ({ tenant, params }) => {
      const configuration = params.id === undefined ? undefined : await configurations.get(tenant, params.id);
      const body = configuration === undefined ? undefined : part(configuration);
      if (body === undefined) {
        const facts = params.id === undefined ? {} : { configurationId: params.id };
        throw new ProtocolError('not_found', 'There is no such document', { reason: 'document_unknown', facts });
      }
      return { body, headers: HEADERS };
    };
  return {
    vct: serve((configuration) => configuration.typeMetadata),
    schema: serve((configuration) => configuration.schema),
  };
}
