/** A configuration `page` for the Digital Credentials API, and what its create call answers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { VCT } from './protocol/presentations.ts';
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
}

/** @param configuration members in place of those of `page` */
export async function openPageWorld(
  t: TestContext,
  configuration: JsonObject = {},
  env: Readonly<Record<string, string>> = {},
): Promise<PageWorld> {
  const world = await openVerifier(t, env);
  const page = {
    ...{ dcql_query: query, registrationCert: { id: 'r', body: {} }, origins: [ORIGIN, OTHER_ORIGIN] },
    ...configuration,
  };
  writeFileSync(join(world.configFolder, 'presentation', 'page.json'), JSON.stringify(page));
  const create: PageWorld['create'] = async (body = {}, accept = 'application/json') => {
    const asked = { response_type: 'dc-api', requestId: 'page', ...body };
    const call = { method: 'POST', encoding: 'json', body: asked, headers: { accept } } as const;
    return (await world.call('verifier.request.create', call)).body as unknown as CreatedForPage;
  };
  return Object.assign(world, { create });
}

/** The payload of a signed entry, or `data` of an unsigned one. */
export function requestIn({ protocol, data }: Entry): PageRequest {
  if (protocol.endsWith('unsigned')) return data as unknown as PageRequest;
  const { request } = data;
  const payload = typeof request === 'string' ? request.split('.')[1] : (request as JsonObject).payload;
  return JSON.parse(Buffer.from(String(payload), 'base64url').toString()) as PageRequest;
}
