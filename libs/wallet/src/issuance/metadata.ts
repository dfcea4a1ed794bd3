/** Metadata of issuer and authorization server as a wallet reads them: fetched, checked, refused. Independent of the server's code. */
import { X509Certificate } from 'node:crypto';
import { decodeProtectedHeader, importX509, jwtVerify } from 'jose';
import type { MetadataHabits, WellKnownForm } from '../profiles/wallet-habits.ts';
import type { Answer } from '../sending/answer.ts';
import { Refused, WalletRefuses } from '../sending/failures.ts';
import type { Transport } from '../sending/transport.ts';

export interface ProofType {
  readonly proof_signing_alg_values_supported: readonly string[];
  readonly key_attestations_required?: object;
}

export interface CredentialConfiguration {
  readonly format: string;
  readonly scope?: string;
  readonly vct?: string;
  readonly doctype?: string;
  readonly credential_definition?: { readonly type: readonly string[] };
  /** Names of JOSE, or numbers of COSE for an mdoc. */
  readonly credential_signing_alg_values_supported?: readonly (string | number)[];
  readonly proof_types_supported?: Readonly<Record<string, ProofType>>;
  readonly credential_metadata?: object;
}

export interface EncryptionOffer {
  readonly alg_values_supported?: readonly string[];
  readonly enc_values_supported: readonly string[];
  readonly zip_values_supported?: readonly string[];
  readonly encryption_required: boolean;
  readonly jwks?: { readonly keys: readonly EncryptionJwk[] };
}

export interface EncryptionJwk {
  readonly kty: string;
  readonly crv: string;
  readonly x: string;
  readonly y: string;
  readonly kid: string;
  readonly alg: string;
}

export interface IssuerMetadata {
  readonly credential_issuer: string;
  readonly authorization_servers?: readonly string[];
  readonly credential_endpoint: string;
  readonly nonce_endpoint?: string;
  readonly deferred_credential_endpoint?: string;
  readonly notification_endpoint?: string;
  readonly credential_request_encryption?: EncryptionOffer;
  readonly credential_response_encryption?: EncryptionOffer;
  readonly batch_credential_issuance?: { readonly batch_size: number };
  readonly credential_configurations_supported: Readonly<Record<string, CredentialConfiguration>>;
  readonly issuer_info?: readonly unknown[];
}

export interface ServerMetadata {
  readonly issuer: string;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly pushed_authorization_request_endpoint?: string;
  readonly authorization_challenge_endpoint?: string;
  readonly interactive_authorization_endpoint?: string;
  readonly challenge_endpoint?: string;
  readonly token_endpoint_auth_methods_supported?: readonly string[];
  readonly client_attestation_signing_alg_values_supported?: readonly string[];
  readonly client_attestation_pop_signing_alg_values_supported?: readonly string[];
}

export interface Metadata {
  readonly issuer: IssuerMetadata;
  readonly server: ServerMetadata;
  /** The issuer metadata came signed. */
  readonly signed: boolean;
}

/** The wallet refuses the metadata. */
export class MetadataRefused extends WalletRefuses {
  override readonly name = 'MetadataRefused';
  readonly reasons: readonly string[];
  constructor(reasons: readonly string[]) {
    super(`The wallet refuses the metadata: ${reasons.join('; ')}`);
    this.reasons = reasons;
  }
}

export interface MetadataSource {
  readonly issuer: string;
  readonly habits: MetadataHabits;
  readonly transport: Transport;
  /** Seconds. */
  readonly now: number;
  /** Anchors of issuers, PEM; a signed document is not accepted without one. */
  readonly anchors: readonly string[];
}

/** Fetches both documents. @throws MetadataRefused */
export async function fetchMetadata(source: MetadataSource): Promise<Metadata> {
  const { issuer: id, habits, transport } = source;
  const places = habits.issuer.map((form) => wellKnown(id, 'openid-credential-issuer', form));
  const answer = await firstFound(transport, places, habits.accept === undefined ? {} : { accept: habits.accept });
  const signed = (answer.headers.get('content-type') ?? '').startsWith('application/jwt');
  const issuer: IssuerMetadata = signed ? await verifySignedMetadata(answer.text, source) : answer.json;
  if (issuer?.credential_issuer !== id) throw new MetadataRefused(['credential_issuer is another']);
  const [as = id] = issuer.authorization_servers ?? [];
  const second = await firstFound(
    transport,
    habits.server.map(([form, name]) => wellKnown(as, name, form)),
  );
  const server: ServerMetadata = second.json;
  if (server?.issuer !== as) throw new MetadataRefused(["the server's issuer is different"]);
  const reasons = metadataFaults({ issuer, server }, habits);
  if (reasons.length > 0) throw new MetadataRefused(reasons);
  return { issuer, server, signed };
}

