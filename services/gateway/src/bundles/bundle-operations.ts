/** `/configurations/bundles`: which bundles a tenant has, what a bundle would change, and its application. */
import { inDocumentOrder } from '@countersign/shared/flow-config/document-findings';
import { bodyObject, type Operation, type OperationRequest, type Operations } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import {
  type ConfigurationApplyDocument,
  configurationApplies,
  configurationApplyContext,
} from '@countersign/shared/model/tenant/configuration-applies';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { createReadInForce } from '../transfer/in-force.ts';
import { applyContent, isNothing, planView } from './bundle-view.ts';
import { continueAppliesJob } from './continue-applies.ts';
import { bundlesView, createOwned, digestWith } from './owned.ts';
import { type BundlePlan, planBundle } from './plan-bundle.ts';
import { type Applied, LEASE, type RunParts, runApply } from './run-apply.ts';

export type BundleParts = Pick<Platform, 'store' | 'vaults' | 'clock' | 'call' | 'log'>;

export function bundles(platform: BundleParts): { readonly operations: Operations; readonly job: Job } {
  const owned = createOwned(platform);
  const parts: RunParts = { ...platform, owned };
  const plan = createPlan(parts);
  return {
    operations: {
      'gateway.bundle.list': async ({ tenant }) => ({ body: bundlesView(await owned.now(tenant)) }),
      'gateway.bundle.plan': async (request) => {
        await refuseWhileRunning(parts, request.tenant);
        const planned = await plan(request);
        return { body: planView(planned) };
      },
      'gateway.bundle.apply': applyBundle(parts, plan),
      'gateway.bundle.release': releaseBundle(parts),
    } satisfies Record<string, Operation>,
    job: continueAppliesJob(parts),
  };
}

type Plan = (request: OperationRequest) => Promise<BundlePlan>;

function createPlan(parts: RunParts): Plan {
  const read = createReadInForce(parts);
  return async (request) => {
    const { bundle, adopt } = bodyObject(request);
    const [present, owned, vault] = await Promise.all([
      read(request),
      parts.owned.now(request.tenant),
      parts.vaults.of(request.tenant),
    ]);
    const body = bundle as JsonObject;
    const world = { present, owned, digest: digestWith(vault), adopt: adopt === true };
    const planned = await planBundle(parts, { ...request, body }, world);
    const before = owned.bundles[planned.name]?.generation ?? 0;
    if (planned.generation < before) throw lowerGeneration(before, planned.generation);
    return planned;
  };
}

function applyBundle(parts: RunParts, plan: Plan): Operation {
  return async (request) => {
    const { fingerprint } = bodyObject(request);
    await refuseWhileRunning(parts, request.tenant);
    const planned = await plan(request);
    const mistakes = planned.objects.flatMap(({ pointer = '', mistakes: found }) =>
      found.map((mistake): FieldError => ({ ...mistake, pointer: `/bundle${pointer}${mistake.pointer}` })),
    );
    if (mistakes.length > 0) throw refused(inDocumentOrder(bodyObject(request), mistakes));
    const view = planView(planned);
    // It is applied already, perhaps by this call's first attempt.
    if (isNothing(planned)) return { body: view };
    if (planned.fingerprint !== fingerprint) throw stale();
    const document = await begin(parts, request, planned);
    // A write of the console may have come between the plan and the insert.
    const again = await plan(request).catch((error: unknown) => ({ fingerprint: undefined, error }));
    if (again.fingerprint !== fingerprint) {
      await ofTenant(parts.store, request.tenant).delete(configurationApplies, document);
      throw 'error' in again ? again.error : stale();
    }
    failIfNotApplied(await runApply(parts, document));
    return { body: view };
  };
}

/** Decides that the bundle is applied. @throws ProtocolError `conflict` if another is being applied */
async function begin(
  { store, vaults, clock, owned }: RunParts,
  request: OperationRequest,
  planned: BundlePlan,
): Promise<ConfigurationApplyDocument> {
  const { tenant } = request;
  const vault = await vaults.of(tenant);
  const { bundles: stored } = await owned.now(tenant);
  const content = applyContent(planned, request, { before: stored[planned.name], digest: digestWith(vault) });
  const startedAt = clock();
  const document = await ofTenant(store, tenant).insert(configurationApplies, {
    id: tenant,
    tenant,
    startedAt,
    due: startedAt + LEASE,
    phase: 'applying',
    attempts: 0,
    text: vault.seal(JSON.stringify(content), configurationApplyContext(tenant)),
  });
  if (document === undefined) throw running();
  return document;
}

function failIfNotApplied(applied: Applied): void {
  if (applied.state === 'pending') throw running();
  if (applied.state === 'applied') return;
  const { key, error } = applied;
  throw new ProtocolError('conflict', `${key} was refused, so nothing of the bundle was applied: ${error.message}`, {
    reason: 'bundle_refused',
    facts: { parameter: key },
    cause: error,
    ...(error.options.errors === undefined ? {} : { errors: error.options.errors }),
  });
}

/** The bundle's objects stay, and belong to nobody. */
function releaseBundle({ store, owned, ...parts }: RunParts): Operation {
  return async ({ tenant, params: { id: bundle = '' } }) => {
    await refuseWhileRunning({ ...parts, store, owned }, tenant);
    const { bundles: stored } = await owned.now(tenant);
    if (!Object.hasOwn(stored, bundle))
      throw new ProtocolError('not_found', 'There is no bundle with this name', { reason: 'bundle_unknown' });
    await owned.change(tenant, ({ bundles: all }) => {
      const { [bundle]: _, ...others } = all;
      return { bundles: others };
    });
    return { body: {} };
  };
}

async function refuseWhileRunning({ store }: RunParts, tenant: string): Promise<void> {
  if ((await ofTenant(store, tenant).get(configurationApplies, tenant)) !== undefined) throw running();
}

function running(): ProtocolError {
  return new ProtocolError('conflict', 'A bundle is being applied', { reason: 'bundle_apply_running' });
}

function stale(): ProtocolError {
  return new ProtocolError('conflict', 'The plan is stale: the tenant or the bundle has changed', {
    reason: 'bundle_plan_stale',
  });
}

function lowerGeneration(expected: number, received: number): ProtocolError {
  return new ProtocolError('conflict', `Generation ${received} is older than the applied generation ${expected}`, {
    reason: 'bundle_generation_lower',
    facts: { expected, received },
  });
}

function refused(errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', 'The bundle has errors, so nothing was applied', {
    reason: 'flow_configuration_invalid',
    facts: placesOf(errors),
    errors,
  });
}
