/**
 * GET vct and GET schema of a configuration (SD-JWT VC, type metadata; the schema endpoint is specific to this API).
 */

import type { Operation } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Configurations } from '../configuration/configurations.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';

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
      if (body === undefined) throw noDocument('There is no such document', params.id);
      return { body, headers: HEADERS };
    };
  return {
    vct: serve((configuration) => {
      if (configuration.format === 'dc+sd-jwt') return configuration.typeMetadata;
      throw noDocument('Only an SD-JWT VC has a vct with type metadata', configuration.id);
    }),
    schema: serve((configuration) => configuration.schema),
  };
}

function noDocument(description: string, id: string | undefined): ProtocolError {
  const facts = id === undefined ? {} : { configurationId: id };
  return new ProtocolError('not_found', description, { reason: 'document_unknown', facts });
}
