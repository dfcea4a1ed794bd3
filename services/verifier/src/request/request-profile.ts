/**
 * How a presentation request is made, one row per profile of a presentation configuration. Without a profile a request
 * is signed under the tenant's certificate.
 */
import { clientIdentifier } from '@countersign/shared/openid4vp/verifier-identity';
import type { ResponseMode } from '../presentation/authorization-response.ts';
import { ISO_MDOC } from '../query/iso-mdoc-request.ts';
import type { RequestProfileName } from '../query/presentation-configuration.ts';
import { SIGNED } from './dc-api-request.ts';

export interface RequestProfile {
  /** OpenID4VP 1.0, 5.9.3: who asks. A request under `redirect_uri` must not be signed. */
  readonly clientIdPrefix: 'certificate' | 'redirect_uri';
  readonly signed: boolean;
  /** Whether the link contains an address of the request object, or the request itself (5.1). */
  readonly passed: 'reference' | 'value';
  /** The link's scheme; default: REQUEST_SCHEME. */
  readonly scheme?: string;
  /** The modes of a response to a link, the default first. */
  readonly linkModes: readonly [ResponseMode, ...ResponseMode[]];
  /** The protocols of a page of this server or with a button. */
  readonly pageProtocols: readonly string[];
  /** What is kept of a verified presentation: its claims and signer, or only the claims. */
  readonly keeps: 'credential' | 'answer';
}

const SIGNED_REQUESTS: RequestProfile = {
  clientIdPrefix: 'certificate',
  signed: true,
  passed: 'reference',
  linkModes: ['direct_post.jwt', 'direct_post'],
  pageProtocols: [SIGNED, ISO_MDOC],
  keeps: 'credential',
};

const PROFILES: Readonly<Record<RequestProfileName, RequestProfile>> = {
  /** EU age verification profile, annex A: its wallets know no registered verifiers. */
  age: {
    clientIdPrefix: 'redirect_uri',
    signed: false,
    passed: 'value',
    scheme: 'av',
    linkModes: ['direct_post'],
    pageProtocols: [ISO_MDOC],
    keeps: 'answer',
  },
};

export const requestProfiles: readonly RequestProfile[] = [SIGNED_REQUESTS, ...Object.values(PROFILES)];

/** @param name in the configuration, or in the stored request */
export function requestProfile(name: RequestProfileName | undefined): RequestProfile {
  return name === undefined ? SIGNED_REQUESTS : PROFILES[name];
}

/** @param options of a request under the tenant's certificate: its requirements, key and issuer */
export function clientIdOf(
  { clientIdPrefix }: Pick<RequestProfile, 'clientIdPrefix'>,
  options: {
    readonly responseUri: string;
    readonly certificate: Parameters<typeof clientIdentifier> | undefined;
  },
): string {
  const { responseUri, certificate } = options;
  if (clientIdPrefix === 'redirect_uri') return `redirect_uri:${responseUri}`;
  if (certificate === undefined) throw new Error('A request under a certificate needs its key');
  return clientIdentifier(...certificate);
}
