/**
 * Each reason that a wallet, a user or the time can cause has a fault with its name, or cannot be caused only by a
 * wallet.
 */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { reasons } from '@countersign/gateway/reasons';
import type { Reason } from '@countersign/shared/kernel/reasons/reasons';
import { type FaultName, faults } from '@countersign/wallet/faults/faults';
import { jwtVcFaults } from '@countersign/wallet/faults/jwt-vc-faults';
import { mdocFaults } from '@countersign/wallet/faults/mdoc-faults';

/** A fault of another name does not compile. */
const noneOfAnotherName: [Exclude<FaultName, Reason | keyof typeof mdocFaults | keyof typeof jwtVcFaults>] extends [
  never,
]
  ? true
  : never = true;
/** Variants for other formats have reasons of the catalogue. */
const variants: Readonly<Record<string, { readonly reason: Reason }>> = { ...mdocFaults, ...jwtVcFaults };

const IN_BROWSER = 'a browser or the identity provider leads to it, between two requests of the wallet';
const RESTART = 'it needs a server that has started since the proof was made';
const PROVIDER = 'the provider of the wallet leads to it, by its status list';
const NORMAL = 'the answer of every such issuance: no mistake';
const EXTERNAL = 'the token is one of an external authorization server';
const PAGE = 'the browser hands the answer to a page, and the backend passes it on';
const OTHERS = 'another wallet, the backend or the end of the session leads to it';

/** Reasons without a fault, and why. */
const without: Readonly<Partial<Record<Reason, string>>> = {
  redemption_lost: OTHERS,
  parameter_type: 'the gateway refuses such a body before, as body_malformed',
  malformed_body: 'the gateway refuses such a body before, as body_malformed',
  presentation_rejected: 'ten refused presentations come first, each with a reason of its own',
  sign_in_needed: 'the checks before it refuse every request that would get there alone',
  sign_in_unknown: IN_BROWSER,
  sign_in_browser: IN_BROWSER,
  sign_in_expired: IN_BROWSER,
  sign_in_over: IN_BROWSER,
  sign_in_answered: IN_BROWSER,
  sign_in_refused: IN_BROWSER,
  sign_in_level: IN_BROWSER,
  sign_in_person: IN_BROWSER,
  presentation_first: NORMAL,
  browser_first: NORMAL,
  client_assertion_uncertain: RESTART,
  dpop_replay_unknown: RESTART,
  code_ended: OTHERS,
  offer_begun: 'two wallets must begin one offer',
  refresh_too_soon: 'a renewal that has failed since comes first, which the claims webhook decides',
  refresh_collision: 'eight refreshes must collide at once',
  external_token_expired: EXTERNAL,
  external_token_early: EXTERNAL,
  token_unbound: 'the tenant must have taken its profile since the token was issued',
  issuance_ended: OTHERS,
  issuance_expired: OTHERS,
  attestation_revoked: PROVIDER,
  attestation_status_unusable: PROVIDER,
  attestation_status_ends: PROVIDER,
  iso_mdoc_response: PAGE,
  iso_mdoc_decrypt: PAGE,
  zk_proof: 'it needs a prover, which test/security/zero-knowledge.test.ts runs',
  login_browser: 'another browser leads to it, and no wallet does',
  login_ended: 'the browser of a login leads to it, and no wallet does',
  revocation_list_unknown: 'readers of mdocs ask for the revocation list of an IACA, and no wallet does',
  certificate_chain_unknown: 'verifiers ask for the chain of a credential, and no wallet does',
  suspended: 'the backend leads to it, in the profile eu',
  certificate_revoked: 'the authority above the issuer leads to it, by its revocation list or its responder',
  renewal_suspended: 'the backend leads to it, in the profile eu',
  signing_algorithm: 'a configuration of the operator, which no wallet can cause',
  request_encryption_unusable: 'a note: the request is answered without encryption',
};

const CAUSED: readonly string[] = ['wallet', 'time', 'user'];

test('each reason that a wallet can cause has a fault', () => {
  assert.ok(noneOfAnotherName);
  assert.ok(Object.keys(variants).every((name) => !Object.hasOwn(reasons, name)));
  const missing = Object.entries(reasons)
    .filter(([, { blame, step }]) => CAUSED.includes(blame) && step !== 'management')
    .map(([reason]) => reason)
    .filter((reason) => !Object.hasOwn(faults, reason) && !Object.hasOwn(without, reason));
  assert.deepEqual(
    missing,
    [],
    'give it a fault in libs/wallet/src/faults, or say here why a wallet alone can not cause it',
  );
});

test('a reason with a fault is no exception', () => {
  assert.deepEqual(
    Object.keys(without).filter((reason) => Object.hasOwn(faults, reason)),
    [],
  );
});

test('each fault runs in a test', () => {
  const folder = resolve(import.meta.dirname, '../../wallet-faults');
  const texts = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  assert.deepEqual(
    Object.keys(faults).filter((name) => !texts.includes(`fault: '${name}'`)),
    [],
  );
});
