/** Keys in HashiCorp Vault's transit engine: created there, never exported; Vault signs digests. */
import { createHash, createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { Agent, request } from 'undici';
import { collectBytes, UnreadableBytes } from '../kernel/byte-collector.ts';
import { isObject, type JsonObject, parseJson } from '../kernel/json.ts';
import type { Log } from '../kernel/log.ts';
import { errorFields } from '../kernel/log-error.ts';
import type { MadeKey, NewKey, Signer } from './signer.ts';

export interface VaultSignerOptions {
  /** `https://vault.example:8200` */
  readonly address: string;
  /** Path of the transit engine. */
  readonly mount: string;
  /** Prefix of key names. */
  readonly prefix: string;
  readonly namespace?: string;
  /** One of the two. A file is read again for each renewal: Vault's agent replaces it. */
  readonly token?: string;
  readonly tokenFile?: string;
  /** PEM, in addition to nothing: without it the authorities of the system. */
  readonly ca?: Buffer;
  /** Milliseconds for one request. */
  readonly timeout: number;
  readonly log: Log;
}

/** Vault returned an error. Contains only the status, because Vault's text may contain paths and names of policies. */
export class VaultError extends Error {
  override readonly name = 'VaultError';
}

const MAX_CONNECTIONS = 32;
/** A key with a thousand versions needs a third of it. */
const MAX_ANSWER_BYTES = 1024 * 1024;
/** Milliseconds: for a token without an expiry, or with an unknown one. */
const LOOK_AGAIN = 3_600_000;
const SOON = 1000;

interface Call {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: JsonObject;
}

export function createVaultSigner(options: VaultSignerOptions): Signer {
  const agent = new Agent({
    connections: MAX_CONNECTIONS,
    headersTimeout: options.timeout,
    bodyTimeout: options.timeout,
    connect: { timeout: options.timeout, ...(options.ca === undefined ? {} : { ca: options.ca }) },
  });
  const send = createSend(options, agent);
  const renewal = keepToken(send, options.log);
  const named = async (call: Call): Promise<JsonObject> => {
    renewal.begin();
    return send(call);
  };
  const { mount, prefix } = options;
  return {
    name: 'vault',
    createKey: async (key) => {
      const name = keyName(prefix, key);
      // Without effect for a key that exists.
      await named({ method: 'POST', path: `${mount}/keys/${name}`, body: NEW_KEY });
      return madeKey(name, await named({ method: 'GET', path: `${mount}/keys/${name}` }));
    },
    sign: async (reference, input) => {
      const [name = '', version = '1'] = reference.split(':');
      const digest = createHash('sha256').update(input).digest('base64');
      const body = { ...DIGEST, input: digest, key_version: Number(version) };
      return signatureOf(await named({ method: 'POST', path: `${mount}/sign/${name}`, body }));
    },
    // A token that has expired, or may not read itself, could not sign either.
    check: async () => void (await named({ method: 'GET', path: 'auth/token/lookup-self' })),
    close: async () => {
      renewal.end();
      await agent.destroy();
    },
  };
}

const NEW_KEY = { type: 'ecdsa-p256', exportable: false, allow_plaintext_backup: false } as const;
/** `jws`: R and S side by side, base64url. */
const DIGEST = { prehashed: true, hash_algorithm: 'sha2-256', marshaling_algorithm: 'jws' } as const;

function keyName(prefix: string, { tenant, purpose, generation }: NewKey): string {
  return `${prefix}-${tenant}-${purpose}-${generation}`;
}

/** The latest version: a key created here has only one, unless an operator rotated it in Vault. */
function madeKey(name: string, { keys, latest_version: latest }: JsonObject): MadeKey {
  const version = isObject(keys) ? keys[String(latest)] : undefined;
  const pem = isObject(version) ? version.public_key : undefined;
  if (typeof pem !== 'string') throw new VaultError('The key in Vault has no public key, because its type is wrong');
  return { reference: `${name}:${String(latest)}`, publicKey: createPublicKey(pem) };
}

/** `vault:v1:<signature>` */
function signatureOf({ signature }: JsonObject): Buffer {
  const bytes = Buffer.from(typeof signature === 'string' ? (signature.split(':')[2] ?? '') : '', 'base64url');
  if (bytes.length !== 64) throw new VaultError('Vault did not return a signature');
  return bytes;
}

/** The response's `data`, or the whole response if it has no such member; `{}` for a response without a body. */
type Send = (call: Call) => Promise<JsonObject>;

function createSend(options: VaultSignerOptions, dispatcher: Agent): Send {
  const { address, namespace } = options;
  return async ({ method, path, body }) => {
    const token = options.token ?? readFileSync(options.tokenFile ?? '', 'utf8').trim();
    const answer = await request(`${address.replace(/\/+$/, '')}/v1/${path}`, {
      dispatcher,
      method,
      headers: {
        'x-vault-token': token,
        'x-vault-request': 'true',
        ...(namespace === undefined ? {} : { 'x-vault-namespace': namespace }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await readText(answer.body);
    if (answer.statusCode >= 300)
      throw new VaultError(`Vault returned ${answer.statusCode} to ${method} ${verbOf(path)}`);
    const parsed = text === '' ? {} : parseJson(text);
    if (!isObject(parsed)) throw new VaultError('Vault did not return an object');
    return isObject(parsed.data) ? parsed.data : parsed;
  };
}

async function readText(body: Readable): Promise<string> {
  try {
    return (await collectBytes(body, MAX_ANSWER_BYTES)).toString('utf8');
  } catch (error) {
    throw error instanceof UnreadableBytes ? new VaultError(`Vault's response is ${error.why}`) : error;
  }
}

/** Without the key's name, which contains a tenant's id. */
function verbOf(path: string): string {
  return path.split('/').slice(0, -1).join('/');
}

/** Renews the token at half of its life, from the first request on. */
function keepToken(send: Send, log: Log): { begin(): void; end(): void } {
  let timer: NodeJS.Timeout | undefined;
  let begun = false;
  let ended = false;
  const again = (milliseconds: number): void => {
    if (ended) return;
    timer = setTimeout(() => void turn(), Math.min(milliseconds, LOOK_AGAIN));
    timer.unref();
  };
  const turn = async (): Promise<void> => {
    try {
      const { ttl, renewable } = await send({ method: 'GET', path: 'auth/token/lookup-self' });
      const left = typeof ttl === 'number' && ttl > 0 ? ttl * 1000 : undefined;
      if (renewable !== true || left === undefined) return again(LOOK_AGAIN);
      await send({ method: 'POST', path: 'auth/token/renew-self', body: {} });
      again(left / 2);
    } catch (error) {
      log.warn('The token of Vault is not renewed', errorFields(error));
      again(SOON * 10);
    }
  };
  return {
    begin: () => {
      if (begun) return;
      begun = true;
      void turn();
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
    },
  };
}
