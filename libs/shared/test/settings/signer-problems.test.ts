import assert from 'node:assert/strict';
import { test } from 'node:test';
import { signerProblems } from '../../src/settings/signer-problems.ts';

const values = { SIGNER: 'local', VAULT_KEY_PREFIX: 'countersign' };
const vault = { ...values, SIGNER: 'vault', VAULT_ADDRESS: 'https://vault.example:8200', VAULT_TOKEN: 't' };

test('what a signer needs is named', () => {
  assert.deepEqual(signerProblems(values, true), []);
  assert.deepEqual(signerProblems(vault, true), []);
  assert.deepEqual(signerProblems({ ...values, SIGNER: 'pkcs11', PKCS11_PIN: '1' }, true), [
    'SIGNER=pkcs11 needs PKCS11_MODULE, PKCS11_TOKEN',
  ]);
  assert.deepEqual(signerProblems({ ...values, SIGNER: 'vault' }, false), ['SIGNER=vault needs VAULT_ADDRESS']);
});

test('Vault needs one token, an address, and TLS in production', () => {
  const one = 'VAULT_ADDRESS needs one of VAULT_TOKEN and VAULT_TOKEN_FILE';
  assert.deepEqual(signerProblems({ ...vault, VAULT_TOKEN_FILE: 'f' }, true), [one]);
  assert.deepEqual(signerProblems({ ...vault, VAULT_TOKEN: undefined }, true), [one]);
  const plain = { ...vault, VAULT_ADDRESS: 'http://vault.example:8200' };
  assert.deepEqual(signerProblems(plain, true), ['VAULT_ADDRESS must be https in production']);
  assert.deepEqual(signerProblems(plain, false), []);
  assert.deepEqual(signerProblems({ ...vault, VAULT_ADDRESS: 'http://127.0.0.1:8200/' }, true), []);
  for (const address of ['vault.example', 'https://vault.example/v1', 'https://vault.example?x']) {
    assert.equal(signerProblems({ ...vault, VAULT_ADDRESS: address }, false).length, 1, address);
  }
  assert.deepEqual(signerProblems({ ...vault, VAULT_KEY_PREFIX: '../x' }, false), [
    'VAULT_KEY_PREFIX accepts letters, digits, - and _',
  ]);
});
