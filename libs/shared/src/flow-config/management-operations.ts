/** Management of flow configurations. */
import { bodyObject, type Operation } from '../http/message.ts';
import { isObject } from '../kernel/json.ts';
import type { FlowConfigurations } from './flow-configurations.ts';
import { configurationForRole } from './for-role.ts';
import { configurationView, type Sourced } from './listed.ts';

/** The operations list, put, check and delete of a flow. */
export function managementOperations<C extends Sourced>(
  configurations: FlowConfigurations<C>,
): {
  readonly list: Operation;
  readonly put: Operation;
  /** For an import: `{configurations, alongside, images}` → `{findings}`, a list for each configuration. */
  readonly check: Operation;
  readonly delete: Operation;
} {
  return {
    list: async ({ tenant, role }) => ({
      body: (await configurations.list(tenant)).map((listed) => configurationForRole(configurationView(listed), role)),
    }),
    put: async (request) => ({
      body: configurationView(await configurations.put(request.tenant, bodyObject(request), request)),
    }),
    check: async (request) => {
      const { configurations: given, alongside: others, images: written } = bodyObject(request);
      const bodies = Array.isArray(given) ? given.filter(isObject) : [];
      const alongside = Array.isArray(others) ? others.map(String) : [];
      const images = Array.isArray(written) ? written.map(String) : [];
      const found = await configurations.check(request.tenant, { bodies, alongside, images, cause: request });
      return { body: { findings: found.map((errors) => errors.map(({ pointer, detail }) => ({ pointer, detail }))) } };
    },
    delete: async ({ tenant, params }) => {
      await configurations.delete(tenant, params.id ?? '');
      return { body: {} };
    },
  };
}
