/** Status of credentials on this installation's own lists: read from the status service directly, without a token. */

import { DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { StatusReferences } from '@countersign/shared/messages/status-references';
import type { Platform } from '@countersign/shared/runtime/service';
import type { StatusReference } from '../presentation/status-reference.ts';
import { PresentationError } from '../session/presentation-error.ts';
import { createIssuedHere } from './issued-here.ts';

/** A reference to a status list; own identifier lists do not exist. */
export type ListEntryReference = Extract<StatusReference, { readonly idx: number }>;

type OwnStatusDependencies = Pick<Platform, 'settings' | 'call' | 'keys'>;

/** An entry of an own list. */
export interface OwnReference {
  readonly tenant: string;
  readonly n: number;
  readonly reference: ListEntryReference;
}

/** The own list that a URI names; `nowhere` for an own address that isn't a list, undefined for foreign addresses. */
export function ownListOf(uri: string, publicUrl: string): Pick<OwnReference, 'tenant' | 'n'> | 'nowhere' | undefined {
  if (!uri.startsWith(`${publicUrl}/`)) return undefined;
  const path = /^(?:([^/]+)\/)?status-management\/status-list(?:\/([1-9]\d{0,8}))?$/.exec(
    uri.slice(publicUrl.length + 1),
  );
  const [tenant = DEFAULT_TENANT, n = '1'] = path?.slice(1) ?? [];
  if (path === null || !ID_PATTERN.test(tenant)) return 'nowhere';
  return { tenant, n: Number(n) };
}

/**
 * Requests the values, once per tenant. Nothing is cached, so that a revocation takes effect immediately.
 * @returns for each reference 0, 1 (revoked), or undefined if there is no such entry
 * @throws PresentationError `status_unavailable` if the credential belongs to a different tenant than the list; and
 *   every error of the status service, because an outage is not the wallet's fault and doesn't end the request
 */
export type AskOwnValues = (
  references: readonly OwnReference[],
  requestId: string,
) => Promise<ReadonlyMap<StatusReference, Promise<number | undefined>>>;

export function createOwnStatusValues(platform: OwnStatusDependencies): AskOwnValues {
  const isIssuedHere = createIssuedHere(platform);
  return async (references, requestId) => {
    const issuedHere = await Promise.all(references.map(({ tenant, reference }) => isIssuedHere(tenant, reference)));
    const byTenant = new Map<string, OwnReference[]>();
    const answers = new Map<StatusReference, Promise<number | undefined>>();
    for (const [index, own] of references.entries()) {
      // A credential of another issuer causes no request: the tenant of the list may not exist.
      if (issuedHere[index] === true) {
        byTenant.set(own.tenant, [...(byTenant.get(own.tenant) ?? []), own]);
      } else answers.set(own.reference, refused());
    }
    for (const [tenant, owns] of byTenant) {
      const values = askValues(platform, tenant, owns, requestId);
      for (const [index, { reference }] of owns.entries()) {
        answers.set(
          reference,
          values.then((all) => valueAt(all, index)),
        );
      }
    }
    return answers;
  };
}

async function askValues(
  { call }: OwnStatusDependencies,
  tenant: string,
  owns: readonly OwnReference[],
  id: string,
): Promise<readonly Json[]> {
  const body: StatusReferences = { references: owns.map(({ n, reference: { idx } }) => ({ n, idx })) };
  const reply = await call('status.values', {
    id,
    tenant,
    method: 'GET',
    url: '',
    params: {},
    query: {},
    headers: {},
    encoding: 'json',
    body,
  });
  const { values } = reply.body as JsonObject;
  if (!Array.isArray(values) || values.length !== owns.length)
    throw new Error('The status service returned an unexpected response');
  return values as readonly Json[];
}

function valueAt(values: readonly Json[], index: number): number | undefined {
  const value = values[index];
  return typeof value === 'number' ? value : undefined;
}

async function refused(): Promise<never> {
  throw new PresentationError('status_unavailable', { facts: { detail: 'list_of_another_tenant' } });
}
