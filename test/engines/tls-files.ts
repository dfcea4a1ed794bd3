/** Certificates of a private authority as PEM files, and a proxy that terminates TLS in front of a plain server. */
import { writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { createServer } from 'node:tls';
import { createAuthority } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import { makeIntermediate } from '@countersign/shared/test/crypto/intermediate';

export interface TlsFiles {
  readonly ca: string;
  readonly cert: string;
  readonly key: string;
  /** Key and certificate in one file. */
  readonly both: string;
}

const HOUR = 3_600_000;

/**
 * An authority, and one certificate for server and client, in a folder.
 * @param name start of the file names
 */
export async function writeTlsFiles(folder: string, name: string): Promise<TlsFiles> {
  const [authorityKeys, keys] = [generateKeyPair(), generateKeyPair()];
  const validity = { notBefore: Date.now() - HOUR, notAfter: Date.now() + HOUR };
  const host = certificateHost('https://localhost');
  const ca = await createAuthority({ ...validity, keys: authorityKeys, tenant: name, host, random: systemRandom });
  const certificate = await makeIntermediate({
    ...validity,
    keys,
    issuer: { certificate: ca, keys: authorityKeys },
    ca: false,
    subject: `CN=${name}`,
    names: [
      { type: 'ip', value: '127.0.0.1' },
      { type: 'dns', value: 'localhost' },
    ],
  });
  const key = keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const write = (part: string, text: string): string => {
    const file = join(folder, `${name}-${part}.pem`);
    writeFileSync(file, text);
    return file;
  };
  return {
    ca: write('ca', ca),
    cert: write('cert', certificate.toString()),
    key: write('key', key),
    both: write('both', `${key}${certificate.toString()}`),
  };
}

export interface TlsDoor {
  readonly port: number;
  /** Handshakes that were refused. */
  readonly refused: () => number;
  close(): Promise<void>;
}

/**
 * Accepts only TLS, with a client certificate from the authority if `clients` is `certified`, and forwards the bytes to
 * a loopback port.
 * @param target a function if the port is known later
 */
export async function openTlsDoor(
  pem: Record<'ca' | 'cert' | 'key', Buffer>,
  target: number | (() => number),
  clients: 'certified' | 'any' = 'certified',
): Promise<TlsDoor> {
  const sockets = new Set<Socket>();
  let refused = 0;
  const requestCert = clients === 'certified';
  const server = createServer({ ...pem, requestCert, rejectUnauthorized: requestCert }, (secure) => {
    const plain = connect(typeof target === 'number' ? target : target(), '127.0.0.1');
    for (const socket of [secure, plain]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        secure.destroy();
        plain.destroy();
      });
    }
    secure.pipe(plain).pipe(secure);
  });
  server.on('tlsClientError', () => {
    refused += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { port: number }).port,
    refused: () => refused,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
