/**
 * Obtains and renews the certificates in `acme.json`, on one replica. Each run takes one step, and the store keeps the
 * order's progress, so that another replica can continue. The current certificate signs until the next one exists and
 * every replica knows it.
 */
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import type { Job } from '@countersign/shared/runtime/service';
import { attempt } from '../renewal/attempt.ts';
import { isRenewalDue } from '../renewal/renewal-times.ts';
import type { AcmeCertificate } from './acme-certificates.ts';
import { AcmeError } from './acme-error.ts';
import { obtainStep } from './obtain-step.ts';
import { newOrderDocument, orderFailed } from './order-transitions.ts';
import type { RenewalParts } from './renewal-parts.ts';
import { newestKey, newestLife } from './set-keys.ts';

/** Milliseconds between two checks for due work. */
const EVERY = 30_000;

export function renewCertificatesJob(parts: RenewalParts): Job {
  return {
    name: 'renew-certificates',
    every: EVERY,
    exclusive: true,
    isUsed: async () => (await parts.tenants()).some((tenant) => parts.certificates(tenant).length > 0),
    run: async () => {
      for (const tenant of await parts.tenants()) {
        for (const certificate of parts.certificates(tenant)) await renewIfDue(parts, tenant, certificate);
      }
    },
  };
}

async function renewIfDue(parts: RenewalParts, tenant: string, certificate: AcmeCertificate): Promise<void> {
  const { set, purpose } = certificate;
  const { metrics } = parts.platform;
  await attempt(parts.platform, {
    tenant,
    collection: certificateOrders,
    fresh: newOrderDocument({ tenant, set, purpose }),
    name: nameOf(certificate),
    work: async (own, document) => {
      if (document.order === undefined && !(await isDue(parts, tenant, certificate))) return undefined;
      const outcome = await obtainStep(parts, { tenant, certificate, own, document });
      return outcome === 'installed' ? 'done' : 'waiting';
    },
    failureOf: async (error) => {
      const failure = failureOf(error);
      // The authority may have forgotten the account; it is opened again with the same key.
      if (failure?.reason === 'acme_account_refused') {
        await parts.accounts.keepUrl(tenant, certificate.directory, undefined);
      }
      return failure;
    },
    failed: orderFailed,
    count: (outcome) =>
      metrics.count('countersign_certificate_orders_total', { outcome: outcome === 'done' ? 'installed' : 'failed' }),
    says: {
      done: 'A certificate was renewed',
      failed: 'A certificate could not be renewed',
      broken: 'A certificate was not renewed',
    },
    detail: async () => {
      const end = newestKey(await parts.keys.list(tenant), certificate)?.document.notAfter;
      return end === undefined ? 'there is no certificate yet' : `the current certificate expires on ${isoTime(end)}`;
    },
  });
}

async function isDue({ keys, platform }: RenewalParts, tenant: string, of: AcmeCertificate): Promise<boolean> {
  const life = newestLife(await keys.list(tenant), of);
  return life === undefined || isRenewalDue(life, platform.clock());
}

/** A chain that the keys refuse is a failure of the authority. Anything else is a defect. */
function failureOf(error: unknown): AcmeError | undefined {
  if (error instanceof AcmeError) return error;
  if (!(error instanceof ProtocolError) || error.code !== 'invalid_request') return undefined;
  const detail = error.options.errors?.[0]?.detail ?? error.message;
  return new AcmeError('acme_certificate_refused', { facts: { detail }, cause: error });
}

function nameOf({ set, purpose }: AcmeCertificate): string {
  return `${set}/${purpose}`;
}
