/**
 * A login's grant, code and access token are one record: the code's. The code is created from the grant. Code and token
 * start with the grant's handle. The rest of the code is a separate secret, and the token's is a MAC, so that nothing
 * is written for it.
 */
import { hmacSha256 } from '@countersign/shared/crypto/hmac-sha256';
import { hashOf } from '@countersign/shared/crypto/sha256';
import { newHandle, newReference, parseReference, sameHash } from '@countersign/shared/crypto/wallet-reference';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import { type Adapter, nothing } from './library.ts';
import { LIFETIMES } from './lifetimes.ts';

export interface References {
  grant(): string;
  code(grant: string): string;
  token(grant: string): string;
}

/** @param key the tenant's */
export function grantReferences(key: Buffer, { clock, random }: Pick<Platform, 'clock' | 'random'>): References {
  return {
    grant: () => newHandle(clock(), random),
    code: (grant) => newReference(grant, random).text,
    token: (grant) => Buffer.concat([Buffer.from(grant, 'base64url'), hmacSha256(key, grant)]).toString('base64url'),
  };
}

/** @param codes records by their grant's handle */
export function grantAdapters(codes: Adapter, { token }: References): Readonly<Record<string, Adapter>> {
  const behind = async (text: string): Promise<JsonObject | undefined> => {
    const reference = parseReference(text);
    return reference && codes.find(reference.handle);
  };
  return {
    AuthorizationCode: {
      ...nothing,
      upsert: (_, payload) => codes.upsert(String(payload.grantId), payload, LIFETIMES.code + LIFETIMES.token),
      find: async (text) => {
        const code = await behind(text);
        return code !== undefined && sameHash(hashOf(String(code.jti)), hashOf(text)) ? code : undefined;
      },
      consume: (text) => codes.consume(parseReference(text)?.handle ?? ''),
      revokeByGrantId: (grant) => codes.destroy(grant),
    },
    AccessToken: {
      ...nothing,
      find: async (text) => {
        const code = await behind(text);
        if (typeof code?.consumed !== 'number' || !sameHash(token(String(code.grantId)), text)) return undefined;
        const { accountId, clientId, grantId, scope, claims } = code;
        const lifetime = { iat: code.consumed, exp: code.consumed + LIFETIMES.token };
        const of = { accountId, clientId, grantId, scope, ...(claims === undefined ? {} : { claims }) };
        return { kind: 'AccessToken', jti: text, gty: 'authorization_code', ...of, ...lifetime } as JsonObject;
      },
    },
    Grant: {
      ...nothing,
      find: async (handle) => {
        const code = await codes.find(handle);
        return code && grantBehind(handle, code);
      },
      destroy: (handle) => codes.destroy(handle),
    },
  };
}

function grantBehind(jti: string, { accountId, clientId, iat, scope, claims }: JsonObject): JsonObject {
  const names = isObject(claims) ? [claims.userinfo, claims.id_token].filter(isObject).flatMap(Object.keys) : [];
  const openid = { scope, ...(names.length === 0 ? {} : { claims: names }) };
  const exp = Number(iat) + LIFETIMES.code + LIFETIMES.token;
  return { kind: 'Grant', jti, accountId, clientId, openid, iat, exp } as JsonObject;
}
