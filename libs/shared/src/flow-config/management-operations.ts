/** Management of flow configurations. */
import { bodyObject, type Operation } from '../http/message.ts';
import type { FlowConfigurations } from './flow-configurations.ts';
import { configurationView, type Sourced } from './listed.ts';

/** The operations list, put and delete of a flow. */
export function managementOperations<C extends Sourced>(
  configurations: FlowConfigurations<C>,
): {
  readonly list: Operation;
  readonly put: Operation;
  readonly delete: Operation;
} {
  return {
    list: async ({ tenant }) => ({ body: (await configurations.list(tenant)).map(configurationView) }),
    put: async (request) => ({
      body: configurationView(await configurations.put(request.tenant, bodyObject(request), request)),
    }),
    delete: async ({ tenant, params }) => {
      await configurations.delete(tenant, params.id ?? '');
      return { body: {} };
    },
  };
}
