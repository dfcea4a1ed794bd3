import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { readMarkup } from '@countersign/shared/test/pages/markup';
import { reasonPage } from '../../src/documents/reason-page.ts';
import { reasons } from '../../src/reasons.ts';

const operation = reasonPage();
const BROWSER = 'text/html,application/xhtml+xml,*/*;q=0.8';

const request = (reason: string, accept?: string): OperationRequest => ({
  id: 'r',
  method: 'GET',
  tenant: 'default',
  url: '',
  query: {},
  body: undefined,
  encoding: 'none',
  params: { reason },
  headers: accept === undefined ? {} : { accept },
});

test('a program gets each reason as the catalogue has it', async () => {
  for (const [reason, entry] of Object.entries(reasons)) {
    for (const accept of ['application/json', '*/*', undefined]) {
      const { body, headers } = await operation(request(reason, accept));
      assert.deepEqual(body, { reason, ...entry });
      assert.equal(headers?.vary, 'accept');
    }
  }
});

test('a browser gets a page with all of it, without script and foreign resources', async () => {
  for (const [reason, { explanation, hint, facts }] of Object.entries(reasons)) {
    const { raw, contentType, headers } = await operation(request(reason, BROWSER));
    assert.match(contentType ?? '', /^text\/html/);
    assert.match(headers?.['content-security-policy'] ?? '', /default-src 'none'/);
    const { text } = readMarkup(String(raw).replace(/<style>[\s\S]*?<\/style>/, ''));
    for (const said of [reason, explanation, hint, ...facts]) {
      assert.ok(text.includes(said.replaceAll('`', '')), `${reason}: ${said}`);
    }
    assert.doesNotMatch(String(raw), /<script|https?:\/\/|undefined/);
  }
});

test('a name that is no reason is not found', async () => {
  for (const name of ['none', '__proto__', 'constructor', '']) {
    await assert.rejects(
      async () => operation(request(name)),
      (error) => error instanceof ProtocolError && error.code === 'not_found',
    );
  }
});
