/** Credentials without a status (CIR 2024/2977, Art. 5; ARF, VCR_01): nobody can revoke them, so they end within 24 hours. Pure. */
import type { FieldError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { issuedAt } from './credential-payload.ts';

/** Seconds: what lives longer has a status. */
export const SHORT_LIFE = 86_400;

/** Why a configuration can't do without a status. */
export function shortLivedFindings({ short_lived, lifetime, ...value }: JsonObject): FieldError[] {
  if (short_lived !== true) return [];
  const isShort = typeof lifetime === 'number' && lifetime <= SHORT_LIFE;
  const { refresh } = value;
  return [
    ...(isShort
      ? []
      : [
          {
            pointer: '/lifetime',
            detail: `Credentials without a status live ${SHORT_LIFE} s (24 hours) at most; omit short_lived for longer lifetimes`,
          },
        ]),
    ...(value.revocation_chaining === true
      ? [{ pointer: '/revocation_chaining', detail: "Credentials without a status can't be revoked" }]
      : []),
    ...(isObject(refresh) && refresh.older_credentials === 'revoke'
      ? [{ pointer: '/refresh/older_credentials', detail: "Credentials without a status can't be revoked" }]
      : []),
  ];
}

/**
 * The earliest time, in seconds, at which no credential without a status is valid any longer: counted from `iat`, which
 * is earlier than now.
 * @param longest seconds
 */
export function lifeEndWithoutStatus(now: number, longest: number): number {
  return issuedAt(now) + longest + 1;
}
