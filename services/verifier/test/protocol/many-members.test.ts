/** Wherever a wallet puts JSON with very many members, it is refused by their number before it is parsed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PRESENTATION_BODY_BYTES } from '@countersign/shared/http/message';
import { parseAuthorizationResponse, parseResponsePayload } from '../../src/presentation/authorization-response.ts';
import { parsePageAnswer } from '../../src/presentation/dc-api-response.ts';
import { parseDisclosures } from '../../src/presentation/sd-jwt-disclosures.ts';
import { MAX_SD_JWT_LENGTH } from '../../src/presentation/sd-jwt-parse.ts';
import { parseSdJwtVc } from '../../src/presentation/sd-jwt-verify.ts';
import { parseWalletParameters } from '../../src/request/wallet-metadata.ts';
import { disclosure, part } from '../presentation/presentations.ts';

const COUNT = 90_000;
const list = Array.from({ length: COUNT }, () => 1);
const text = JSON.stringify({ x: list });
const header = part({ typ: 'dc+sd-jwt', alg: 'ES256' });
const disclosures = Array.from({ length: 12 }, (_, n) => disclosure(`claim${n}`, list.slice(0, 900 + n)));

const places: Readonly<Record<string, () => unknown>> = {
  'the vp_token of a form': () => parseAuthorizationResponse({ vp_token: text, state: 's' }),
  'the payload of an encrypted response': () => parseResponsePayload(Buffer.from(text)),
  'the data of a page as text': () => parsePageAnswer({ protocol: 'openid4vp-v1-unsigned', data: text }),
  'the metadata of a wallet': () => parseWalletParameters({ wallet_metadata: text.slice(-20_001) }, ['dc+sd-jwt']),
  'the payload of a credential': () => parseSdJwtVc(`${header}.${part({ x: list })}.AAAA~`),
  'one disclosure': () => parseDisclosures([disclosure('claim', list)]),
  'all disclosures together': () => parseDisclosures(disclosures),
};

for (const [place, read] of Object.entries(places)) {
  test(`${COUNT} members in ${place}`, (t) => {
    const parse = t.mock.method(JSON, 'parse');
    assert.throws(read);
    const parsed = parse.mock.calls.map(({ arguments: [sent] }) => String(sent).length);
    assert.ok(Math.max(0, ...parsed) < 10_000, `a text of ${Math.max(0, ...parsed)} characters was parsed`);
  });
}

test('disclosures with fewer members than that are read', () => {
  assert.equal(parseDisclosures(disclosures.slice(0, 10)).size, 10);
});

test('the largest presentation that is read fits in a body, encrypted', () => {
  const encrypted = Math.ceil(MAX_SD_JWT_LENGTH / 3) * 4;
  assert.ok(encrypted + 4096 < PRESENTATION_BODY_BYTES);
  // Two mdocs with a portrait of 100 KB, as base64url in an encrypted response.
  assert.ok(2 * 100_000 * (4 / 3) ** 2 + 4096 < PRESENTATION_BODY_BYTES);
});
