/**
 * The two requests of an application's server, if they are valid in every respect. They skip most of the library, which
 * needs several times as long for the same response. Any other request goes on to the library unchanged, and the
 * library knows what is wrong with it. Nothing is written before the code is used.
 */
import { hashOf } from '@countersign/shared/crypto/sha256';
import { sameHash } from '@countersign/shared/crypto/wallet-reference';
import type { OperationReply, OperationRequest } from '@countersign/shared/http/message';
import { isObject, type Json, type JsonObject } from '@countersign/shared/kernel/json';
import { type ClientFields, clientBySecret } from './client-secret.ts';
import type { Account, LibraryClient } from './library.ts';
import { LIFETIMES } from './lifetimes.ts';
import type { LoginParts } from './parts.ts';
import type { OpenProvider } from './providers.ts';

/** @returns undefined for a request that the library answers */
export type Ordinary = (
  parts: Pick<LoginParts, 'clock'>,
  open: OpenProvider,
  asked: OperationRequest,
) => Promise<OperationReply | undefined>;

/** OpenID Connect Core 1.0, 3.1.3 */
export const ordinaryToken: Ordinary = async ({ clock }, open, { headers, body }) => {
  const form = tokenForm(body);
  const client = form && clientBySecret(headers.authorization, form, open.clients);
  if (form === undefined || client === undefined) return undefined;
  const codes = open.records('AuthorizationCode');
  const code = codeOf(await codes.find(form.code));
  const isRight =
    code !== undefined &&
    code.clientId === client.id &&
    code.exp > clock() / 1000 &&
    code.redirectUri === form.redirect_uri &&
    isProven(code, form.code_verifier);
  const person = isRight ? await personOf(open, code) : undefined;
  if (code === undefined || person === undefined) return undefined;
  try {
    await codes.consume(form.code);
  } catch (error) {
    // Another request has used it meanwhile. The library refuses this one, and revokes the other's token.
    if (error instanceof open.library.errors.InvalidGrant) return undefined;
    throw error;
  }
  return answer({
    access_token: open.references.token(code.grantId),
    expires_in: LIFETIMES.token,
    id_token: await idToken(open, code, person),
    scope: code.scope,
    token_type: 'Bearer',
  });
};

/** OpenID Connect Core 1.0, 5.3, with the token in the header (RFC 6750, 2.1). */
export const ordinaryUserinfo: Ordinary = async ({ clock }, open, { method, query, headers }) => {
  const [, text] = /^Bearer ([\w-]+)$/i.exec(headers.authorization ?? '') ?? [];
  if (method !== 'GET' || text === undefined || Object.keys(query).length > 0) return undefined;
  const token = (await open.records('AccessToken').find(text)) as unknown as (Redeemed & Ending) | undefined;
  if (token === undefined || token.exp <= clock() / 1000 || !isOpenId(token)) return undefined;
  const isSigned = open.clients.some(({ id, userinfoAlg }) => id === token.clientId && userinfoAlg !== undefined);
  const person = isSigned ? undefined : await personOf(open, token);
  if (person === undefined) return undefined;
  const { account, client } = person;
  const asked = askedAt(token.claims, 'userinfo');
  const available = { ...(await account.claims('userinfo', token.scope, asked)), sub: account.accountId };
  const claims = new open.provider.Claims(available, { ctx: { oidc: { client, account } } });
  claims.scope(token.scope);
  claims.mask(asked);
  return answer(await claims.result());
};

interface Ending {
  /** Seconds. */
  readonly exp: number;
}

/** What code and token belong to. */
interface Redeemed {
  readonly accountId: string;
  readonly clientId: string;
  readonly scope: string;
  readonly claims?: JsonObject;
}

interface Code extends Redeemed, Ending {
  readonly grantId: string;
  readonly redirectUri: string;
  readonly codeChallenge?: string;
  readonly codeChallengeMethod?: string;
  readonly acr?: string;
  readonly amr?: readonly string[];
  readonly authTime?: number;
  readonly nonce?: string;
  readonly sid?: string;
}

/** A code with any other member is used already, or bound to a key. */
const CODE_MEMBERS = new Set(
  'kind jti iat exp accountId acr amr authTime claims clientId codeChallenge codeChallengeMethod expiresWithSession grantId nonce redirectUri scope sessionUid sid'.split(
    ' ',
  ),
);

function codeOf(found: JsonObject | undefined): Code | undefined {
  if (found === undefined || Object.keys(found).some((name) => !CODE_MEMBERS.has(name))) return undefined;
  const code = found as unknown as Code;
  return found.expiresWithSession !== true && isOpenId(code) ? code : undefined;
}

function isOpenId({ scope }: Partial<Redeemed>): boolean {
  return scope?.split(' ').includes('openid') ?? false;
}

type TokenForm = ClientFields & {
  readonly code: string;
  readonly redirect_uri: string;
  readonly code_verifier?: string;
};

const FORM_FIELDS = new Set(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'client_id', 'client_secret']);

function tokenForm(body: Json | undefined): TokenForm | undefined {
  if (!isObject(body) || body.grant_type !== 'authorization_code') return undefined;
  const isKnown = Object.entries(body).every(([name, value]) => FORM_FIELDS.has(name) && typeof value === 'string');
  return isKnown && 'code' in body && 'redirect_uri' in body ? (body as unknown as TokenForm) : undefined;
}

/** RFC 7636, 4.6 */
function isProven({ codeChallenge, codeChallengeMethod }: Code, verifier: string | undefined): boolean {
  if (codeChallenge === undefined || verifier === undefined) return codeChallenge === verifier;
  const isVerifier = codeChallengeMethod === 'S256' && /^[\w.~-]{43,128}$/.test(verifier);
  return isVerifier && sameHash(hashOf(verifier), codeChallenge);
}

interface PersonAtClient {
  readonly account: Account;
  readonly client: LibraryClient;
}

async function personOf(
  { account: find, provider }: OpenProvider,
  { accountId, clientId }: Redeemed,
): Promise<PersonAtClient | undefined> {
  const [account, client] = await Promise.all([find(accountId), provider.Client.find(clientId)]);
  return client !== undefined && account?.client === clientId ? { account, client } : undefined;
}

/** The library's, so that it chooses claims and key as elsewhere. */
async function idToken({ provider }: OpenProvider, code: Code, { account, client }: PersonAtClient): Promise<string> {
  const { acr, amr, authTime, scope, nonce, sid } = code;
  const asked = askedAt(code.claims, 'id_token');
  const claims = await account.claims('id_token', scope, asked);
  const available = { ...claims, sub: account.accountId, acr, amr, auth_time: authTime };
  const token = new provider.IdToken(available, { ctx: { oidc: { client, account } } });
  Object.assign(token, { scope, mask: asked });
  token.set('nonce', nonce);
  token.set('sid', sid);
  return token.issue({ use: 'idtoken' });
}

function askedAt(claims: JsonObject | undefined, place: 'userinfo' | 'id_token'): JsonObject {
  const asked = claims?.[place];
  return isObject(asked) ? asked : {};
}

function answer(body: JsonObject): OperationReply {
  return {
    status: 200,
    headers: { 'cache-control': 'no-store', vary: 'Origin' },
    raw: Buffer.from(JSON.stringify(body)),
    contentType: 'application/json; charset=utf-8',
  };
}