/** The document of the first place that has one. @throws Refused */
async function firstFound(
  transport: Transport,
  places: readonly string[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  let answer: Answer | undefined;
  for (const url of places) {
    answer = await transport.send(() => ({ step: 'metadata', method: 'GET', url, headers }));
    if (answer.status !== 404) break;
  }
  if (answer?.status === 200) return answer;
  throw answer === undefined
    ? new MetadataRefused(['the wallet does not know where to send it'])
    : new Refused('metadata', answer);
}

/** RFC 8615 with a path: inserted between host and path; drafts appended it. */
export function wellKnown(id: string, name: string, form: WellKnownForm = 'inserted'): string {
  const { origin, pathname } = new URL(id);
  const path = pathname === '/' ? '' : pathname;
  return form === 'inserted' ? `${origin}/.well-known/${name}${path}` : `${origin}${path}/.well-known/${name}`;
}

/** Why a wallet with those habits refuses the metadata; empty if it accepts it. */
export function metadataFaults(
  { issuer, server }: Pick<Metadata, 'issuer' | 'server'>,
  habits: MetadataHabits,
): readonly string[] {
  const response = issuer.credential_response_encryption;
  const attests = server.token_endpoint_auth_methods_supported?.includes('attest_jwt_client_auth') === true;
  const pairNeeded =
    habits.demandsRequestEncryption === 'always' ||
    (habits.demandsRequestEncryption === 'where_required' && response?.encryption_required === true);
  return [
    ...(habits.demandsKeyAttestations ? proofTypeFaults(issuer) : []),
    ...(pairNeeded && response !== undefined && issuer.credential_request_encryption === undefined
      ? ['response encryption without request encryption']
      : []),
    ...(habits.demandsAlgorithmLists && attests && !hasAlgorithmLists(server)
      ? ['attest_jwt_client_auth without both algorithm lists']
      : []),
    ...(habits.demandsOneIssuerInfo && (issuer.issuer_info?.length ?? 1) !== 1
      ? ['issuer_info must have exactly one entry']
      : []),
  ];
}

function proofTypeFaults({ credential_configurations_supported: all }: IssuerMetadata): readonly string[] {
  return Object.entries(all).flatMap(([id, { proof_types_supported: types = {} }]) =>
    Object.entries(types)
      .filter(([name, type]) => name !== 'di_vp' && type.key_attestations_required === undefined)
      .map(([name]) => `${id}: ${name} proof must contain 'key_attestations_required'`),
  );
}

function hasAlgorithmLists(server: ServerMetadata): boolean {
  const lists = [
    server.client_attestation_signing_alg_values_supported,
    server.client_attestation_pop_signing_alg_values_supported,
  ];
  return lists.every((list) => (list?.length ?? 0) > 0);
}

/** OpenID4VCI 1.0, 12.2.3, with the chain rules of HAIP. @throws MetadataRefused */
async function verifySignedMetadata(token: string, source: MetadataSource): Promise<IssuerMetadata> {
  const { issuer, now, habits } = source;
  const leaf = leafUnder(decodeProtectedHeader(token).x5c ?? [], source.anchors);
  const verified = await jwtVerify(token, await importX509(leaf.toString(), 'ES256'), {
    algorithms: ['ES256'],
    typ: 'openidvci-issuer-metadata+jwt',
    subject: issuer,
    requiredClaims: ['iat', 'exp', ...(habits.demandsIssuer ? ['iss'] : [])],
    currentDate: new Date(now * 1000),
  }).catch((error: unknown) => {
    throw new MetadataRefused([String(error)]);
  });
  if (verified.payload.iss !== undefined && verified.payload.iss !== issuer) throw new MetadataRefused(['iss']);
  return verified.payload as unknown as IssuerMetadata;
}

/** Leaf of a chain whose last certificate was issued by an anchor. */
function leafUnder(x5c: readonly string[], anchors: readonly string[]): X509Certificate {
  const chain = x5c.map((element) => new X509Certificate(Buffer.from(element, 'base64')));
  const roots = anchors.map((pem) => new X509Certificate(pem));
  const [leaf] = chain;
  if (leaf === undefined || chain.some((one) => one.verify(one.publicKey))) {
    throw new MetadataRefused(['x5c is missing or contains a self-signed certificate']);
  }
  const isLinked = chain.every((one, index) => {
    const issuers = index + 1 < chain.length ? chain.slice(index + 1, index + 2) : roots;
    return issuers.some((by) => one.checkIssued(by) && one.verify(by.publicKey));
  });
  if (!isLinked) throw new MetadataRefused(['the chain does not end at an anchor']);
  return leaf;
}
