/** The look-up of the tenants' own access certificates in revocation lists and by OCSP: one replica does, and tells the operator. */
import { certifiedKey } from '@countersign/european-trust/tenant/certified-key';
import type { AccessStatus, RevokedAccess } from '@countersign/european-trust/tenant/revoked-access';
import { leafThumbprint } from '@countersign/shared/crypto/certificate-chain';
import { CertificateError } from '@countersign/shared/crypto/certificate-error';
import { verifiedCertificates } from '@countersign/shared/crypto/certificate-path';
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { createEventAppender } from '@countersign/shared/event-log/append';
import { isWorking } from '@countersign/shared/flow-config/listed';
import { errorFields } from '@countersign/shared/kernel/log-error';
import { DEFAULT_SET } from '@countersign/shared/model/keys/key-documents';
import { allTenants } from '@countersign/shared/runtime/all-tenants';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { type FollowedChain, followedChain } from '../presentation/issuer-trust.ts';
import type { Configurations } from '../query/configurations.ts';
import type { LookUpCertificates } from './certificate-revocation.ts';

/** Milliseconds. Lists and answers are kept until their end is near, so most runs ask nobody. */
const EVERY = 300_000;

export interface AccessWatchParts {
  readonly platform: Pick<
    Platform,
    'store' | 'settings' | 'clock' | 'log' | 'metrics' | 'keys' | 'requirementsOf' | 'newEventId'
  >;
  readonly trustAnchors: TrustAnchors;
  readonly revokedAccess: Pick<RevokedAccess, 'settle'>;
  readonly configurations: Pick<Configurations, 'list'>;
  readonly lookUp: LookUpCertificates;
}

interface Watched {
  /** `<set>/<purpose>` */
  readonly name: string;
  readonly leaf: string;
  readonly chain: FollowedChain;
}

export function accessWatch(parts: AccessWatchParts): Job {
  const { platform } = parts;
  const watchedTenants = async (): Promise<readonly string[]> =>
    (await allTenants(platform)).filter((tenant) => platform.requirementsOf(tenant).certificateRevocation !== 'off');
  return {
    name: 'access-certificates',
    every: EVERY,
    exclusive: true,
    isUsed: async () => (await watchedTenants()).length > 0,
    run: async () => {
      for (const tenant of await watchedTenants()) {
        try {
          await lookUpTenant(parts, tenant);
        } catch (error) {
          platform.log.warn('Access certificates not looked up', { tenant, ...errorFields(error) });
        }
      }
    },
  };
}

async function lookUpTenant(parts: AccessWatchParts, tenant: string): Promise<void> {
  const { platform, revokedAccess } = parts;
  const watched = await watchedOf(parts, tenant);
  const found = new Map<string, AccessStatus>();
  for (const one of watched) {
    const status = await statusOf(parts, tenant, one);
    platform.metrics.count('countersign_access_certificate_checks_total', { outcome: status });
    found.set(one.leaf, status);
  }
  const fresh = new Set(await revokedAccess.settle(tenant, found));
  for (const one of watched) if (fresh.has(one.leaf)) await tell(platform, tenant, one);
}

/** A revoked certificate takes precedence over one with an unknown status. */
async function statusOf({ platform, lookUp }: AccessWatchParts, tenant: string, one: Watched): Promise<AccessStatus> {
  const lookups = await lookUp(tenant, one.chain);
  if (lookups.some((lookup) => lookup.state === 'known' && lookup.revoked)) return 'revoked';
  for (const lookup of lookups) {
    if (lookup.state === 'known') continue;
    const line = { tenant, certificate: one.name, detail: `${lookup.detail} ${lookup.host ?? ''}`.trim() };
    platform.log.warn('An access certificate could not be looked up', line);
    return 'unknown';
  }
  return 'valid';
}

/** What signs requests and metadata, as far as an authority that the tenant trusts has certified it: other addresses are not asked. */
async function watchedOf(parts: AccessWatchParts, tenant: string): Promise<readonly Watched[]> {
  const { platform, trustAnchors, configurations } = parts;
  const listed = (await configurations.list(tenant)).flatMap((one) => (isWorking(one) ? [one.configuration] : []));
  const sets = [...new Set([undefined, ...listed.map(({ keySet }) => keySet)])];
  const anchors = (await trustAnchors(tenant, 'access-authorities')).map(({ certificate }) => certificate);
  const places: readonly { readonly purpose: KeyPurpose; readonly set?: string | undefined }[] = [
    ...sets.map((set) => ({ purpose: 'request', set }) as const),
    { purpose: 'metadata' },
  ];
  const found = new Map<string, Watched>();
  for (const place of places) {
    const key = await certifiedKey(platform.keys, tenant, place);
    const chain = key && chainOf(key, anchors, platform.clock());
    if (key === undefined || chain === undefined) continue;
    const [leaf, name] = [leafThumbprint(key.x5c), `${place.set ?? DEFAULT_SET}/${place.purpose}`];
    if (!found.has(leaf)) found.set(leaf, { name, leaf, chain });
  }
  return [...found.values()];
}

type Anchors = Parameters<typeof followedChain>[1];

function chainOf({ x5c }: SigningKey, anchors: Anchors, now: number): FollowedChain | undefined {
  try {
    const der = x5c.map((one) => Buffer.from(one, 'base64'));
    return followedChain(verifiedCertificates(der, anchors, now, 'access'), anchors, []);
  } catch (error) {
    // Shown as refused by the checks of the certificate.
    if (error instanceof CertificateError) return undefined;
    throw error;
  }
}

async function tell(
  { log, store, clock, newEventId }: AccessWatchParts['platform'],
  tenant: string,
  { name, leaf }: Watched,
): Promise<void> {
  const line = { tenant, certificate: name };
  log.error('The authority has revoked an access certificate', line);
  if (newEventId === undefined) return;
  const { append } = createEventAppender({ store, clock });
  const event = { type: 'access_certificate.revoked', data: { certificate: name } } as const;
  await append({ tenant, events: [{ id: hashOf(`${tenant} ${leaf} revoked`), at: clock(), ...event }] });
}
