/**
 * WALLET_DIALECT: the additional members beyond OpenID4VCI 1.0 that wallets receive, and their absence in `standard`.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { type Answer, read } from '@countersign/wallet/sending/answer';
import { diplomaConfiguration } from '../support/diploma.ts';
import { begin, credentialBody, makeOffer, PRE_AUTHORIZED_FLOW } from '../support/flows.ts';
import { openid4vci } from '../support/openid4vci-schemas.ts';
import {
  challenged,
  requestMember,
  SHAPE_A,
  tokenAfterPresentation,
  writeMember,
} from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';
import { receiveWithOpenid4vc } from '../wallet/openid4vc-wallet.ts';

type Documents = Record<keyof typeof openid4vci, Answer>;

for (const dialect of ['both', 'standard', 'interface'] as const) {
  describe(`WALLET_DIALECT=${dialect}`, () => {
    let server: TestServer;
    let receiver: WebhookReceiver;
    let documents: Documents;
    before(async () => {
      server = await startSampleServer({ env: { WALLET_DIALECT: dialect, CLAIMS_WAIT: '30' } });
      server.writeConfig('issuance/diploma.json', diplomaConfiguration);
      receiver = await openReceiver();
      receiver.status = 200;
      receiver.body = JSON.stringify({ member: { level: 'late' } });
      const { held, ...atOnce } = await issued(server);
      documents = { ...atOnce, deferredResponse: await deferred(server, receiver, held) };
    });
    after(async () => {
      await server.close();
      await receiver.close();
    });

    it(
      dialect === 'standard' ? 'has no member that 1.0 does not define' : 'has members that 1.0 does not define',
      () => {
        const unknown = Object.entries(openid4vci).flatMap(([name, validate]) =>
          validate(documents[name as keyof Documents].json).map(({ pointer }) =>
            `${name}${pointer}`.replace(/supported\/[\w-]+/, 'supported/*').replaceAll(/\/\d+/g, '/*'),
          ),
        );
        assert.deepEqual([...new Set(unknown)].sort(), dialect === 'standard' ? [] : OLDER);
      },
    );

    it('has the status codes of its dialect', () => {
      const { credentialResponse, deferredResponse, nonceResponse, tokenResponse } = documents;
      const codes = [tokenResponse, nonceResponse, credentialResponse, deferredResponse].map(({ status }) => status);
      assert.deepEqual(codes, [200, 200, dialect === 'interface' ? 201 : 200, 202]);
    });

    it('is understood by a wallet library that others wrote', async () => {
      const { uri } = await makeOffer(server);
      const { credentials } = await receiveWithOpenid4vc({ link: uri, batch: 2 });
      assert.equal(credentials.length, 2);
    });
  });
}

/** JSON pointers, with `*` for a configuration or an entry of an array. */
const OLDER: readonly string[] = [
  'credentialResponse/c_nonce',
  'credentialResponse/c_nonce_expires_in',
  'deferredResponse/c_nonce',
  'deferredResponse/c_nonce_expires_in',
  'issuerMetadata/authorization_server',
  'issuerMetadata/credential_configurations_supported/*/credential_metadata/display/*/background_image/url',
  'issuerMetadata/credential_configurations_supported/*/credential_metadata/display/*/logo/url',
  'issuerMetadata/credential_configurations_supported/*/display',
  'issuerMetadata/display/*/logo/url',
];

/** From the offer to the credential. */
async function issued(
  server: TestServer,
): Promise<Omit<Documents, 'deferredResponse'> & { readonly held: HeldCredential }> {
  const issuerMetadata = await read(await server.request('/.well-known/openid-credential-issuer'));
  const { wallet, offer, offerUri, txCode } = await begin(server, { ...PRE_AUTHORIZED_FLOW, tx_code: true });
  const credentialOffer = await read(await fetch(offerUri));
  const tokenResponse = await wallet.redeem(offer, txCode);
  const nonceResponse = await read(await fetch(`${server.url}/vci/nonce`, { method: 'POST' }));
  const key = newWalletKey();
  const body = await credentialBody(wallet, { key, nonce: nonceResponse.json.c_nonce });
  const credentialResponse = await wallet.credential(tokenResponse.json.access_token, body);
  const held = { credential: credentialResponse.json.credentials[0].credential, key };
  return { held, issuerMetadata, credentialOffer, tokenResponse, nonceResponse, credentialResponse };
}

/** A claims webhook that is slow defers the credential. */
async function deferred(server: TestServer, receiver: WebhookReceiver, held: HeldCredential): Promise<Answer> {
  receiver.silent = true;
  writeMember(server, SHAPE_A, receiver.url);
  const started = await challenged(server, SHAPE_A);
  const token = await tokenAfterPresentation(started, held);
  const answer = await requestMember(started.wallet, token);
  receiver.silent = false;
  return answer;
}
