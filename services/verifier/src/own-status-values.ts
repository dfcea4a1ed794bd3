/** Status of credentials whose list is the service's own: asked of the status service, with no token in between. */
import { certificateHost, coversHost } from '@countersign/shared/crypto/x509';
import { credentialIssuer, DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { PresentationError } from './protocol/presentation-error.ts';
import type { StatusReference } from './protocol/status-reference.ts';

type Parts = Pick<Platform, 'settings' | 'call'>;

/** A place of an own list. */
export interface OwnReference {
  readonly tenant: string;
  readonly n: number;
  readonly reference: StatusReference;
}

/** The list of this service that a URI names, `nowhere` for an address of ours that is none, undefined for others. */
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
 * Asks for the values, once per tenant; each time anew, so that a revocation counts at once.
 * @returns by reference 0, 1 (revoked), or undefined where there is no such entry
 * @throws PresentationError `status_unavailable` where the credential is not of the list's tenant; whatever the status
 *   service throws: that it is down is not the wallet's fault and ends nothing
 */
export type AskOwnValues = (
  references: readonly OwnReference[],
  requestId: string,
) => ReadonlyMap<StatusReference, Promise<number | undefined>>;

export function createOwnStatusValues(platform: Parts): AskOwnValues {
  return (references, requestId) => {
    const byTenant = new Map<string, OwnReference[]>();
    const answers = new Map<StatusReference, Promise<number | undefined>>();
    for (const own of references) {
      // What is no credential of that tenant leads to no question: the tenant may not even exist.
      if (isIssuedHere(own, platform.settings.PUBLIC_URL)) {
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
  { call }: Parts,
  tenant: string,
  owns: readonly OwnReference[],
  id: string,
): Promise<readonly Json[]> {
  const body = { references: owns.map(({ n, reference: { idx } }) => ({ n, idx })) };
  const reply = await call('status.values', {
    ...{ id, tenant, method: 'GET', url: '', params: {}, query: {}, headers: {} },
    encoding: 'json',
    body,
  });
  const { values } = reply.body as JsonObject;
  if (!Array.isArray(values) || values.length !== owns.length) throw new Error('The status service answers otherwise');
  return values as readonly Json[];
}

function valueAt(values: readonly Json[], index: number): number | undefined {
  const value = values[index];
  return typeof value === 'number' ? value : undefined;
}

/**
 * Whether a verified credential was issued by the list's tenant: it says so, and its certificate is made out to this
 * service. Else a foreign issuer could lean on a list that says nothing about its credentials. The key is not compared: an
 * operator may have changed it since.
 */
function isIssuedHere({ tenant, reference: { iss, signer } }: OwnReference, publicUrl: string): boolean {
  return iss === credentialIssuer(publicUrl, tenant) && coversHost(signer, certificateHost(publicUrl));
}

async function refused(): Promise<never> {
  throw new PresentationError('status_unavailable');
}
