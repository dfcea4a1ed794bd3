/**
 * What logs, stored checks and views contain about a refused list: enough to find it, and no key, token or text from
 * the host.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { listView } from '../../src/refresh/list-view.ts';
import { DAY, makeList, makeSigner, signedList, URL_OF_LIST } from '../lists/made-lists.ts';
import { startReplica, TENANT } from './list-server.ts';

const { signer, content } = await makeList();
const stranger = await makeSigner('a stranger');
const SECRET = 'secret-token-of-the-host-0123456789';

const list = (number: number, by = signer): Buffer =>
  signedList(content({ scheme: { LoTESequenceNumber: number }, successors: [signer.certificate] }), { signer: by });
const forged = (): Buffer => {
  const [header = '', payload = ''] = list(13).toString().split('.');
  return Buffer.from([header, payload, Buffer.alloc(64, 1).toString('base64url')].join('.'));
};

const refusals: readonly (readonly [reason: string, answer: () => object, said: RegExp])[] = [
  ['trust_list_signer', () => ({ body: list(13, stranger) }), /CN=a stranger/],
  ['trust_list_signature', () => ({ body: forged() }), /./],
  ['trust_list_rollback', () => ({ body: list(11) }), /11 is lower than the previously accepted number 12/],
  ['trust_list_malformed', () => ({ body: Buffer.from(`{"${SECRET}"`) }), /./],
  [
    'trust_list_unreachable',
    () => ({ status: 401, body: Buffer.from(SECRET), headers: { etag: `"${SECRET}"` } }),
    /401/,
  ],
];

/** Pieces of the response: a list's certificates, signature and content, or the host's own text. */
function piecesOf(body: Buffer): readonly string[] {
  const text = body.toString();
  const starts = Array.from({ length: Math.floor(text.length / 50) }, (_, n) => n * 50);
  return [SECRET, ...starts.map((start) => text.slice(start, start + 50))];
}

describe('the texts of a refusal', () => {
  for (const [reason, answer, said] of refusals) {
    it(`name the list and the cause, and show nothing of what came: ${reason}`, async (t) => {
      const one = await startReplica(t, { pem: signer.certificate.toString() }, () => ({ body: list(12) }));
      await one.replica.run();
      const before = one.replica.logged.length;
      one.host.answer = answer;
      await one.later(DAY);
      const document = (await one.document()) ?? assert.fail();
      assert.equal(document.check.reason, reason);
      const [from = assert.fail()] = await one.replica.lists.sources(TENANT);
      const logged = one.replica.logged.slice(before).join('\n');
      const view = JSON.stringify(listView(from, document, one.clock.now));
      for (const text of [logged, JSON.stringify(document.check)]) assert.match(text, said);
      for (const part of [TENANT, 'pid', reason]) assert.ok(logged.includes(part), part);
      for (const part of [URL_OF_LIST, '"sequenceNumber":12', reason]) assert.ok(view.includes(part), part);
      const { body = Buffer.alloc(0) } = answer() as { readonly body?: Buffer };
      for (const piece of piecesOf(body)) assert.ok(!(logged + view).includes(piece), piece);
    });
  }
});
