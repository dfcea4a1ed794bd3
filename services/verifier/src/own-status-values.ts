/** Status of credentials on this installation's own lists: read from the status service directly, without a token. */
import { certificateHost, coversHost } from '@countersign/shared/crypto/x509';
import { credentialIssuer, DEFAULT_TENANT, ID_PATTERN } from '@countersign/shared/kernel/identifiers';
import type { Json, JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { PresentationError } from './protocol/presentation-error.ts';
import type { StatusReference } from './protocol/status-reference.ts';

type OwnStatusDependencies = Pick<Platform, 'settings' | 'call'>;

/** An entry of an own list. */
export interface OwnReference {
  readonly tenant: string;
  readonly n: number;
  readonly reference: StatusReference;
}

/** The own list that a URI names; `nowhere` for an own address that is no list, undefined for foreign addresses. */
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
 * Requests the values, once per tenant. Nothing is cached, so that a revocation takes effect at once.
 * @returns for each reference 0, 1 (revoked), or undefined where there is no such entry
 * @throws PresentationError `status_unavailable` where the credential is not of the list's tenant; and every error of the
 *   status service: an outage is not the wallet's fault and ends no request
 */
export type AskOwnValues = (
  references: readonly OwnReference[],
  requestId: string,
) => ReadonlyMap<StatusReference, Promise<number | undefined>>;

export function createOwnStatusValues(platform: OwnStatusDependencies): AskOwnValues {
  return (references, requestId) => {
    const byTenant = new Map<string, OwnReference[]>();
    const answers = new Map<StatusReference, Promise<number | undefined>>();
    for (const own of references) {
      // A credential of another issuer causes no request: the tenant of the list may not exist.
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
  { call }: OwnStatusDependencies,
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
 * Whether a verified credential was issued by the list's tenant: `iss` names the tenant, and the certificate names this
 * installation. Otherwise a foreign issuer could refer to a list that does not cover its credentials. The key is not compared:
 * the operator may have replaced it since.
 */
function isIssuedHere({ tenant, reference: { iss, signer } }: OwnReference, publicUrl: string): boolean {
  return iss === credentialIssuer(publicUrl, tenant) && coversHost(signer, certificateHost(publicUrl));
}

async function refused(): Promise<never> {
  throw new PresentationError('status_unavailable', { facts: { detail: 'list_of_another_tenant' } });
}
