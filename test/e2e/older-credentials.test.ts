/**
 * `older_credentials: revoke`: once newer credentials with different claims were sent, the status list shows the older
 * ones as revoked.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { revokeSupersededJob } from '@countersign/issuer/session/revoke-superseded';
import { statusOf } from '../support/credential.ts';
import { shapes } from '../support/presentation-during-issuance.ts';
import {
  collectedCard,
  levelOf,
  payloadOf,
  type Renewing,
  refresh,
  renewingWallet,
  writeRenewable,
} from '../support/renewable.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { openReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const HOUR = 3_600_000;

describe('older credentials', () => {
  let server: TestServer;
  let backend: WebhookReceiver;
  let now = Date.now();
  const clock = (): number => now;
  before(async () => {
    server = await startSampleServer({ clock, env: { CLAIMS_WAIT: '100' } });
    backend = await openReceiver();
  });
  after(() => Promise.all([server.close(), backend.close()]));

  /** The job of another replica of the issuer. */
  const job = () => revokeSupersededJob(server.platform).run();
  const valuesOf = async (credentials: readonly string[]) =>
    Promise.all(credentials.map(async (one) => (await statusOf(payloadOf(one))).value));
  /** A renewal two hours later, for which the backend returns this level. @returns its credential */
  const renewed = async ({ wallet, refreshToken }: Renewing, level: string): Promise<string> => {
    Object.assign(backend, { status: 200, body: JSON.stringify({ card: { level } }) });
    now += 2 * HOUR;
    const token = await refresh(wallet, refreshToken);
    assert.equal(token.status, 200, token.text);
    const { credential } = (await collectedCard(wallet, token.json.access_token)).json.credentials[0];
    assert.equal(levelOf(credential), level);
    return credential;
  };

  for (const shape of shapes) {
    it(`${shape.name}: are revoked where the claims have changed, stay where they have not, and the token lives`, async () => {
      writeRenewable(server, shape, { webhook: backend.url, older_credentials: 'revoke' });
      const renewing = await renewingWallet(server, shape, clock);
      const first = renewing.credential;
      const second = await renewed(renewing, 'gold');
      assert.deepEqual(await valuesOf([first, second]), [0, 0]);
      await job();
      assert.deepEqual(await valuesOf([first, second]), [1, 0]);
      const third = await renewed(renewing, 'gold');
      await job();
      assert.deepEqual(await valuesOf([first, second, third]), [1, 0, 0]);
      const fourth = await renewed(renewing, 'silver');
      await job();
      assert.deepEqual(await valuesOf([first, second, third, fourth]), [1, 1, 1, 0]);
    });

    it(`${shape.name}: stay where the configuration keeps them`, async () => {
      writeRenewable(server, shape, { webhook: backend.url });
      const renewing = await renewingWallet(server, shape, clock);
      const second = await renewed(renewing, 'gold');
      await job();
      assert.deepEqual(await valuesOf([renewing.credential, second]), [0, 0]);
    });
  }
});
