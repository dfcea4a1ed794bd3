/** The pure functions of mdocs under measurement: issuing, and verifying a presentation of four elements. */
import { generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { elementToCbor } from '@countersign/issuer/configuration/element-to-cbor';
import { issueMdoc } from '@countersign/issuer/credential/issuer-signed';
import { jwkThumbprint, publicJwkOf } from '@countersign/shared/crypto/jwk';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { PID_DOCTYPE, PID_NAMESPACE, standardElementType } from '@countersign/shared/mdoc/element-types';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { dcApiTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { verifyDeviceAuth, verifyIssuerAuth } from '@countersign/verifier/mdoc/verify-document';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { dcApiTranscript as transcriptOfWallet } from '@countersign/wallet/mdoc/session-transcript';
import { discloseElements } from '@countersign/wallet/presentation/disclose-elements';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { createAuthority, createLeaf, x5cOf } from '@countersign/wallet/provider/certificates';
import { ASKED, ELEMENTS } from './flows/mdoc-person.ts';

const HOUR = 3_600_000;
const REQUEST = { origin: 'https://verifier.example', nonce: 'a nonce of the benchmark' };
/** Different presentations, so that none is verified twice in a row. */
const PRESENTATIONS = 50;

/** Work that is measured: each call does it once. */
const VALIDITY = { notBefore: Date.UTC(2030, 0, 1), notAfter: Date.UTC(2031, 0, 1) };

export interface MdocWork {
  readonly check: () => void;
  readonly issue: () => Promise<void>;
  readonly verify: () => void;
}

/**
 * Creates issuer, holders and presentations. The first verification follows the chain, and caches it for the others.
 */
export async function mdocWork(): Promise<MdocWork> {
  const issuer = makeIssuer();
  const anchors = [new X509Certificate(issuer.anchor)];
  const now = VALIDITY.notBefore + 24 * HOUR;
  const holder = newWalletKey();
  const deviceKey = publicJwkOf(holder.privateKey);
  const issue = (): Promise<string> =>
    issueMdoc({
      docType: PID_DOCTYPE,
      nameSpaces: new Map([[PID_NAMESPACE, elements()]]),
      deviceKey,
      validity: { signed: now - HOUR, validFrom: now - HOUR, validUntil: now + HOUR },
      key: issuer,
      status: { uri: 'https://issuer.example/status-management/status-list', idx: 7 },
      random: systemRandom,
    });
  const query = { id: 'pid', claims: ASKED.map((name) => ({ path: [PID_NAMESPACE, name] })) };
  const transcript = transcriptOfWallet({ ...REQUEST, encryptionKey: undefined });
  const presentations = await Promise.all(
    Array.from({ length: PRESENTATIONS }, async () => {
      const credential = discloseElements(await issue(), query);
      return presentMdoc({ credential, key: holder }, transcript);
    }),
  );
  let next = 0;
  return {
    check: signatureCheck(),
    issue: async () => void (await issue()),
    verify: () => {
      next = (next + 1) % PRESENTATIONS;
      verifyPresentation(presentations[next] ?? '', anchors, now);
    },
  };
}

/** A signer with a chain of leaf and CA, whose certificate is the anchor. */
function makeIssuer(): SigningKey & { readonly anchor: string } {
  const authority = createAuthority('Issuer', VALIDITY);
  const key = newWalletKey();
  const leaf = createLeaf(authority, 'issuer.example', VALIDITY, key);
  const publicJwk = publicJwkOf(key.privateKey);
  return {
    kid: jwkThumbprint(publicJwk),
    alg: 'ES256',
    sign: localSign(key.privateKey),
    publicJwk,
    x5c: [x5cOf(leaf)],
    anchor: authority.certificate,
    notAfter: VALIDITY.notAfter,
  };
}

/** @throws if the presentation is not valid, or its elements differ from the requested ones */
function verifyPresentation(presentation: string, anchors: readonly X509Certificate[], now: number): void {
  const document = readDeviceResponse(Buffer.from(presentation, 'base64url'));
  verifyIssuerAuth(document, { anchors, now });
  verifyDeviceAuth(document, dcApiTranscript({ ...REQUEST, jwkThumbprint: null }));
  if (document.nameSpaces.get(PID_NAMESPACE)?.size !== ASKED.length) throw new Error('Other elements were presented');
}

function elements(): ReadonlyMap<string, CborValue> {
  return new Map(
    Object.entries(ELEMENTS).map(([name, value]) => [
      name,
      elementToCbor(value, standardElementType(PID_NAMESPACE, name)),
    ]),
  );
}

function signatureCheck(): () => void {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const input = Buffer.alloc(1000);
  const signature = sign('sha256', input, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return () => {
    if (!verify('sha256', input, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature))
      throw new Error('Not valid');
  };
}
