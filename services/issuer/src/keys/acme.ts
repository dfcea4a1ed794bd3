/**
 * Certificates through ACME: the job that renews them, `GET /keys/renewals`, and
 * `GET /.well-known/acme-challenge/{token}`.
 */
import { rollOverAccount } from '@countersign/european-trust/acme/account-rollover';
import { createAcmeAccounts } from '@countersign/european-trust/acme/acme-accounts';
import { createAcmeCertificates } from '@countersign/european-trust/acme/acme-certificates';
import { AcmeError } from '@countersign/european-trust/acme/acme-error';
import { acmeReasons } from '@countersign/european-trust/acme/acme-reasons';
import { challengeAnswer } from '@countersign/european-trust/acme/challenge-answers';
import { orderView } from '@countersign/european-trust/acme/order-view';
import { renewCertificatesJob } from '@countersign/european-trust/acme/renew-certificates';
import { newestLife } from '@countersign/european-trust/acme/set-keys';
import { registrarOf } from '@countersign/european-trust/registrar/renew-registrations';
import { createTenantRegistrars } from '@countersign/european-trust/registrar/tenant-registrar';
import type { Operation } from '@countersign/shared/http/message';
import type { Outbound } from '@countersign/shared/http/outbound';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
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

/**
 * `POST /keys/renewals/account-keys`: each authority in acme.json in turn. A refusal by one does not affect the others.
 */
export function replaceAccountKeys(platform: Platform, outbound: Outbound): Operation {
  const certificates = createAcmeCertificates(platform);
  const parts = { accounts: createAcmeAccounts(platform), outbound, clock: platform.clock };
  const replaced = async (tenant: string, directory: string): Promise<JsonObject> => {
    try {
      const outcome = (await rollOverAccount(parts, tenant, directory)) ? 'replaced' : 'no_account';
      return { directory, outcome };
    } catch (error) {
      if (!(error instanceof AcmeError)) throw error;
      const { reason, facts } = error;
      const { explanation, hint } = acmeReasons[reason];
      const detail = facts.detail === undefined ? {} : { detail: String(facts.detail) };
      return { directory, outcome: 'failed', reason, ...detail, explanation, hint };
    }
  };
  return async ({ tenant }) => {
    const accounts: JsonObject[] = [];
    for (const directory of new Set(certificates(tenant).map((one) => one.directory))) {
      accounts.push(await replaced(tenant, directory));
    }
    return { body: { accounts } };
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
