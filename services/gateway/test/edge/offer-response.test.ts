/** OfferResponse: text, QR code in a data URL, picture. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { offerResponse } from '../../src/edge/offer-response.ts';

const LINK = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fissuer.example%2Fo';
const neutral = { session: 's', link: LINK, expiresAt: '2030-01-01T00:00:00.000Z', txCode: '1234' };
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

test('by default the link is text, with all members of the service', async () => {
  for (const type of ['uri', undefined, 'png']) {
    assert.deepEqual(await offerResponse(neutral, type, 'image/png'), { body: { uri: LINK, ...neutral } });
  }
});

test('a QR code is a data URL, unless the caller prefers the picture', async () => {
  const { body } = await offerResponse(neutral, 'qrcode', 'application/json');
  const { uri, ...rest } = body as Record<string, string>;
  assert.deepEqual(rest, neutral);
  const [head, data = ''] = (uri ?? '').split(',');
  assert.equal(head, 'data:image/png;base64');
  assert.deepEqual(Buffer.from(data, 'base64').subarray(0, 4), PNG);
  assert.ok((await offerResponse(neutral, 'qrcode', undefined)).body !== undefined);
});

test('a picture has the other members in headers, the transaction code only where there is one', async () => {
  const picture = await offerResponse(neutral, 'qrcode', 'image/png');
  assert.deepEqual(Buffer.from(picture.raw as Buffer).subarray(0, 4), PNG);
  assert.deepEqual(picture.headers, {
    'x-session-id': 's',
    link: `<${LINK}>; rel="alternate"`,
    'x-tx-code': '1234',
  });
  const { txCode: _, ...without } = neutral;
  assert.ok(!Object.hasOwn((await offerResponse(without, 'qrcode', 'image/png')).headers ?? {}, 'x-tx-code'));
});

test('a request for a page has no link, whatever the caller accepts', async () => {
  const digital = { requests: [{ protocol: 'openid4vp-v1-signed', data: { request: 'a.b.c' } }] };
  const page = { session: 's', digital, expiresAt: '2030-01-01T00:00:00.000Z' };
  assert.deepEqual(await offerResponse(page, 'dc-api', 'image/png'), { body: page });
});

test('an offer has its link and the request for a page', async () => {
  const digital = { requests: [{ protocol: 'openid4vci-v1', data: { credential_issuer: 'https://issuer.example' } }] };
  const offer = { ...neutral, digital };
  assert.deepEqual(await offerResponse(offer, undefined, undefined), { body: { uri: LINK, ...offer } });
  const { body } = await offerResponse(offer, 'qrcode', 'application/json');
  assert.match(String((body as { readonly uri: string }).uri), /^data:image\/png/);
  assert.ok((await offerResponse(offer, 'qrcode', 'image/png')).raw !== undefined);
});
