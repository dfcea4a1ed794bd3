/** The step of a flow that a request belongs to. Pure. */
import type { WalletStep } from '@countersign/shared/model/session/wallet-step';
import type { Route } from '../routes/route.ts';

/** Step names by operation, for operations that aren't steps of a session. */
const steps: Readonly<Record<string, string>> = {
  'issuer.metadata': 'metadata',
  'issuer.authorization-server-metadata': 'metadata',
  'issuer.jwks': 'metadata',
  'issuer.jwt-vc-issuer': 'metadata',
  'issuer.certificate-chain': 'metadata',
  'issuer.acme-challenge': 'metadata',
  'issuer.published-list': 'metadata',
  'issuer.revocation-list': 'status',
  'issuer.vct': 'metadata',
  'issuer.schema': 'metadata',
  'issuer.nonce': 'nonce',
  'issuer.attestation-challenge': 'nonce',
  'issuer.offer.get': 'offer',
  'issuer.pushed-authorization-request': 'par',
  'issuer.authorize': 'authorize',
  'issuer.authorization.follow': 'authorize',
  'issuer.authorization.decline': 'authorize',
  'issuer.authorization.wallet': 'request-object',
  'issuer.authorization.wallet.answer': 'response',
  'verifier.button.follow': 'request-object',
  'verifier.button.request': 'request-object',
  'verifier.button.answer': 'response',
  'issuer.sign-in.begin': 'authorize',
  'issuer.sign-in.callback': 'authorize',
  'issuer.authorization-challenge': 'challenge',
  'issuer.interactive-authorization': 'challenge',
  'issuer.token': 'token',
  'issuer.credential': 'credential',
  'issuer.deferred-credential': 'deferred',
  'issuer.notification': 'notification',
  'verifier.request.get': 'request-object',
  'verifier.response': 'response',
  'verifier.dc-api.answer': 'response',
  'status.list': 'status',
  'gateway.token': 'management',
  'gateway.login.discovery': 'metadata',
  'gateway.login.jwks': 'metadata',
  'gateway.login.authorize': 'authorize',
  'gateway.login.resume': 'authorize',
  'gateway.login.page': 'authorize',
  'gateway.login.state': 'authorize',
  'gateway.login.wallet': 'request-object',
  'gateway.login.wallet.answer': 'response',
  'gateway.login.return': 'authorize',
  'gateway.login.complete': 'authorize',
  'gateway.login.cancel': 'authorize',
  'gateway.login.token': 'token',
  'gateway.login.userinfo': 'token',
  'gateway.login.logout': 'authorize',
  'gateway.login.logout.confirm': 'authorize',
  'gateway.login.logout.done': 'authorize',
  'gateway.rights.page': 'authorize',
  'gateway.rights.start': 'authorize',
  'gateway.rights.return': 'authorize',
  'gateway.rights.erase': 'authorize',
};

/** All steps that an entry can have. */
export const traceSteps: readonly string[] = [...new Set([...Object.values(steps), 'management', 'unknown'])];

/** @param wellKnown of a path that no route has: it has the segment `.well-known` */
export function stepOf(route: Route | undefined, reported: WalletStep | undefined, wellKnown?: true): string {
  if (reported !== undefined) return reported;
  if (route === undefined) return wellKnown === true ? 'metadata' : 'unknown';
  return steps[route.operation] ?? (route.auth === 'management' ? 'management' : 'unknown');
}
