/**
 * Whether the certificates behind presented credentials are revoked (RFC 5280, 6.3; RFC 6960). Checked only once a path
 * has been verified: until then its addresses are an attacker's. The readers of lists and responses are loaded at first
 * use.
 */
import { certificateFacts } from '@countersign/shared/crypto/x509';
import type { CertificateRevocation } from '@countersign/shared/flow-config/tenant-profile';
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import type { Reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { withTimeout } from '@countersign/shared/kernel/with-timeout';
import type { Job, Platform } from '@countersign/shared/runtime/service';
import type { FollowedChain } from '../presentation/issuer-trust.ts';
import type { PresentedChain } from '../presentation/verify-response.ts';
import { PresentationError, withCredential } from '../session/presentation-error.ts';
import type { Certified, Lookup, RevocationDocuments } from './revocation-documents.ts';

/** Milliseconds between two looks at the lists that are in use. */
const EVERY = 300_000;
/** Part of INTERNAL_TIMEOUT for all look-ups of one response. */
const TIME_SHARE = 1 / 2;

export interface CertificateQuestion {
  readonly chains: readonly PresentedChain[];
  readonly tenant: string;
  readonly rule: Exclude<CertificateRevocation, 'off'>;
}

/**
 * Looks up every certificate below its anchor.
 * @returns failed look-ups, if the rule accepts them
 * @throws PresentationError `certificate_revoked`, `certificate_status_unavailable`
 */
export type CheckCertificates = (question: CertificateQuestion) => Promise<readonly Reasoned[]>;

/** The status of each certificate below the anchor of a verified path, its leaf first. The promise rejects for defects only. */
export type LookUpCertificates = (tenant: string, chain: FollowedChain) => Promise<readonly Lookup[]>;

type Parts = Pick<Platform, 'clock' | 'random' | 'settings' | 'log'>;

interface Reader {
  readonly documents: RevocationDocuments;
  readonly sourcesOf: typeof import('@countersign/european-trust/revocation/revocation-sources').revocationSources;
}

/** @param outbound for documents that are verified by their own signature */
export function createCertificateRevocation(
  { clock, random, settings, log }: Parts,
  outbound: () => Outbound,
): { readonly check: CheckCertificates; readonly lookUp: LookUpCertificates; readonly job: Job } {
  let loaded: Promise<Reader> | undefined;
  const load = async (): Promise<Reader> => {
    const [{ createRevocationDocuments }, { revocationSources }] = await Promise.all([
      import('./revocation-documents.ts'),
      import('@countersign/european-trust/revocation/revocation-sources'),
    ]);
    const documents = createRevocationDocuments({ clock, random, log, outbound: outbound() });
    return { documents, sourcesOf: revocationSources };
  };
  const reader = (): Promise<Reader> => {
    loaded ??= load();
    return loaded;
  };
  const check: CheckCertificates = async ({ chains, tenant, rule }) => {
    if (chains.length === 0) return [];
    const read = await reader();
    const asked = chains.flatMap(({ credential, ...chain }) =>
      pairsOf(tenant, chain).map((pair) => ({ credential, ...pair })),
    );
    const late = (): Lookup => ({ state: 'unreachable', detail: 'timeout' });
    const limit = settings.INTERNAL_TIMEOUT * TIME_SHARE;
    const verdicts = await Promise.all(
      asked.map((one) => withTimeout(statusOf(read, one), limit, () => new Late()).catch(orLate(late))),
    );
    // A revoked certificate takes precedence over an unknown one, in any order.
    const revoked = verdicts.findIndex((one) => one.state === 'known' && one.revoked);
    if (revoked >= 0) throw refused('certificate_revoked', asked[revoked]);
    const notes = verdicts.flatMap((one, at) => (one.state === 'known' ? [] : [noteOf(one, asked[at])]));
    const [first] = notes;
    if (rule === 'soft' || first === undefined) return notes;
    throw refused('certificate_status_unavailable', undefined, first.facts);
  };
  const run = async (): Promise<void> => (await loaded)?.documents.renew();
  const lookUp: LookUpCertificates = async (tenant, chain) => {
    const read = await reader();
    return Promise.all(pairsOf(tenant, chain).map((pair) => statusOf(read, pair)));
  };
  return { check, lookUp, job: { name: 'certificate-revocation', every: EVERY, run } };
}

interface Asked extends Certified {
  readonly credential: string;
}

function pairsOf(tenant: string, { path, anchor }: FollowedChain): readonly Certified[] {
  return path.map((certificate, at) => ({ certificate, issuer: path[at + 1] ?? anchor, tenant }));
}

class Late extends Error {}

function orLate(late: () => Lookup): (error: unknown) => Lookup {
  return (error) => {
    if (error instanceof Late) return late();
    throw error;
  };
}

/** Lists first, because they tell nobody which certificate is in question. The first source that knows decides. */
async function statusOf({ documents, sourcesOf }: Reader, asked: Certified): Promise<Lookup> {
  const { crls, ocsp, noneNeeded } = sourcesOf(asked.certificate);
  if (noneNeeded) return { state: 'known', revoked: false };
  let failure: Lookup = { state: 'unusable', detail: 'no_source' };
  for (const url of crls) {
    const found = await documents.crl(url, asked);
    if (found.state === 'known') return found;
    failure = found;
  }
  for (const url of ocsp) {
    const found = await documents.ocsp(url, asked);
    if (found.state === 'known') return found;
    failure = found;
  }
  return failure;
}

function noteOf(lookup: Exclude<Lookup, { readonly state: 'known' }>, asked: Asked | undefined): Reasoned {
  const { detail, host } = lookup;
  const dependency = host === undefined ? {} : { dependency: `revocation at ${host}` };
  const facts: Facts = { ...factsOf(asked), detail, ...dependency };
  return { reason: 'certificate_status_unavailable', facts };
}

function factsOf(asked: Asked | undefined): Facts {
  return asked === undefined ? {} : { ...certificateFacts(asked.certificate), credential: asked.credential };
}

function refused(
  reason: 'certificate_revoked' | 'certificate_status_unavailable',
  asked: Asked | undefined,
  facts: Facts = factsOf(asked),
): unknown {
  const { credential, ...rest } = facts;
  const error = new PresentationError(reason, { facts: rest });
  return withCredential(error, typeof credential === 'string' ? credential : undefined);
}
