/** A server that speaks the part of HashiCorp Vault's HTTP API that the signer uses: transit keys and tokens. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';

export const VAULT_TOKEN = 'hvs.test-token-0123456789';

export interface VaultServer {
  readonly address: string;
  /** `method path`, in order. */
  readonly calls: string[];
  /** Bodies of the calls to sign. */
  readonly signed: Record<string, unknown>[];
  readonly keys: Map<string, { readonly privateKey: KeyObject; readonly publicKey: KeyObject }>;
  /** `refuse`: 403 to all; `hang`: no response; `drip`: byte by byte, with much space. */
  mode: 'answer' | 'refuse' | 'hang' | 'drip';
  token: string;
  /** Seconds. */
  ttl: number;
}

export async function openVaultServer(t: TestContext): Promise<VaultServer> {
  const vault = { calls: [], signed: [], keys: new Map(), mode: 'answer', token: VAULT_TOKEN, ttl: 3600 } as Omit<
    VaultServer,
    'address'
  > as VaultServer & { address: string };
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      vault.calls.push(`${request.method} ${request.url}`);
      if (vault.mode === 'hang') return;
      const refused = vault.mode === 'refuse' || request.headers['x-vault-token'] !== vault.token;
      const { status, data } = refused ? { status: 403, data: undefined } : answer(vault, request, body);
      const text = data === undefined ? (refused ? '{"errors":["permission denied"]}' : '') : JSON.stringify({ data });
      response.writeHead(status, { 'content-type': 'application/json' });
      if (vault.mode === 'drip') for (let n = 0; n < 5000; n += 1) response.write(' ');
      response.end(text);
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  vault.address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return vault;
}

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const text = Buffer.concat(parts).toString();
  return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
}

interface Answer {
  readonly status: number;
  readonly data?: unknown;
}

function answer(vault: VaultServer, { method, url = '' }: IncomingMessage, body: Record<string, unknown>): Answer {
  if (url === '/v1/auth/token/lookup-self') return { status: 200, data: { ttl: vault.ttl, renewable: true } };
  if (url === '/v1/auth/token/renew-self') return { status: 200, data: {} };
  const [, mount, verb, name = ''] = /^\/v1\/([\w-]+)\/(keys|sign)\/([\w.-]+)$/.exec(url) ?? [];
  if (mount !== 'transit') return { status: 404 };
  if (verb === 'keys' && method === 'POST') {
    if (body.type !== 'ecdsa-p256' || body.exportable !== false) return { status: 400 };
    if (!vault.keys.has(name)) vault.keys.set(name, generateKeyPairSync('ec', { namedCurve: 'P-256' }));
    return { status: 204 };
  }
  const key = vault.keys.get(name);
  if (key === undefined) return { status: 404 };
  if (verb === 'keys') {
    const public_key = key.publicKey.export({ type: 'spki', format: 'pem' });
    return { status: 200, data: { name, type: 'ecdsa-p256', latest_version: 1, keys: { '1': { public_key } } } };
  }
  vault.signed.push(body);
  return { status: 200, data: { signature: `vault:v1:${signatureOf(key.privateKey, body)}`, key_version: 1 } };
}

/** Order of P-256 (FIPS 186-4, D.1.2.3). */
const N = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

/** Signs a digest (`prehashed`), by the formula: node hashes whatever it signs. */
function signatureOf(privateKey: KeyObject, { input }: Record<string, unknown>): string {
  const digest = numberOf(Buffer.from(String(input), 'base64'));
  const d = numberOf(Buffer.from(String(privateKey.export({ format: 'jwk' }).d), 'base64url'));
  // The point of a fresh key is the multiple of the base point that a signature needs.
  const once = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });
  const k = numberOf(Buffer.from(String(once.d), 'base64url'));
  const r = numberOf(Buffer.from(String(once.x), 'base64url')) % N;
  const s = (power(k, N - 2n) * (digest + r * d)) % N;
  return Buffer.concat([bytesOf(r), bytesOf(s)]).toString('base64url');
}

function power(base: bigint, exponent: bigint): bigint {
  let [result, square] = [1n, base % N];
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % N;
    square = (square * square) % N;
  }
  return result;
}

function numberOf(bytes: Buffer): bigint {
  return BigInt(`0x${bytes.toString('hex')}`);
}

function bytesOf(number: bigint): Buffer {
  return Buffer.from(number.toString(16).padStart(64, '0'), 'hex');
}
