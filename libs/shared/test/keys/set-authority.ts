/** An authority for tests: it certifies certificate requests. */
import 'reflect-metadata';
import { createPublicKey, X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../src/crypto/generate-key.ts';
import { createDocumentSigner, createIssuingAuthority } from '../../src/crypto/mdoc-certificates.ts';
import { certificateLibrary } from '../../src/crypto/sign-certificate.ts';
import { certificateHost } from '../../src/crypto/x509.ts';
import { systemRandom } from '../../src/kernel/random.ts';

export interface TestAuthority {
  /** PEM. */
  readonly anchor: string;
  /** The chain for a request in DER. */
  answer(csr: Buffer, end?: number): Promise<readonly X509Certificate[]>;
  /** The same for a document signer of Germany. */
  answerForMdocs(csr: Buffer): Promise<readonly X509Certificate[]>;
}

/** @param start milliseconds */
export async function testAuthority(start: number, lifetime = 365 * 86_400_000): Promise<TestAuthority> {
  const host = certificateHost('https://issuer.example');
  const keys = generateKeyPair();
  const common = { notBefore: start - 3_600_000, notAfter: start + lifetime, tenant: 'acme', random: systemRandom };
  const anchor = await createAuthority({ ...common, host, keys });
  const iaca = await createIssuingAuthority({
    ...common,
    host: host.value,
    keys,
    country: 'DE',
    issuerUrl: 'https://issuer.example',
    revocationListUrl: 'https://issuer.example/crl',
  });
  const of = { ...common, privateKey: keys.privateKey };
  return {
    anchor,
    answer: async (csr, end = common.notAfter) => {
      const authority = { certificate: anchor, privateKey: of.privateKey };
      const leaf = await createLeaf({ ...of, host, notAfter: end, publicKey: await keyIn(csr), authority });
      return [new X509Certificate(leaf)];
    },
    answerForMdocs: async (csr) => {
      const authority = { certificate: iaca, privateKey: of.privateKey };
      const leaf = await createDocumentSigner({ ...of, host: host.value, publicKey: await keyIn(csr), authority });
      return [new X509Certificate(leaf)];
    },
  };
}

async function keyIn(csr: Buffer) {
  const x509 = await certificateLibrary();
  const { publicKey } = new x509.Pkcs10CertificateRequest(csr);
  return createPublicKey({ key: Buffer.from(publicKey.rawData), type: 'spki', format: 'der' });
}
