/** A client of the authority in the process, for tests. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import { jwkThumbprint, publicJwkOf } from '@countersign/shared/crypto/jwk';
import { localSign } from '@countersign/shared/crypto/signing-algorithm';
import * as x509 from '@peculiar/x509';
import { AcmeError } from '../../src/acme/acme-error.ts';
import { createAcmeExchange } from '../../src/acme/acme-exchange.ts';
import type { OrderParts } from '../../src/acme/acme-order.ts';
import type { AccountKey } from '../../src/acme/signed-request.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { NOW, PARTY } from '../registration/registrar.ts';
import { DIRECTORY, type MockAuthority } from './mock-authority.ts';

x509.cryptoProvider.set(webcrypto);

export function accountKey(name = 'account'): AccountKey {
  const { privateKey } = keyOf(name);
  return { publicJwk: publicJwkOf(privateKey), sign: localSign(privateKey) };
}

/** Thumbprint of the key of the request. */
export const LEAF = jwkThumbprint(publicJwkOf(keyOf('leaf').privateKey));

/** A certificate request for the key of a name. */
export async function makeRequest(name = 'leaf', hosts: readonly string[] = []): Promise<Buffer> {
  const { privateKey, publicKey } = keyOf(name);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' };
  const keys = {
    privateKey: await webcrypto.subtle.importKey(
      'pkcs8',
      privateKey.export({ type: 'pkcs8', format: 'der' }),
      algorithm,
      true,
      ['sign'],
    ),
    publicKey: await webcrypto.subtle.importKey(
      'spki',
      publicKey.export({ type: 'spki', format: 'der' }),
      algorithm,
      true,
      ['verify'],
    ),
  };
  const made = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=Example Shop',
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions:
      hosts.length === 0
        ? []
        : [new x509.SubjectAlternativeNameExtension(hosts.map((value) => ({ type: 'dns' as const, value })))],
  });
  return Buffer.from(made.rawData);
}

/** The common parts of the tests' orders, with the values published for challenges. */
export function orderParts({ outbound }: MockAuthority, change: Partial<OrderParts> = {}) {
  const key = accountKey();
  const published = new Map<string, string>();
  const exchange = createAcmeExchange({ outbound, clock: () => NOW, key, address: DIRECTORY });
  const publish: OrderParts['answers'][string] = async ({ token, keyAuthorization }) => {
    published.set(token, keyAuthorization);
  };
  const parts: OrderParts = {
    exchange,
    key,
    account: '',
    address: DIRECTORY,
    certificate: { identifiers: [{ type: 'wrp-id', value: PARTY }], instanceId: 'shop-1' },
    answers: { 'http-01': publish, 'registrar-api-01': publish },
    csr: () => makeRequest(),
    ...change,
  };
  return { parts, published };
}

/** The refusal of a promise. */
export async function refusalOf(promise: Promise<unknown>): Promise<AcmeError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof AcmeError) return error;
    throw error;
  }
  throw new Error('It was not refused');
}
