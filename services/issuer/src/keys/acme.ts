/**
 * Certificates through ACME: the job that renews them, `GET /keys/renewals`, and
 * `GET /.well-known/acme-challenge/{token}`.
 */
import { replaceAccountKeys } from '@countersign/european-trust/acme/account-rollover';
import { createAcmeAccounts } from '@countersign/european-trust/acme/acme-accounts';
import { createAcmeCertificates, directoriesOf } from '@countersign/european-trust/acme/acme-certificates';
import { challengeAnswer } from '@countersign/european-trust/acme/challenge-answers';
import { orderView } from '@countersign/european-trust/acme/order-view';
import { renewCertificatesJob } from '@countersign/european-trust/acme/renew-certificates';
import { newestLife } from '@countersign/european-trust/acme/set-keys';
import { registrarOf } from '@countersign/european-trust/registrar/renew-registrations';
import { createTenantRegistrars } from '@countersign/european-trust/registrar/tenant-registrar';
import type { Operation } from '@countersign/shared/http/message';
import type { Outbound } from '@countersign/shared/http/outbound';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { tenantsByFolder } from '@countersign/shared/kernel/versioned-file';
import type { KeySets } from '@countersign/shared/keys/key-sets';
import { certificateOrderId, certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';

export interface AcmeParts {
  readonly platform: Platform;
  readonly outbound: Outbound;
  /** Variables that `macKeyEnv` in acme.json may name. */
  readonly environment: Environment;
  readonly trustAnchors: TrustAnchors;
  readonly keys: KeySets;
}

export function renewalJob({ platform, outbound, environment, trustAnchors, keys }: AcmeParts): Job {
  const variable = (name: string) => environment[name];
  const registrars = createTenantRegistrars(platform);
  return renewCertificatesJob({
    platform,
    outbound,
    trustAnchors,
    keys,
    accounts: createAcmeAccounts(platform),
    certificates: createAcmeCertificates(platform),
    variable,
    registrarOf: (tenant) => {
      const found = registrars(tenant);
      if (found === undefined) return undefined;
      const { identifier, party } = found.written;
      return { registrar: registrarOf({ outbound, platform, variable }, found), identifier, party };
    },
    storeRegistration: async (tenant, { id, jwt }) => {
      const to = { id: 'registration-of-order', tenant, method: 'POST', url: '', params: {}, query: {}, headers: {} };
      await platform.call('verifier.registration.put', { ...to, encoding: 'json', body: { id, jwt } });
    },
    tenants: async () => tenantsByFolder(platform.settings.CONFIG_FOLDER),
  });
}

/** `GET /keys/renewals` */
export function renewals(
  platform: Pick<Platform, 'settings' | 'edits' | 'log' | 'store'>,
  keySets: Pick<KeySets, 'list'>,
): Operation {
  const certificates = createAcmeCertificates(platform);
  return async ({ tenant }) => {
    const own = ofTenant(platform.store, tenant);
    const wanted = certificates(tenant);
    const keys = wanted.length === 0 ? [] : await keySets.list(tenant);
    const found = wanted.map(async (one) => {
      const order = await own.get(certificateOrders, certificateOrderId(tenant, one));
      return orderView(one, { order, life: newestLife(keys, one) });
    });
    return { body: { certificates: await Promise.all(found) } };
  };
}

/** `POST /keys/renewals/account-keys` */
export function accountKeys(platform: Platform, outbound: Outbound): Operation {
  const certificates = createAcmeCertificates(platform);
  const parts = { accounts: createAcmeAccounts(platform), outbound, clock: platform.clock };
  return async ({ tenant }) => {
    const replaced = await replaceAccountKeys(parts, tenant, directoriesOf(certificates(tenant)));
    return { body: { accounts: replaced.map((one) => ({ ...one })) } };
  };
}

/** Parameter `token`. @throws ProtocolError `not_found` if no open challenge has it */
export function acmeChallenge({ store }: Pick<Platform, 'store'>): Operation {
  return async ({ params: { token = '' } }) => {
    const answer = await challengeAnswer(store, token);
    if (answer === undefined) {
      throw new ProtocolError('not_found', 'There is no such challenge', { reason: 'acme_challenge_unknown' });
    }
    return { raw: Buffer.from(answer), contentType: 'application/octet-stream' };
  };
}
