import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeHabits } from '../../src/profiles/described-habits.ts';
import { WALLETS, type WalletName } from '../../src/profiles/habits.ts';

const described = (name: WalletName): string => {
  const { sends, refuses } = describeHabits(WALLETS[name]);
  return `${sends.join('; ')} | ${refuses.join('; ')}`;
};

test('each wallet is described by the habits that distinguish it', () => {
  for (const [name, ...words] of [
    ['eudi-kotlin', 'Accept: application/jwt', 'challenge for each request', 'one `jwt`, `kid` "0"', 'issuer_info'],
    ['eudi-ios', 'drops the refresh token', 'signed metadata without `iss`', '`iss`, `exp`, `cnf`'],
    ['suite', '`iss` and `nbf` in the attestation', 'cty: json', 'par 201, token 200'],
    ['ts3-letter', 'no `client_id` if it is attested'],
    [
      'credo-0.6',
      'resource',
      'no `code_verifier`',
      'nonce from the first response',
      'deferred response with `notification_id`',
    ],
    ['sphereon', 'behind the path', 'type of the credential', 'single `proof`'],
    ['walt-id', 'openid-configuration', 'credential 200 or 202'],
    ['multipaz', 'adds `format`, `vct`', 'only the key attestation'],
    ['it-wallet', 'authorization_details', 'Content-Type: application/json', 'without `credential_identifiers`'],
    ['credo', 'nearest age it has'],
    ['mdl', 'other formats than `mso_mdoc`'],
    ['wwwallet', 'as many proofs as `batch_size`', 'then behind the path'],
  ] as const) {
    for (const word of words) assert.ok(described(name).includes(word), `${name}: ${word}`);
  }
});

test('no two wallets but those of one library are described alike', () => {
  const names = Object.keys(WALLETS) as WalletName[];
  assert.equal(new Set(names.map(described)).size, names.length);
});
