/** A configuration `page` for the Digital Credentials API, and the response to its create call. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { encryptJwe, recipientKey } from '@countersign/shared/crypto/encrypt-jwe';
import type { OperationReply } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { systemRandom } from '@countersign/shared/kernel/random';
import { issuer, presentationOf, VCT } from './presentation/presentations.ts';
import { openVerifier, type World } from './world.ts';

export const ORIGIN = 'https://shop.example';
export const OTHER_ORIGIN = 'https://pay.example';

const query = {
  credentials: [{ id: 'pid', format: 'dc+sd-jwt', meta: { vct_values: [VCT] }, claims: [{ path: ['given_name'] }] }],
};

export interface Entry {
  readonly protocol: string;
  readonly data: JsonObject;
}

export interface CreatedForPage {
  readonly session: string;
  readonly digital: { readonly requests: readonly Entry[] };
  readonly expiresAt: string;
}

/** The members of a request that a wallet needs. */
export interface PageRequest {
  readonly nonce: string;
  readonly response_mode: string;
  readonly expected_origins?: readonly string[];
  readonly client_id?: string;
  readonly client_metadata: { readonly jwks?: { readonly keys: readonly (JsonObject & { readonly kid: string })[] } };
}

export interface PageWorld extends World {
  /** Creates a request of the configuration `page`. */
  create(body?: JsonObject, accept?: string): Promise<CreatedForPage>;
  /** Posts a page's response. */
  answer(session: string, body: JsonObject, tenant?: string): Promise<OperationReply>;
}

/** @param configuration members that override `page` */
export async function openPageWorld(
  t: TestContext,
  configuration: JsonObject = {},
  env: Readonly<Record<string, string>> = {},
): Promise<PageWorld> {
  const world = await openVerifier(t, env);
  mkdirSync(join(world.configFolder, 'trust', 'issuers'), { recursive: true });
  writeFileSync(join(world.configFolder, 'trust', 'issuers', 'issuer.pem'), issuer.anchor);
  const page = {
    dcql_query: query,
    registrationCert: { id: 'r', body: {} },
    origins: [ORIGIN, OTHER_ORIGIN],
    // The fake issuer's certificate has a different name.
    issuerName: 'any',
    ...configuration,
  };
  writeFileSync(join(world.configFolder, 'presentation', 'page.json'), JSON.stringify(page));
  const create: PageWorld['create'] = async (body = {}, accept = 'application/json') => {
    const asked = { response_type: 'dc-api', requestId: 'page', ...body };
    const call = { method: 'POST', encoding: 'json', body: asked, headers: { accept } } as const;
    return (await world.call('verifier.request.create', call)).body as unknown as CreatedForPage;
  };
  const answer: PageWorld['answer'] = (sessionId, body, tenant = 'default') =>
    world.call('verifier.dc-api.answer', { tenant, method: 'POST', encoding: 'json', params: { sessionId }, body });
  return Object.assign(world, { create, answer });
}

/** A signed entry's payload, or an unsigned entry's `data`. */
export function requestIn({ protocol, data }: Entry): PageRequest {
  if (protocol.endsWith('unsigned')) return data as unknown as PageRequest;
  const { request } = data;
  const payload = typeof request === 'string' ? request.split('.')[1] : (request as JsonObject).payload;
  return JSON.parse(Buffer.from(String(payload), 'base64url').toString()) as PageRequest;
}

export interface Answering {
  /** Audience of the proof. */
  readonly aud?: string;
  readonly protocol?: string;
  /** Overrides the request's nonce. */
  readonly nonce?: string;
  readonly key?: JsonObject & { readonly kid: string };
}

/** `{protocol, data}` from a wallet that responds on a page: encrypted if the request asks for it. */
export function walletAnswer({ digital: { requests } }: CreatedForPage, answering: Answering = {}): Entry {
  const [entry] = requests;
  if (entry === undefined) throw new Error('No request');
  const request = requestIn(entry);
  const { aud = `origin:${ORIGIN}`, protocol = entry.protocol, nonce = request.nonce } = answering;
  const vp_token = { pid: [presentationOf({ keyBinding: { nonce, aud } })] };
  const key = answering.key ?? request.client_metadata.jwks?.keys[0];
  if (key === undefined) return { protocol, data: { vp_token } };
  const plaintext = JSON.stringify({ vp_token });
  const response = encryptJwe({ plaintext, recipient: recipientKey(key), enc: 'A256GCM', random: systemRandom });
  return { protocol, data: { response } };
}
