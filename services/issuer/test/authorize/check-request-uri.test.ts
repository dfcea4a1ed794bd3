import assert from 'node:assert/strict';
import { test } from 'node:test';
import { refusalOf } from '@countersign/shared/test/http/refusal';
import { checkRequestUri } from '../../src/authorize/check-request-uri.ts';
import { requestUriOf } from '../../src/session/request-uri.ts';
import { holding, reference, sessionWith } from '../order-of-refusals/known.ts';

test('a request_uri of this server finds its session, another one is never looked up', async () => {
  const session = sessionWith();
  const { text, hash } = reference(1);
  const known = holding(session);
  const found = await checkRequestUri({ ...known, parameters: { request_uri: requestUriOf(text) } });
  assert.deepEqual(found, { found: { session, hash } });
  const others = [undefined, text, `https://wallet.example/${text}`, requestUriOf('x'), requestUriOf('')];
  for (const request_uri of others) {
    await assert.rejects(checkRequestUri({ ...known, parameters: { request_uri } }), { code: 'invalid_request_uri' });
  }
});

test('the reason says that the request_uri is unknown', async () => {
  const parameters = { request_uri: 'https://wallet.example/x' };
  const why = await refusalOf(() => checkRequestUri({ ...holding(sessionWith()), parameters }));
  assert.deepEqual(why, { code: 'invalid_request_uri', reason: 'request_uri_unknown' });
});
