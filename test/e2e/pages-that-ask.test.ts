/**
 * Pages that use the Digital Credentials API, over HTTP in both variants: the backend's two calls, and a wallet for
 * each protocol.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { DigitalMessage } from '@countersign/wallet/presentation/digital-request';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { ISO_MDOC } from '../support/iso-mdoc-wallet.ts';
import { MDL_NAMESPACE, openPageWallet, type PageWallet, writePageQuestions } from '../support/page-wallet.ts';
import { shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';

const ORIGIN = 'https://shop.example';
const SIGNED = 'openid4vp-v1-signed';
const name = { given_name: 'Erika', family_name: 'Mustermann' };
const asked = [
  { requestId: 'page-pid', protocol: SIGNED, values: name },
  { requestId: 'page-mdl', protocol: SIGNED, values: { [MDL_NAMESPACE]: name } },
  { requestId: 'page-mdl', protocol: ISO_MDOC, values: { [MDL_NAMESPACE]: name } },
];

interface Created {
  readonly session: string;
  readonly digital: { readonly requests: readonly DigitalMessage[] };
}

describe('a page that asks', () => {
  let server: TestServer;
  before(async () => {
    server = await startSampleServer();
  });
  after(() => server.close());

  for (const shape of shapes) {
    describe(shape.name, () => {
      let wallet: PageWallet;
      before(async () => {
        writePageQuestions(server, shape, [ORIGIN]);
        wallet = await openPageWallet(server, shape);
      });

      const create = async (requestId: string): Promise<Created> => {
        const path = shape.name === 'variant A' ? '/oid4vp' : '/presentation-management/request';
        const answer = await call(path, { response_type: 'dc-api', requestId });
        assert.equal(answer.status, 201, answer.text);
        return answer.json as Created;
      };
      const call = async (path: string, body: object): Promise<Answer> =>
        read(await shape.call(server, path, { method: 'POST', body: JSON.stringify(body) }));

      for (const { requestId, protocol, values } of asked) {
        it(`${requestId} by ${protocol}: the backend gets what was asked for, and nothing else`, async () => {
          const { session, digital } = await create(requestId);
          const posted = wallet.answer(digital.requests, protocol, ORIGIN);
          const answer = await call(`/session/${session}/dc-api`, posted);
          assert.equal(answer.status, 200, answer.text);
          const [credential, ...others] = answer.json.credentials;
          const { iss: _iss, iat: _iat, exp: _exp, vct: _vct, ...disclosed } = credential.values;
          assert.deepEqual([disclosed, others], [values, []]);
          const again = await call(`/session/${session}/dc-api`, posted);
          assert.deepEqual(again.json, answer.json);
        });
      }

      it('an answer to the request of another session is refused, by either protocol, and leaves both open', async () => {
        const [one, other] = [await create('page-mdl'), await create('page-mdl')];
        for (const protocol of [SIGNED, ISO_MDOC]) {
          const foreign = wallet.answer(other.digital.requests, protocol, ORIGIN);
          const { status, json } = await call(`/session/${one.session}/dc-api`, foreign);
          assert.deepEqual([status, json.reason], [400, protocol === SIGNED ? 'unknown_key' : 'iso_mdoc_decrypt']);
        }
        for (const { session, digital } of [one, other]) {
          const posted = wallet.answer(digital.requests, ISO_MDOC, ORIGIN);
          assert.equal((await call(`/session/${session}/dc-api`, posted)).status, 200);
        }
      });

      it('the wallet refuses a request that was taken to another page', async () => {
        const { digital } = await create('page-mdl');
        for (const protocol of [SIGNED, ISO_MDOC]) {
          assert.throws(() => wallet.answer(digital.requests, protocol, 'https://phishing.example'), /not .*for/);
        }
      });
    });
  }
});
