/** Age verification: an issuer of proofs of age, the proofs, and a verifier's configuration of profile `age`. */
import assert from 'node:assert/strict';
import { generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import {
  AGE_DOCUMENT_SIGNER,
  createDocumentSigner,
  createIssuingAuthority,
} from '@countersign/shared/crypto/mdoc-certificates';
import { newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import type { Cbor } from '@countersign/wallet/mdoc/cbor';
import { type MadeMdoc, makeIssuerSigned } from '@countersign/wallet/mdoc/make-issuer-signed';
import type { HeldCredential, PresentationRequest } from '@countersign/wallet/presentation/present';
import { readValueRequest } from '@countersign/wallet/presentation/value-request';
import { read } from '@countersign/wallet/sending/answer';
import type { ServerOfA } from './flows.ts';

export const AV = 'eu.europa.ec.av.1';
export const SHOP = 'https://shop.example';

/** One threshold of a proof of age, for the pages of two shops. */
export const ageQuestion = {
  profile: 'age',
  dcql_query: {
    credentials: [
      { id: 'a', format: 'mso_mdoc', meta: { doctype_value: AV }, claims: [{ path: [AV, 'age_over_18'] }] },
    ],
  },
  origins: [SHOP, 'https://cinema.example'],
};

const DAY = 86_400_000;

export interface AgeIssuer {
  /** PEM. */
  readonly anchor: string;
  readonly key: WalletKey;
  /** DER, leaf first. */
  readonly chain: readonly Buffer[];
}

/** @param purposes of its signer's certificate */
export async function ageIssuer(purposes: readonly string[] = [AGE_DOCUMENT_SIGNER]): Promise<AgeIssuer> {
  const keyPair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const signing = (privateKey: KeyObject): WalletKey => ({ ...newWalletKey(), privateKey });
  const [authorityKeys, signerKeys] = [keyPair(), keyPair()];
  const validity = { notBefore: Date.now() - DAY, notAfter: Date.now() + 300 * DAY };
  const named = { tenant: 'Age provider', host: 'age.example', random: randomBytes, ...validity };
  const anchor = await createIssuingAuthority({
    ...named,
    keys: authorityKeys,
    country: 'EU',
    issuerUrl: 'https://age.example',
    revocationListUrl: 'https://age.example/crl',
  });
  const authority = { certificate: anchor, privateKey: authorityKeys.privateKey };
  const leaf = await createDocumentSigner({ ...named, publicKey: signerKeys.publicKey, authority, purposes });
  return { anchor, key: signing(signerKeys.privateKey), chain: [new X509Certificate(leaf).raw] };
}

export type NameSpaces = Readonly<Record<string, Readonly<Record<string, Cbor>>>>;

/** A proof of age in the hands of a wallet. */
export function heldProof(
  { key: signer, chain }: AgeIssuer,
  nameSpaces: NameSpaces = { [AV]: { age_over_18: true } },
  made: Partial<MadeMdoc> = {},
): HeldCredential {
  const key = newWalletKey();
  const times = { signed: Date.now() - DAY / 2, validUntil: Date.now() + 30 * DAY };
  return {
    credential: makeIssuerSigned({ docType: AV, nameSpaces, deviceKey: key, ...times, signer, chain, ...made }),
    key,
  };
}

export interface MadeAgeRequest {
  readonly session: string;
  readonly uri: string;
  readonly request: PresentationRequest;
}

/** A request for the configuration `age`, as a wallet reads it from its link. */
export async function makeAgeRequest(server: ServerOfA, body: object = {}): Promise<MadeAgeRequest> {
  const asked = { response_type: 'uri', requestId: 'age', ...body };
  const answer = await read(await server.a('/oid4vp', { method: 'POST', body: JSON.stringify(asked) }));
  assert.equal(answer.status, 201, answer.text);
  const { uri, session } = answer.json as { uri: string; session: string };
  return { session, uri, request: readValueRequest(uri) };
}

/** Issuance of proofs of age. */
export const proofConfiguration = {
  config: {
    format: 'mso_mdoc',
    doctype: AV,
    scope: 'proof_of_age',
    display: [{ name: 'Proof of age', locale: 'en' }],
    credential_metadata: {
      claims: [{ path: [AV, 'age_over_18'], display: [{ name: 'Over 18', locale: 'en' }] }],
    },
  },
  claims: { [AV]: { age_over_18: true } },
  lifetime: 90 * 86_400,
};
