import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buttonFindings, buttonShown } from '../../src/request/button-create.ts';

const SHOP = 'https://shop.example';
const PAY = 'https://pay.example';
const pointers = (body: object, origins: readonly string[]) =>
  buttonFindings(body, { origins }).map((one) => one.pointer);

test('a button needs the origin of its page, which the configuration lists', () => {
  assert.deepEqual(pointers({}, [SHOP]), []);
  assert.deepEqual(pointers({ origin: PAY }, [SHOP, PAY]), []);
  assert.deepEqual(pointers({}, []), ['/response_type']);
  assert.deepEqual(pointers({}, [SHOP, PAY]), ['/origin']);
  assert.deepEqual(pointers({ origin: 'https://evil.example' }, [SHOP]), ['/origin']);
});

test('its answers are always encrypted', () => {
  assert.deepEqual(pointers({ response_mode: 'direct_post.jwt' }, [SHOP]), []);
  for (const mode of ['direct_post', 'dc_api', 'dc_api.jwt']) {
    assert.deepEqual(pointers({ response_mode: mode }, [SHOP]), ['/response_mode'], mode);
  }
});

test('without an origin in the call it is the only one, and only `crossDevice: true` is for another device', () => {
  assert.deepEqual(buttonShown({}, { origins: [SHOP] }), { way: 'button', origin: SHOP, crossDevice: false });
  const given = { origin: PAY, crossDevice: true };
  assert.deepEqual(buttonShown(given, { origins: [SHOP, PAY] }), { way: 'button', origin: PAY, crossDevice: true });
});
