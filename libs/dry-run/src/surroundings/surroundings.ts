/** What a dry run reads apart from the flow: configurations, trust, certificates, addresses. Reads and probes; decides nothing. */

import { createHash, type X509Certificate } from 'node:crypto';
import type { Registrations } from '@countersign/european-trust/tenant/registrations';
import { authorityKeyIdentifier } from '@countersign/shared/crypto/certificate-extensions';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import { notAfter } from '@countersign/shared/crypto/x509';
import type { ReadConfiguration } from '@countersign/shared/flow-config/read-configurations';
import { isHighAssurance } from '@countersign/shared/flow-config/tenant-profile';
import { type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { vctUrl } from '@countersign/shared/kernel/identifiers';
import { isObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { type IssuedType, member, ownTypes } from '../warnings/claim-names.ts';
import type { TrustedIssuer } from '../warnings/query-warnings.ts';
import type { Probe, SigningState } from '../warnings/tenant-warnings.ts';

export type SurroundingsPlatform = Pick<Platform, 'settings' | 'call' | 'keys' | 'clock' | 'requirementsOf'>;

export interface SurroundingsParts {
  readonly platform: SurroundingsPlatform;
  readonly trustAnchors: TrustAnchors;
  readonly registrations: Registrations;
}

/** Format and type of a credential configuration; without `vct` the type of an SD-JWT VC is its address here. */
export function typeOf({ id, configuration }: ReadConfiguration, publicUrl: string, tenant: string): IssuedType {
  const config = member(configuration, 'config');
  const { format, vct, doctype } = config;
  if (format === 'mso_mdoc') return { format, type: String(doctype) };
  if (format === 'jwt_vc_json') return { format, type: ownTypes(member(config, 'credential_definition').type) };
  return { format: 'dc+sd-jwt', type: typeof vct === 'string' ? vct : vctUrl(publicUrl, tenant, id) };
}

/** Whether users can sign in at the tenant. */
export async function hasSignIn(
  { platform: { call } }: Pick<SurroundingsParts, 'platform'>,
  request: OperationRequest<unknown>,
) {
  try {
    await call('issuer.sign-in.get', onBehalfOf(request, { method: 'GET', tenant: request.tenant }));
    return true;
  } catch (error) {
    if (error instanceof ProtocolError && error.code === 'not_found') return false;
    throw error;
  }
}

/** The key that would sign now, or why none can. */
export async function signingState(
  { platform: { keys } }: Pick<SurroundingsParts, 'platform'>,
  tenant: string,
  purpose: KeyPurpose,
  keySet?: string,
): Promise<SigningState> {
  try {
    const { notAfter: end } = await keys.signer(tenant, purpose, keySet);
    return { notAfter: end };
  } catch (error) {
    const why = error instanceof ProtocolError ? (error.options.cause ?? error) : error;
    const detail = why instanceof Error ? why.message : 'It cannot be read';
    return { broken: `The key for ${SIGNED[purpose] ?? 'credentials'} cannot be used: ${detail}` };
  }
}

const SIGNED: Readonly<Partial<Record<KeyPurpose, string>>> = { request: 'requests', mdoc: 'mdocs' };

/** The issuers that the tenant trusts, and when their certificates expire, milliseconds. */
export async function trustedIssuers(
  { trustAnchors }: Pick<SurroundingsParts, 'trustAnchors'>,
  tenant: string,
): Promise<{ readonly trusted: readonly TrustedIssuer[]; readonly ends: readonly number[] }> {
  const anchors = await trustAnchors(tenant, 'issuers');
  const trusted = anchors.map(({ certificate, vcts, doctypes, own = false }) => {
    const keyIds = keyIdsOf(certificate);
    return { vcts, doctypes, own, ...(keyIds === undefined ? {} : { keyIds }) };
  });
  return { trusted, ends: anchors.map(({ certificate }) => notAfter(certificate)) };
}

/** RFC 5280, 4.2.1.2, method 1, for an EC key; and the key identifier of the certificate's issuer. */
function keyIdsOf(certificate: X509Certificate): readonly string[] | undefined {
  const { kty, x, y } = certificate.publicKey.export({ format: 'jwk' });
  if (kty !== 'EC' || x === undefined || y === undefined) return undefined;
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const own = createHash('sha1').update(point).digest('base64url');
  const by = authorityKeyIdentifier(certificate)?.toString('base64url');
  return by === undefined ? [own] : [own, by];
}

/** The profile of the tenant, or why it is not served. */
export function profileOf(
  { requirementsOf }: SurroundingsPlatform,
  tenant: string,
): { readonly haip: boolean; readonly broken?: string } {
  try {
    return { haip: isHighAssurance(requirementsOf(tenant).profile) };
  } catch (error) {
    const cause = error instanceof ProtocolError ? error.options.cause : error;
    return { haip: false, broken: cause instanceof Error ? cause.message : 'tenant.json cannot be read' };
  }
}

/** Fetches an address through the issuer, which has a way to the internet. */
export async function probe(
  { platform: { call } }: Pick<SurroundingsParts, 'platform'>,
  request: OperationRequest<unknown>,
  url: string,
): Promise<Probe> {
  const asked = onBehalfOf(request, { method: 'POST', body: { url }, encoding: 'json', repeatable: true });
  const { body: answer } = await call('issuer.probe-address', asked);
  if (!isObject(answer) || typeof answer.status !== 'number') {
    return { ok: false, why: isObject(answer) && typeof answer.why === 'string' ? answer.why : 'unreachable' };
  }
  const { status, type, body } = answer;
  return { ok: true, status, body: Buffer.from(String(body), 'base64'), type: String(type) };
}
