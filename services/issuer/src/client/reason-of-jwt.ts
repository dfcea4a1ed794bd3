/** Maps JwtError's reasons to the catalogue's, for each kind of JWT that a wallet sends. Pure. */
import { type JwtError, type JwtReason, jwtReasons } from '@countersign/shared/crypto/jwt-error';
import type { Facts } from '@countersign/shared/kernel/reasons/facts';
import { type Reasoned, reasoned } from '@countersign/shared/kernel/reasons/reasons';
import { type IssuerReasons, issuerReasons } from '../reasons.ts';

export type ReasonOfJwt = Readonly<Record<JwtReason, keyof IssuerReasons>>;

/** A table in which every reason is that one: the rows that differ come below it. */
export function allAs<R extends keyof IssuerReasons>(reason: R): Readonly<Record<JwtReason, R>> {
  return Object.fromEntries(jwtReasons.map((each) => [each, reason])) as Record<JwtReason, R>;
}

/**
 * The reason and the facts of a refused JWT. If its facts have no `detail`, the error's reason fills it.
 * @param more facts that the error does not have
 */
export function reasonOfJwt({ reason, facts }: JwtError, table: ReasonOfJwt, more: Facts = {}): Reasoned {
  return reasoned(issuerReasons, table[reason], { detail: reason, ...facts, ...more });
}
