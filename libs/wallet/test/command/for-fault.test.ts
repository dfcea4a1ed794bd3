import assert from 'node:assert/strict';
import test from 'node:test';
import { readCommandLine } from '../../src/command/command-line.ts';
import { forFault, unmet } from '../../src/command/for-fault.ts';
import type { RunOptions } from '../../src/command/workplace.ts';

const LINK = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Foffer';

function asked(...options: string[]): RunOptions {
  const read = readCommandLine(['accept', LINK, ...options], undefined);
  return read.kind === 'accept' ? read : assert.fail(read.kind);
}

test('without a fault the command line stays', () => {
  const plain = asked();
  assert.equal(forFault(plain), plain);
  assert.equal(unmet(plain), undefined);
});

test('the wallet takes the way on which its fault acts, and has what it needs', () => {
  const cases = [
    ['scope_unknown', { way: 'browser' }],
    ['client_attestation_pop', { way: 'browser', attested: true }],
    ['key_attestation_level', { attested: true }],
    ['refresh_token_unknown', { renew: true }],
    ['proof_nonces_differ', { batch: 2 }],
    ['code_unknown', {}],
  ] as const;
  for (const [fault, more] of cases) {
    const given = asked('--fault', fault);
    assert.deepEqual(forFault(given), { ...given, ...more }, fault);
  }
});

test('what the command line says stays', () => {
  const given = asked('--fault', 'scope_unknown', '--way', 'challenge');
  assert.equal(forFault(given).way, 'challenge');
  assert.equal(forFault(asked('--fault', 'proof_nonces_differ', '--batch', '3')).batch, 3);
});

test('where nothing was refused it says what the fault needs', () => {
  assert.match(
    unmet(asked('--fault', 'tx_code_wrong')) ?? '',
    /tx_code_wrong needs .*`pre_authorized_code`, and .*`tx_code`/,
  );
  assert.equal(unmet(asked('--fault', 'grant_type')), undefined);
});
