/** Management of credential configurations. */
import { bodyObject, type Operation } from '@countersign/shared/http/message';
import type { Configurations } from './configurations.ts';
import { configurationView } from './listed-configuration.ts';

export function managementOperations(configurations: Configurations): {
  readonly list: Operation;
  readonly put: Operation;
  readonly delete: Operation;
} {
  return {
    list: async ({ tenant }) => ({ body: (await configurations.list(tenant)).map(configurationView) }),
    put: async (request) => ({
      body: configurationView(await configurations.put(request.tenant, bodyObject(request))),
    }),
    delete: async ({ tenant, params }) => {
      await configurations.delete(tenant, params.id ?? '');
      return { body: {} };
    },
  };
}
