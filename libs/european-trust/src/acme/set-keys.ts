/** The keys of sets for the renewal: which key is the newest, and which key the next certificate is for. */
import type { X509Certificate } from 'node:crypto';
import { certificateRequestDer } from '@countersign/shared/crypto/certificate-request';
import { notAfter, pemCertificates } from '@countersign/shared/crypto/x509';
import type { SetKey } from '@countersign/shared/keys/key-sets';
import type { Life } from '../renewal/renewal-times.ts';
import type { AcmeCertificate } from './acme-certificates.ts';
import type { CertificateKeys, Renewal } from './renewal-parts.ts';

/** The key whose certificate was installed last. */
export function newestKey(
  keys: readonly SetKey[],
  { set, purpose }: Pick<AcmeCertificate, 'set' | 'purpose'>,
): SetKey | undefined {
  const certified = keys.filter((one) => one.set === set && one.purpose === purpose && one.state !== 'requested');
  return certified.findLast(({ state }) => state === 'pending' || state === 'active');
}

/** How long the most recently installed chain is valid; undefined without one. */
export function newestLife(keys: readonly SetKey[], of: Pick<AcmeCertificate, 'set' | 'purpose'>): Life | undefined {
  const chain = newestKey(keys, of)?.document.certificate;
  return chain === undefined ? undefined : lifeOf(pemCertificates(chain));
}

export interface RequestedKey {
  readonly kid: string;
  /** The certificate request, in DER. */
  readonly csr: Buffer;
}

/**
 * The next certificate's key: the order's key, an unused one from an earlier attempt, or a new one. With
 * `"key": "keep"` it is the key in use.
 */
export async function requestedKey(
  keys: CertificateKeys,
  { tenant, certificate }: Pick<Renewal, 'tenant' | 'certificate'>,
  ordered: string | undefined,
): Promise<RequestedKey> {
  const { set, purpose, subject } = certificate;
  const own = (await keys.list(tenant)).filter((one) => one.set === set && one.purpose === purpose);
  const inUse = certificate.key === 'keep' ? newestKey(own, certificate) : undefined;
  const waiting = own.filter(({ state }) => state === 'requested');
  const found = inUse ?? waiting.find(({ kid }) => kid === ordered) ?? waiting.at(-1);
  if (found !== undefined) return { kid: found.kid, csr: certificateRequestDer(found.document.set?.request ?? '') };
  const { key, csr } = await keys.begin(tenant, { set, purpose }, subject);
  return { kid: key.kid, csr };
}

/** From when to when all certificates of a chain are valid, milliseconds. */
export function lifeOf(chain: readonly X509Certificate[]): Life {
  return {
    notBefore: Math.max(...chain.map(({ validFrom }) => Date.parse(validFrom))),
    notAfter: Math.min(...chain.map(notAfter)),
  };
}
