/** Reads an issued credential with a library that is not the server's own code, and its status list by hand. */
import { createHash, createPublicKey, verify, X509Certificate } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { newReports } from '@countersign/shared/http/reports';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { parseSdJwtVc, verifyIssuer } from '@countersign/verifier/presentation/sd-jwt-verify';
import { SDJwtVcInstance } from '@sd-jwt/sd-jwt-vc';
import type { TestServer } from './server.ts';

export interface ReadCredential {
  readonly header: Readonly<Record<string, unknown>>;
  /** The signed payload, before disclosures are put back. */
  readonly signed: Readonly<Record<string, unknown>>;
  /** All claims, disclosures put back. */
  readonly claims: Readonly<Record<string, unknown>>;
  readonly disclosures: number;
}

/** Verifies a credential with `@sd-jwt/sd-jwt-vc` under the key of its certificate, and returns its claims. */
export async function verifyWithLibrary(credential: string): Promise<ReadCredential> {
  const [jwt = '', ...rest] = credential.split('~');
  const [head = '', body = ''] = jwt.split('.');
  const header = decode(head);
  const leaf = new X509Certificate(Buffer.from(String((header.x5c as string[])[0]), 'base64'));
  const instance = new SDJwtVcInstance({
    hasher: (data) =>
      createHash('sha256')
        .update(typeof data === 'string' ? data : Buffer.from(data))
        .digest(),
    verifier: (data, signature) =>
      verify(
        'sha256',
        Buffer.from(data),
        { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
    statusListFetcher: async (uri) => (await fetch(uri)).text(),
    statusVerifier: (data, signature) =>
      verify(
        'sha256',
        Buffer.from(data),
        { key: leaf.publicKey, dsaEncoding: 'ieee-p1363' },
        Buffer.from(signature, 'base64url'),
      ),
  });
  const verified = await instance.verify(credential);
  return {
    header,
    signed: decode(body),
    claims: verified.payload as unknown as Record<string, unknown>,
    disclosures: rest.filter((part) => part !== '').length,
  };
}

/** Verifies a credential with the project's strict verifier, by the certificate path to the tenant's own anchor. */
export async function verifyStrictly(server: TestServer, tenant: string, credential: string): Promise<JsonObject> {
  const { anchor } = await server.platform.keys.signer(tenant, 'credential');
  const anchors = [new X509Certificate(anchor ?? '')];
  return verifyIssuer(parseSdJwtVc(credential), anchors, {
    now: server.platform.clock(),
    clockSkew: 60,
    reports: newReports(),
  }).claims;
}

/** Fetches the status list of a credential and reads its bit, checking what a consumer checks (Token Status List). */
export async function statusOf(claims: Readonly<Record<string, unknown>>): Promise<{ value: number; token: string }> {
  const { uri, idx } = (claims.status as { status_list: { uri: string; idx: number } }).status_list;
  const response = await fetch(uri, { headers: { accept: 'application/statuslist+jwt' } });
  const token = await response.text();
  if (response.headers.get('content-type') !== 'application/statuslist+jwt') throw new Error('wrong content type');
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = decode(head);
  const payload = decode(body);
  const key = createPublicKey({ key: header.jwk as object as never, format: 'jwk' });
  const input = Buffer.from(`${head}.${body}`);
  if (!verify('sha256', input, { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url'))) {
    throw new Error('The signature of the status list is not valid');
  }
  if (header.typ !== 'statuslist+jwt' || payload.sub !== uri) throw new Error('typ or sub of the status list is wrong');
  const list = payload.status_list as { bits: number; lst: string };
  const bytes = inflateSync(Buffer.from(list.lst, 'base64url'));
  const byte = bytes[idx >> 3];
  if (list.bits !== 1 || byte === undefined) throw new Error('The index is outside the list');
  return { value: (byte >> (idx & 7)) & 1, token };
}

export function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString('utf8')) as Record<string, unknown>;
}
