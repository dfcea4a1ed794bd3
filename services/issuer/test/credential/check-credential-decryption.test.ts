import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateAgreementJwk } from '@countersign/shared/crypto/generate-key';
import { importPublicJwk } from '@countersign/shared/crypto/jwk';
import type { Requirements } from '@countersign/shared/flow-config/tenant-profile';
import type { OperationRequest } from '@countersign/shared/http/message';
import { encrypt } from '@countersign/shared/test/crypto/made-jwe';
import { whyRefused } from '@countersign/shared/test/http/why-refused';
import { checkCredentialDecryption } from '../../src/credential/check-credential-decryption.ts';
import { refusal } from '../world.ts';

const { d, ...point } = generateAgreementJwk();
const publicKey = importPublicJwk(point);

function received(request: Partial<OperationRequest>, required = false) {
  const asked: string[] = [];
  const check = checkCredentialDecryption({
    request: { tenant: 't1', ...request } as OperationRequest,
    encryptionKeys: {
      find: async (tenant, kid) => {
        asked.push(`${tenant} ${kid}`);
        return tenant === 't1' && kid === 'known' ? { d } : undefined;
      },
    },
    requirementsOf: () => ({ credentialEncryption: required ? 'required' : 'optional' }) as Requirements,
    platform: { settings: { REQUEST_COMPRESSION: true } },
  });
  return { check, asked };
}

const jwe = (kid: string) => encrypt({ text: Buffer.from('{"transaction_id":"x"}'), publicKey, kid });

test('the checks below see the clear text of an encrypted request', async () => {
  const { check, asked } = received({ encoding: 'jwt', body: jwe('known') });
  const { request, encrypted } = await check;
  assert.deepEqual([request.body, request.encoding, encrypted], [{ transaction_id: 'x' }, 'json', true]);
  assert.deepEqual(asked, ['t1 known']);
});

test('a plain request is unchanged, and asks for no key', async () => {
  const body = { transaction_id: 'x' };
  const { check, asked } = received({ encoding: 'json', body });
  const { request, encrypted } = await check;
  assert.deepEqual([request.body, encrypted, asked], [body, false, []]);
});

test('a plain request is refused where encryption is required, before it is read', async () => {
  assert.equal(
    (await refusal(received({ encoding: 'json', body: 'x' }, true).check)).code,
    'invalid_encryption_parameters',
  );
  assert.ok((await received({ encoding: 'jwt', body: jwe('known') }, true).check).encrypted);
});

test('an unknown key, and a message that is none, are refused with one text; the latter asks for no key', async () => {
  const unknown = await refusal(received({ encoding: 'jwt', body: jwe('other') }).check);
  const { check, asked } = received({ encoding: 'jwt', body: 'a.b.c' });
  const { code, message } = await refusal(check);
  assert.deepEqual([code, message], [unknown.code, unknown.message]);
  assert.deepEqual(asked, []);
});

test('the backend learns why', async () => {
  const plain = () => received({ encoding: 'json', body: 'x' }, true).check;
  assert.deepEqual(await whyRefused(plain), ['encryption_required']);
  const other = () => received({ encoding: 'jwt', body: jwe('other') }).check;
  assert.deepEqual(await whyRefused(other), ['encryption_key_unknown', { parameter: 'kid', detail: 'not_published' }]);
});
