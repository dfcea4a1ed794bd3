/** An https server with a certificate from its own authority. */
import type { RequestListener } from 'node:http';
import { createServer, type Server, type ServerOptions } from 'node:https';
import { createAuthority, createLeaf } from '../../../src/crypto/certificates.ts';
import { generateKeyPair } from '../../../src/crypto/generate-key.ts';
import { certificateHost } from '../../../src/crypto/x509.ts';
import { systemRandom } from '../../../src/kernel/random.ts';

/** Makes it for the host of that URL; it doesn't listen yet. */
export async function tlsServer(
  url: string,
  listener: RequestListener,
  options: ServerOptions = {},
): Promise<{ server: Server; ca: string }> {
  const [authorityKeys, keys] = [generateKeyPair(), generateKeyPair()];
  // TLS compares with the time of the system.
  const now = Date.now();
  const validity = { notBefore: now - 3_600_000, notAfter: now + 86_400_000 };
  const common = { ...validity, tenant: 'tls', host: certificateHost(url), random: systemRandom };
  const ca = await createAuthority({ ...common, keys: authorityKeys });
  const authority = { certificate: ca, privateKey: authorityKeys.privateKey };
  const cert = await createLeaf({ ...common, publicKey: keys.publicKey, authority });
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' });
  return { server: createServer({ key, cert, ...options }, listener), ca };
}
