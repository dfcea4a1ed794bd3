/**
 * Revocation lists and responders' responses: fetched, checked with the issuer of the certificate in question, and
 * cached.
 */
import type { X509Certificate } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { certificateFields } from '@countersign/european-trust/revocation/certificate-fields';
import { ocspQuestion, ocspRequest } from '@countersign/european-trust/revocation/ocsp-request';
import { type OcspAnswer, readOcspResponse } from '@countersign/european-trust/revocation/ocsp-response';
import { type ReadCrl, readCrl } from '@countersign/european-trust/revocation/read-crl';
import { hashOf } from '@countersign/shared/crypto/sha256';
import type { Outbound } from '@countersign/shared/http/outbound';
import type { Clock } from '@countersign/shared/kernel/clock';
import type { Log } from '@countersign/shared/kernel/log';
import type { Random } from '@countersign/shared/kernel/random';
import { createHostBreaker } from '@countersign/shared/trust/host-breaker';
import { LRUCache } from 'lru-cache';
import { fetchSigned } from './fetch-signed.ts';
import { createKeptDocuments, type Failure, type Kept, keptUntil } from './kept-documents.ts';

const MAX_CRL_BYTES = 10 * 1024 * 1024;
const MAX_OCSP_BYTES = 65_536;
/** Milliseconds for a fetch; a redirect gets the same time again. */
const FETCH_TIMEOUT = 3000;
const NONCE_BYTES = 32;
/** Entries of a list that are read before other requests have their turn. */
const ENTRIES_A_TURN = 1000;
/** Bytes of memory for all lists, of which an entry uses about this much. */
const MAX_CACHE_BYTES = 67_108_864;
const ENTRY_BYTES = 64;
/** Size of a list without entries, in entries. */
const OVERHEAD = 8;
const MAX_ANSWERS = 10_000;

/** A certificate in question and its issuer, both verified. */
export interface Certified {
  readonly certificate: X509Certificate;
  readonly issuer: X509Certificate;
  readonly tenant: string;
}

export type Lookup = { readonly state: 'known'; readonly revoked: boolean } | Failure;

export interface RevocationDocuments {
  /** The list at an address that the certificate names. */
  crl(url: string, certified: Certified): Promise<Lookup>;
  /** The response of an OCSP responder that the certificate names. */
  ocsp(url: string, certified: Certified): Promise<Lookup>;
  /** Fetches lists in use again before they expire. */
  renew(): Promise<void>;
}

type KeptCrl = Pick<ReadCrl, 'scope'> & Kept & { readonly serials: ReadonlySet<string> };
type KeptAnswer = OcspAnswer & Kept;

/** Creates the caches of one process. The promises reject for defects only. */
export function createRevocationDocuments({
  clock,
  random,
  outbound,
  log,
}: {
  readonly clock: Clock;
  readonly random: Random;
  readonly outbound: Outbound;
  readonly log: Pick<Log, 'error'>;
}): RevocationDocuments {
  const common = { clock, log, breaker: createHostBreaker(clock) };
  const sizeCalculation = ({ serials }: KeptCrl) => (serials.size + OVERHEAD) * ENTRY_BYTES;
  const crls = createKeptDocuments<KeptCrl>({
    ...common,
    cache: new LRUCache<string, KeptCrl>({ maxSize: MAX_CACHE_BYTES, sizeCalculation }),
  });
  const answers = createKeptDocuments<KeptAnswer>({
    ...common,
    cache: new LRUCache<string, KeptAnswer>({ max: MAX_ANSWERS }),
  });

  const loadCrl = async (url: string, issuer: X509Certificate): Promise<KeptCrl> => {
    const der = await fetchSigned(outbound, { url, method: 'GET', maxBytes: MAX_CRL_BYTES, timeout: FETCH_TIMEOUT });
    const read = await readCrl(der, issuer, clock());
    return { scope: read.scope, serials: await serialsOf(read), ...keptUntil(clock(), read.nextUpdate) };
  };

  const loadAnswer = async (url: string, { certificate, issuer }: Certified): Promise<KeptAnswer> => {
    const question = ocspQuestion(certificate, issuer, random(NONCE_BYTES));
    const headers = { 'content-type': 'application/ocsp-request' };
    const limits = { maxBytes: MAX_OCSP_BYTES, timeout: FETCH_TIMEOUT };
    const der = await fetchSigned(outbound, { url, method: 'POST', headers, body: ocspRequest(question), ...limits });
    const answer = await readOcspResponse(der, { question, issuer, now: clock() });
    return { ...answer, ...keptUntil(clock(), answer.until) };
  };

  return {
    crl: async (url, { certificate, issuer, tenant }) => {
      const key = `${issuer.fingerprint256} ${url}`;
      const found = await crls.get({ key, url, tenant, load: () => loadCrl(url, issuer) });
      return found.state === 'kept' ? verdictOf(found.kept, certificate, url) : found;
    },
    ocsp: async (url, certified) => {
      const { certificate, issuer, tenant } = certified;
      const key = `${hashOf(`${issuer.fingerprint256} ${certificate.fingerprint256}`)} ${url}`;
      const found = await answers.get({ key, url, tenant, load: () => loadAnswer(url, certified) });
      return found.state === 'kept' ? { state: 'known', revoked: found.kept.revoked } : found;
    },
    renew: () => crls.renew(),
  };
}

async function serialsOf({ entries }: Pick<ReadCrl, 'entries'>): Promise<ReadonlySet<string>> {
  const serials = new Set<string>();
  let read = 0;
  for (const serial of entries()) {
    serials.add(serial);
    read += 1;
    if (read % ENTRIES_A_TURN === 0) await turn();
  }
  return serials;
}

/** Whether the list covers the certificate, and has it. */
function verdictOf({ scope, serials }: KeptCrl, certificate: X509Certificate, url: string): Lookup {
  const { host } = new URL(url);
  if (scope.points?.includes(url) === false) return { state: 'unusable', detail: 'other_distribution_point', host };
  if (scope.only !== undefined && (scope.only === 'authorities') !== certificate.ca) {
    return { state: 'unusable', detail: 'partial', host };
  }
  return { state: 'known', revoked: serials.has(certificateFields(certificate).serial) };
}
