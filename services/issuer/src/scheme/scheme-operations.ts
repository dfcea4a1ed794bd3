/** `/attestation-schemes`: schemes of the European catalogue (TS11) as credential configurations, and back. */
import { isDeepStrictEqual } from 'node:util';
import { isWorking } from '@countersign/shared/flow-config/listed';
import type { Operation, OperationRequest } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { vctUrl } from '@countersign/shared/kernel/identifiers';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { SchemeImport } from '@countersign/shared/messages/scheme-import';
import type { Configurations } from '../configuration/configurations.ts';
import { exportScheme } from './export-scheme.ts';
import { formatOf, importScheme } from './import-scheme.ts';

interface SchemeParts {
  readonly configurations: Pick<Configurations, 'list' | 'check'>;
  readonly publicUrl: string;
  /** Writes a configuration as its own route does. */
  readonly put: Operation;
}

export function schemeOperations({ configurations, publicUrl, put }: SchemeParts): {
  readonly plan: Operation<SchemeImport>;
  readonly import: Operation<SchemeImport>;
  readonly export: Operation;
} {
  const writtenOf = async (tenant: string, id: string): Promise<JsonObject | undefined> => {
    const found = (await configurations.list(tenant)).find((listed) => listed.id === id);
    if (found === undefined || isWorking(found)) return found?.written;
    throw new ProtocolError('conflict', 'The configuration with this id has errors; correct it first', {
      reason: 'flow_configuration_invalid',
      facts: placesOf(found.errors),
    });
  };

  const planned = async ({ tenant, body }: OperationRequest<SchemeImport>) => {
    const format = formatOf(body) ?? fail();
    const present = await writtenOf(tenant, body.configuration);
    const imported = importScheme(body, format, present);
    if (present === undefined) return { action: 'create', ...imported } as const;
    const isSame = isDeepStrictEqual(imported.configuration, present);
    return { action: isSame ? 'unchanged' : 'update', ...imported } as const;
  };

  return {
    plan: async (request) => {
      const { action, configuration, unmapped } = await planned(request);
      const cause = { ...request, body: configuration };
      const [found = []] = await configurations.check(request.tenant, { bodies: [configuration], cause });
      return { body: view({ action, configuration, unmapped, mistakes: found }) };
    },
    import: async (request) => {
      const { action, configuration, unmapped } = await planned(request);
      const { found: _, ...others } = request;
      await put({ ...others, body: configuration });
      return { body: view({ action, configuration, unmapped, mistakes: [] }) };
    },
    export: async ({ tenant, params: { id = '' } }) => {
      const written = await writtenOf(tenant, id);
      if (written === undefined) throw unknown(id);
      const { scheme, missing } = exportScheme(written, vctUrl(publicUrl, tenant, id).replace('/vct/', '/schema/'));
      return { body: { scheme, missing: missing.map(({ pointer, detail }) => ({ pointer, detail })) } };
    },
  };
}

type Found = ReturnType<typeof importScheme>['unmapped'];

interface PlannedScheme {
  readonly action: 'create' | 'update' | 'unchanged';
  readonly configuration: JsonObject;
  readonly unmapped: Found;
  readonly mistakes: Found;
}

function view({ unmapped, mistakes, ...others }: PlannedScheme): JsonObject {
  const places = (found: Found) => found.map(({ pointer, detail }) => ({ pointer, detail }));
  return { ...others, unmapped: places(unmapped), mistakes: places(mistakes) };
}

function fail(): never {
  const errors = [{ pointer: '/scheme/supportedFormats', detail: 'No format of it is built, or not the wanted one' }];
  throw new ProtocolError('invalid_request', 'The scheme has no format that can be issued', {
    reason: 'flow_configuration_invalid',
    facts: placesOf(errors),
    errors,
  });
}

function unknown(id: string): ProtocolError {
  return new ProtocolError('not_found', 'There is no credential configuration with this id', {
    reason: 'flow_configuration_unknown',
    facts: { configurationId: id },
  });
}
