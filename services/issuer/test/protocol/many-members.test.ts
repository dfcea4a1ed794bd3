/** Wherever a wallet puts JSON with very many members, it is refused by their number before it is parsed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import { parseJwt } from '@countersign/shared/crypto/jwt';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { parseAuthorizationDetails } from '../../src/client/wallet-parameters.ts';
import { decryptRequest, parseEncryptedRequest } from '../../src/credential/encrypted-request.ts';

const COUNT = 90_000;
const list = Array.from({ length: COUNT }, () => 1);
const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const { d, ...point } = generateAgreementJwk();
/** As many as fit in the largest encrypted request. */
const jwe = encrypt({
  text: Buffer.from(JSON.stringify({ x: list.slice(0, 30_000) })),
  publicKey: importPublicJwk(point),
  kid: 'key-1',
  header: {},
});
const header = part({ typ: 'openid4vci-proof+jwt', alg: 'ES256' });

const places: Readonly<Record<string, () => unknown>> = {
  'authorization_details of a form': () => parseAuthorizationDetails(JSON.stringify(list), 'https://issuer.example'),
  'an encrypted request': () => decryptRequest(parseEncryptedRequest(jwe, true), { d }),
  'the payload of a proof or an attestation': () =>
    parseJwt(`${header}.${part({ x: list })}.AAAA`, { maxLength: 1_000_000 }),
  'the header of a proof': () =>
    parseJwt(`${part({ typ: 'x', alg: 'ES256', x: list.slice(0, 16_000) })}.${part({})}.AAAA`, {
      maxLength: 1_000_000,
    }),
};

for (const [place, read] of Object.entries(places)) {
  test(`very many members in ${place}`, (t) => {
    const parse = t.mock.method(JSON, 'parse');
    assert.throws(read);
    const parsed = parse.mock.calls.map(({ arguments: [sent] }) => String(sent).length);
    assert.ok(Math.max(0, ...parsed) < 1000, `a text of ${Math.max(0, ...parsed)} characters was parsed`);
  });
}
