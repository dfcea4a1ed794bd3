/** The pure functions of mdocs under measurement: issuing, and verifying a presentation of four elements. */
import { generateKeyPairSync, sign, verify, X509Certificate } from 'node:crypto';
import { elementToCbor } from '@countersign/issuer/configuration/element-to-cbor';
import { issueMdoc } from '@countersign/issuer/credential/issuer-signed';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { CborValue } from '@countersign/shared/mdoc/cbor-value';
import { PID_DOCTYPE, PID_NAMESPACE, standardElementType } from '@countersign/shared/mdoc/element-types';
import { KEY_NOT_BEFORE, makeSigningKey } from '@countersign/shared/test/crypto/signing-key';
import { readDeviceResponse } from '@countersign/verifier/mdoc/device-response';
import { dcApiTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { verifyDeviceAuth, verifyIssuerAuth } from '@countersign/verifier/mdoc/verify-document';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { dcApiTranscript as transcriptOfWallet } from '@countersign/wallet/mdoc/session-transcript';
import { discloseElements } from '@countersign/wallet/presentation/disclose-elements';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { ASKED, ELEMENTS } from './mdoc-person.ts';

const HOUR = 3_600_000;
const REQUEST = { origin: 'https://verifier.example', nonce: 'a nonce of the benchmark' };
/** Different presentations, so that none is verified twice in a row. */
const PRESENTATIONS = 50;

/** Work that is measured: each call does it once. */
export interface MdocWork {
  readonly check: () => void;
  readonly issue: () => Promise<void>;
  readonly verify: () => void;
}

/** Makes issuer, holders and presentations. The chain is followed by the first verification, and cached for the others. */
export async function mdocWork(): Promise<MdocWork> {
  const issuer = await makeSigningKey();
  const anchors = [new X509Certificate(issuer.anchor)];
  const now = KEY_NOT_BEFORE + 24 * HOUR;
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

/** @throws where the presentation is not valid, or has other elements than were asked for */
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
