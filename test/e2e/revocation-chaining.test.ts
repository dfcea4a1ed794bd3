/** A wallet of the HAIP line loses its credentials when its provider revokes it, or the keystore of its keys (EU TS 3, 2.4.3). */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, it } from 'node:test';
import { createStatus } from '@countersign/status/status';
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { read } from '@countersign/wallet/sending/answer';
import { decode, statusOf } from '../support/credential.ts';
import { configurationOf, credentialsOf, type HaipWorld, startHaipWorld } from '../support/haip.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { openReceiver } from '../support/webhook-receiver.ts';

const DAY = 86_400_000;
const WALLET = 0;
const KEYS = 1;

let shift = 0;
const clock = (): number => Date.now() + shift;
let world: HaipWorld;
const values = [0, 0];
let down = false;
const lists = createServer((_, response) => {
  response.writeHead(down ? 503 : 200, { 'content-type': 'application/statuslist+jwt' });
  response.end(world.provider.statusList(values));
});

before(async () => {
  await new Promise<void>((resolve) => lists.listen(0, '127.0.0.1', resolve));
  const { port } = lists.address() as AddressInfo;
  const env = { OUTBOUND_ALLOW: '127.0.0.1', RATE_WALLET: '0', SESSION_TTL: '2592000' };
  const provider = { clock, statusUri: `http://127.0.0.1:${port}/list` };
  world = await startHaipWorld({ profile: 'haip', server: { env, clock }, provider });
  const chained = { ...configurationOf('chained', {}), revocation_chaining: true };
  for (const { folder } of shapes) world.server.writeConfig(`${folder}issuance/chained.json`, chained);
});
after(async () => {
  await world.close();
  lists.closeAllConnections();
  await new Promise((resolve) => lists.close(resolve));
});

/** The daily job, in another replica of the status service. */
async function check(): Promise<void> {
  const replica = createStatus(world.server.platform);
  const job = replica.jobs.find(({ name }) => name === 'revocation-chain') ?? assert.fail();
  await job.run();
  await replica.stop?.();
}

async function issue(shape: Shape, webhook: string) {
  const { provider } = world;
  const attester = {
    attestation: (input: Parameters<typeof provider.attestation>[0]) =>
      provider.attestation({ ...input, statusIndex: WALLET }),
    keyAttestation: (input: Parameters<typeof provider.keyAttestation>[0]) =>
      provider.keyAttestation({ ...input, statusIndex: KEYS }),
  };
  const wallet = await world.wallet(shape, { attester, clock });
  const body = { credentialConfigurationIds: ['chained'], notifyWebhook: { url: webhook } };
  const made = await world.offer(shape, body);
  await wallet.redeem(await wallet.offer(made.uri));
  const { answer } = await wallet.credential({ configuration: 'chained', keys: [newWalletKey(), newWalletKey()] });
  const claims = credentialsOf(answer).map((credential) => decode(credential.split('.')[1] ?? ''));
  const revoked = async () => Promise.all(claims.map(async (one) => (await statusOf(one)).value));
  return { session: made.session, claims, revoked };
}

for (const shape of shapes) {
  for (const [name, index, reason] of [
    ['its wallet', WALLET, 'wallet_revoked'],
    ['its keystore', KEYS, 'keys_revoked'],
  ] as const) {
    it(`${shape.name}: a credential is revoked with ${name}, and not while the list is unreachable`, async (t) => {
      const receiver = await openReceiver();
      t.after(() => receiver.close());
      values.fill(0);
      // Expires what is cached of the list.
      shift += DAY;
      const { session, claims, revoked } = await issue(shape, receiver.url);
      for (const { exp } of claims as { exp: number }[]) {
        assert.ok(exp * 1000 < clock() + 30 * DAY, 'before the end of both statuses');
      }
      shift += DAY;
      await check();
      assert.deepEqual(await revoked(), [0, 0]);
      values[index] = 1;
      down = true;
      shift += DAY;
      await check();
      down = false;
      assert.deepEqual(await revoked(), [0, 0]);
      shift += DAY / 24;
      await check();
      assert.deepEqual(await revoked(), [1, 1]);
      const audit = await read(await shape.call(world.server, `/audit?session=${session}`));
      const record = audit.json.find(({ client }: { client: string }) => client === '[revocation-chain]');
      assert.deepEqual([record.action, record.subject], ['status.changed', 'chained']);
      assert.deepEqual(record.data, { status: 1, entries: 2, reason });
      const events = (await receiver.wait(2)).map(({ body: text }) => text);
      assert.ok(events.some((text) => text.includes('"type":"status.changed"')));
    });
  }
}
