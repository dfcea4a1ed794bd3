/**
 * Obtains and renews the certificates of `acme.json`: one replica does. Each run goes one step, and the store keeps where an order is, so that
 * another replica can go on. The present certificate signs until the next one is there and every replica knows it.
 */
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { isoTime } from '@countersign/shared/kernel/clock';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { type CertificateOrderDocument, certificateOrders } from '@countersign/shared/model/tenant/certificate-orders';
import type { Job } from '@countersign/shared/runtime/service';
import { ofTenant, type TenantStore } from '@countersign/shared/store/of-tenant';
import { isRenewalDue } from '../renewal/renewal-times.ts';
import type { AcmeCertificate } from './acme-certificates.ts';
import { AcmeError } from './acme-error.ts';
import { obtainStep } from './obtain-step.ts';
import { newOrderDocument, orderFailed } from './order-transitions.ts';
import type { Renewal, RenewalParts } from './renewal-parts.ts';
import { lifeOf, newestKey } from './set-keys.ts';

/** Milliseconds between two looks at what is due. */
const EVERY = 30_000;

export function renewCertificatesJob(parts: RenewalParts): Job {
  return {
    name: 'renew-certificates',
    every: EVERY,
    exclusive: true,
    run: async () => {
      for (const tenant of await parts.tenants()) {
        for (const certificate of parts.certificates(tenant)) await renewIfDue(parts, tenant, certificate);
      }
    },
  };
}

async function renewIfDue(parts: RenewalParts, tenant: string, certificate: AcmeCertificate): Promise<void> {
  const { store, clock, log } = parts.platform;
  const { set, purpose } = certificate;
  try {
    const own = ofTenant(store, tenant);
    const document = await documentOf(own, { tenant, set, purpose });
    if (clock() < document.next) return;
    if (document.order === undefined && !(await isDue(parts, tenant, certificate))) return;
    await attempt(parts, { tenant, certificate, own, document });
  } catch (error) {
    // One certificate must not keep others from being renewed.
    log.error('A certificate was not renewed', { tenant, configuration: nameOf(certificate), ...errorFields(error) });
  }
}

async function isDue({ keys, platform }: RenewalParts, tenant: string, of: AcmeCertificate): Promise<boolean> {
  const newest = newestKey(await keys.list(tenant), of);
  const life = newest === undefined ? undefined : lifeOf(pemCertificates(newest.document.certificate ?? ''));
  return life === undefined || isRenewalDue(life, platform.clock());
}

async function documentOf(
  own: TenantStore,
  of: Pick<CertificateOrderDocument, 'tenant' | 'set' | 'purpose'>,
): Promise<CertificateOrderDocument> {
  const fresh = newOrderDocument(of);
  const present = (await own.get(certificateOrders, fresh.id)) ?? (await own.insert(certificateOrders, fresh));
  return present ?? documentOf(own, of);
}

async function attempt(parts: RenewalParts, renewal: Renewal): Promise<void> {
  const { tenant, certificate, own, document } = renewal;
  const { metrics, log, clock } = parts.platform;
  try {
    const outcome = await obtainStep(parts, renewal);
    if (outcome === 'waiting') return;
    metrics.count('countersign_certificate_orders_total', { outcome: 'installed' });
    log.info('A certificate was renewed', { tenant, configuration: nameOf(certificate) });
  } catch (error) {
    const failure = failureOf(error);
    // The authority may have forgotten the account; it is opened again with the same key.
    if (failure.reason === 'acme_account_refused') {
      await parts.accounts.keepUrl(tenant, certificate.directory, undefined);
    }
    const after = await own.update(certificateOrders, document.id, (present) => orderFailed(present, failure, clock()));
    await reportFailure(parts, renewal, { failure, after });
  }
}

/** A chain that the keys refuse is a failure of the authority. Anything else is a defect, and is thrown. */
function failureOf(error: unknown): AcmeError {
  if (error instanceof AcmeError) return error;
  if (!(error instanceof ProtocolError) || error.code !== 'invalid_request') throw error;
  const detail = error.options.errors?.[0]?.detail ?? error.message;
  return new AcmeError('acme_certificate_refused', { facts: { detail }, cause: error });
}

interface Failed {
  readonly failure: AcmeError;
  readonly after: CertificateOrderDocument | undefined;
}

async function reportFailure(parts: RenewalParts, { tenant, certificate }: Renewal, failed: Failed): Promise<void> {
  const { reason, facts } = failed.failure;
  const { metrics, log } = parts.platform;
  metrics.count('countersign_certificate_orders_total', { outcome: 'failed' });
  const end = newestKey(await parts.keys.list(tenant), certificate)?.document.notAfter;
  const next = failed.after?.next;
  const detail = [
    String(facts.detail ?? facts.received ?? ''),
    end === undefined ? 'there is no certificate yet' : `the current certificate ends on ${isoTime(end)}`,
    ...(next === undefined ? [] : [`next attempt on ${isoTime(next)}`]),
  ].join('; ');
  log.error('A certificate could not be renewed', { tenant, configuration: nameOf(certificate), reason, detail });
}

function nameOf({ set, purpose }: AcmeCertificate): string {
  return `${set}/${purpose}`;
}
