import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { readPageRequests } from '../../src/command/page-file.ts';
import { WalletFailure } from '../../src/command/wallet-failure.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-page-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const read = (text: string) => {
  const path = join(folder, 'requests.json');
  writeFileSync(path, text);
  return readPageRequests(path);
};
const message = { protocol: 'openid4vp-v1-signed', data: { request: 'a.b.c' } };

test('the answer of the create endpoint, its requests, or one of them', () => {
  const requests = [message];
  for (const value of [{ session: 's', digital: { requests } }, { requests }, message])
    assert.deepEqual(read(JSON.stringify(value)), { requests });
});

test('another file is no request', () => {
  for (const text of ['', 'null', '[]', '{"requests":[]}', '{"digital":null}', '{"protocol":"a"}', '{"requests":[1]}'])
    assert.throws(() => read(text), WalletFailure, text);
  assert.throws(() => readPageRequests(join(folder, 'missing.json')), /has no requests of a page/);
});
