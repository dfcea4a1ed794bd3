import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';
import * as warnings from '../../src/warnings/tenant-warnings.ts';
import type { Warning } from '../../src/warnings/warning.ts';

const DAY = 86_400_000;
const NOW = Date.UTC(2030, 0, 1);
const codes = (found: readonly Warning[]) => found.map(({ code }) => code);

test('certificates: ended, about to end, ending before the credential, unusable', () => {
  const of = (days: number, lifetime?: number) =>
    codes(warnings.certificateWarnings({ notAfter: NOW + days * DAY }, NOW, lifetime));
  assert.deepEqual(of(31), []);
  assert.deepEqual(of(29), ['certificate_expires']);
  assert.deepEqual(of(0), ['certificate_expired']);
  assert.deepEqual(of(31, 32 * 86_400), ['lifetime_beyond_certificate']);
  assert.deepEqual(codes(warnings.certificateWarnings({ broken: 'no key' }, NOW)), ['key_unusable']);
  assert.deepEqual(codes(warnings.anchorWarnings([NOW + 1, NOW], NOW, 'trust_anchor_expired')), [
    'trust_anchor_expired',
  ]);
  assert.deepEqual(warnings.anchorWarnings([NOW + 1], NOW, 'trust_anchor_expired'), []);
});

test('attestations without an anchor', () => {
  const attested = { config: { proof_types_supported: { jwt: { key_attestations_required: {} } } } };
  assert.deepEqual(codes(warnings.attestationWarnings(attested, 0, false)), ['key_attestation_without_anchor']);
  assert.deepEqual(codes(warnings.attestationWarnings({}, 0, true)), ['client_attestation_without_anchor']);
  assert.deepEqual(codes(warnings.attestationWarnings(attested, 1, true)), []);
  assert.deepEqual(codes(warnings.attestationWarnings({}, 0, false)), []);
});

test('time limits: only the named ones, each with its setting', () => {
  const found = warnings.timeLimitWarnings({ CODE_TTL: 5, REQUEST_TTL: 10 }, ['CODE_TTL', 'SESSION_TTL']);
  assert.deepEqual(found, [{ code: 'time_limit_short', detail: 'CODE_TTL is 5 s' }]);
});

test('PUBLIC_URL: not https, not reachable, another server behind it', () => {
  const ok = (body: string, status = 200) =>
    ({ ok: true, status, body: Buffer.from(body), type: 'application/json' }) as const;
  const of = (url: string, probe: warnings.Probe) => codes(warnings.publicUrlWarnings(url, `${url}/t`, probe));
  assert.deepEqual(of('https://i.example', ok('{"credential_issuer":"https://i.example/t"}')), []);
  assert.deepEqual(of('http://i.example', ok('{"credential_issuer":"http://i.example/t"}')), ['public_url_insecure']);
  assert.deepEqual(of('https://i.example', { ok: false, why: 'refused' }), ['public_url_unreachable']);
  for (const other of [ok('{"credential_issuer":"https://j.example"}'), ok('<html>'), ok('', 404)]) {
    assert.deepEqual(of('https://i.example', other), ['public_url_other_server']);
  }
});

test('transaction codes: short ones, and those with letters', () => {
  const of = (form: DryRunRequest['tx_code']) => codes(warnings.transactionCodeWarnings(form));
  assert.deepEqual([of(undefined), of(true), of('123456'), of({ length: 6 })], [[], [], [], []]);
  assert.deepEqual([of('1234'), of({ length: 4 })], [['tx_code_weak'], ['tx_code_weak']]);
  assert.deepEqual([of('abcd'), of({ input_mode: 'text' })], [['tx_code_text'], ['tx_code_text']]);
});

test('webhooks keep their pointers; an issuer without display is named', () => {
  const found = warnings.webhookWarnings([{ pointer: '/webhook/url', detail: 'Only https' }]);
  assert.deepEqual(found, [{ code: 'webhook_not_allowed', pointer: '/webhook/url', detail: 'Only https' }]);
  assert.deepEqual(codes(warnings.metadataWarnings({})), ['issuer_display_missing']);
  assert.deepEqual(warnings.metadataWarnings({ display: [{ name: 'A' }] }), []);
});
