/** Facts about a refused presentation, for the backend's developer: its format, and the certificate of its issuer. */
import { X509Certificate } from 'node:crypto';
import type { ParsedJwt } from '@countersign/shared/crypto/jwt';
import type { JwtReason } from '@countersign/shared/crypto/jwt-error';
import { certificateFacts } from '@countersign/shared/crypto/x509';
import { type Json, own } from '@countersign/shared/kernel/json';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';

/** The format that a presentation seems to have; none if it looks like an SD-JWT. */
export function formatFacts(presentation: string): Facts {
  const received = formatOf(presentation);
  return received === undefined ? {} : { expected: 'dc+sd-jwt', received };
}

/** The same for a presentation that should be an mdoc; empty if it can be one. */
export function mdocFormatFacts(presentation: string): Facts {
  const received = presentation.includes('~') ? 'dc+sd-jwt' : formatOf(presentation);
  return received === undefined || received === 'mso_mdoc' ? {} : { expected: 'mso_mdoc', received };
}

/** The same for a presentation that should be a W3C credential as a JWT. */
export function jwtVcFormatFacts(presentation: string): Facts {
  const received = presentation.includes('~') ? 'dc+sd-jwt' : formatOf(presentation);
  return received === undefined || received === 'jwt' ? {} : { expected: 'jwt_vc_json', received };
}

function formatOf(presentation: string): string | undefined {
  if (presentation.includes('~')) return undefined;
  if (presentation.startsWith('{')) return 'JSON';
  if (/^[\w-]+\.[\w-]+\.[\w-]*$/.test(presentation)) return 'jwt';
  // ISO 18013-5, 8.3.2.1.2.2: base64url of a CBOR map with one to three members
  if (/^o[Wm2][\w-]+$/.test(presentation)) return 'mso_mdoc';
  return undefined;
}

/**
 * The certificate of the issuer and the place of the anchors, for a refusal.
 * @param place folder of the anchors
 */
export function signerFacts({ header }: ParsedJwt, place: string | undefined): Facts {
  return { ...leafFacts(own(header, 'x5c')), ...(place === undefined ? {} : { place }) };
}

/** The same for a refused certificate path, with the certificate in question, or a refused signature. */
export function refusedSignerFacts(reason: JwtReason, jwt: ParsedJwt, place: string | undefined): Facts {
  if (reason === 'certificate_path') return place === undefined ? {} : { place };
  return reason === 'key' || reason === 'signature' ? signerFacts(jwt, place) : {};
}

/** Subject and fingerprint of the first certificate; empty if it can't be read. */
function leafFacts(x5c: Json | undefined): Facts {
  try {
    const [leaf] = certificatesOf(Array.isArray(x5c) ? x5c.slice(0, 1) : []);
    return leaf === undefined ? {} : certificateFacts(leaf);
  } catch {
    return {};
  }
}

/**
 * The certificates in `x5c`.
 * @throws if one can't be read
 */
export function certificatesOf(x5c: Json | undefined): readonly X509Certificate[] {
  return ((x5c ?? []) as readonly Json[]).map((element) => new X509Certificate(Buffer.from(String(element), 'base64')));
}
