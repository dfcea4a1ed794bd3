/** A world whose `pid` and `pass` may be renewed, and a wallet with a refresh token. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { RefreshGrantDocument } from '@countersign/shared/model/refresh/refresh-grants';
import type { SessionDocument } from '@countersign/shared/model/session/sessions';
import { refreshGrants, sessions } from '@countersign/shared/test/model/every-tenant';
import { type Signer, sha256 } from '../support.ts';
import { openIssuer, PUBLIC_URL, REDIRECT_URI, VERIFIER, type World } from '../world.ts';

export const DAY = 86_400_000;

/** @param more members of both configurations */
export async function openRenewable(
  t: TestContext,
  more: JsonObject = { refresh: {} },
  env: Readonly<Record<string, string>> = {},
): Promise<World> {
  const world = await openIssuer(t, env);
  for (const id of ['pid', 'pass']) writeConfiguration(world, id, more);
  return world;
}

export function writeConfiguration({ configFolder }: Pick<World, 'configFolder'>, id: string, more: JsonObject): void {
  const written = { config: { format: 'dc+sd-jwt' }, disclosureFrame: {}, claims: { level: 'reader' }, ...more };
  writeFileSync(join(configFolder, 'issuance', `${id}.json`), JSON.stringify(written));
}

export interface TokenAnswer {
  readonly access_token: string;
  readonly token_type: string;
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly authorization_details?: readonly JsonObject[];
}

/** A token for a code of a fresh offer, with the world's DPoP key. */
export async function tokenFor(
  world: World,
  more: JsonObject = {},
): Promise<TokenAnswer & { readonly session: string }> {
  const { session, code } = await world.code(more, world.dpop());
  const body = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
  const answer = await world.post('issuer.token', { ...body, code_verifier: VERIFIER }, world.dpop());
  return { session, ...(answer.body as unknown as TokenAnswer) };
}

export async function refreshed(
  world: World,
  refresh_token: string | undefined,
  more: JsonObject = {},
  headers = world.dpop(),
): Promise<TokenAnswer> {
  assert.ok(refresh_token !== undefined);
  const body = { grant_type: 'refresh_token', refresh_token, client_id: 'wallet', ...more };
  return (await world.post('issuer.token', body, headers)).body as unknown as TokenAnswer;
}

/** Requests a credential with a token. @returns its payload's claims, as in the response */
export async function credentialWith(world: World, token: string, id = 'pid', key?: Signer): Promise<JsonObject> {
  const { c_nonce } = (await world.call('issuer.nonce')).body as Record<string, string>;
  const body = { credential_configuration_id: id, proofs: { jwt: [world.keyProof(c_nonce ?? '')] } };
  const headers = { authorization: `DPoP ${token}`, ...world.dpop({ ath: sha256(token) }, key) };
  return (await world.call('issuer.credential', { ...world.request(body, headers), encoding: 'json' }))
    .body as JsonObject;
}

export async function records({ store }: World): Promise<readonly RefreshGrantDocument[]> {
  return (await store.find(refreshGrants, { index: 'remove', limit: 100 })).documents;
}

/** The sessions that refreshes have started. */
export async function renewals({ store }: World, first: string): Promise<readonly SessionDocument[]> {
  return (await store.find(sessions, { index: 'first', equal: [first], limit: 100 })).documents;
}

export { PUBLIC_URL };
