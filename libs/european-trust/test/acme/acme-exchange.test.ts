import assert from 'node:assert/strict';
import { it } from 'node:test';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { checkHost, createAcmeExchange } from '../../src/acme/acme-exchange.ts';
import { NOW } from '../registration/registrar.ts';
import { accountKey, refusalOf } from './acme-client.ts';
import { createMockAuthority, DIRECTORY, HOST, type MockAuthority, problem } from './mock-authority.ts';

const exchangeWith = ({ outbound }: Pick<MockAuthority, 'outbound'>) =>
  createAcmeExchange({ outbound, clock: () => NOW, key: accountKey(), address: DIRECTORY });
const request = { url: `${HOST}/new-account`, sender: 'new account', payload: {} } as const;

it('reads the directory once, and takes a nonce of each answer', async () => {
  const mock = await createMockAuthority();
  const exchange = exchangeWith(mock);
  await exchange.post(request);
  await exchange.post(request);
  await exchange.directory();
  const times = (end: string): number => mock.asked.filter((path) => path.endsWith(end)).length;
  assert.deepEqual([times('/directory'), times('/new-nonce'), times('/new-account')], [1, 1, 2]);
});

it('repeats a request whose nonce was refused, five times at most', async () => {
  const mock = await createMockAuthority();
  mock.faults.badNonces = 4;
  await exchangeWith(mock).post(request);
  mock.faults.badNonces = 100;
  const before = mock.asked.filter((path) => path === '/new-account').length;
  await refusalOf(exchangeWith(mock).post(request));
  assert.equal(mock.asked.filter((path) => path === '/new-account').length - before, 5);
});

it('sends nothing to another host', async () => {
  const mock = await createMockAuthority();
  for (const url of ['https://other.example/order', 'http://acme.example/order', 'no address', undefined]) {
    assert.throws(() => checkHost(DIRECTORY, url), /acme_malformed/);
  }
  assert.equal(
    (await refusalOf(exchangeWith(mock).post({ ...request, url: 'https://other.example/a' }))).facts.detail,
    'foreign_host',
  );
  assert.deepEqual(mock.asked, []);
});

it('waits as long as the authority says, a day at most', async () => {
  const mock = await createMockAuthority();
  const waits = async (after: string): Promise<unknown> => {
    mock.faults.answer = (path) =>
      path === '/new-account' ? problem('rateLimited', 'slow down', 429, { 'retry-after': after }) : undefined;
    const { retryAt } = await refusalOf(exchangeWith(mock).post(request));
    return retryAt === undefined ? undefined : retryAt - NOW;
  };
  assert.equal(await waits('120'), 120_000);
  assert.equal(await waits(new Date(NOW + 60_000).toUTCString()), 60_000);
  assert.equal(await waits('999999999'), 86_400_000);
  assert.equal(await waits('soon'), undefined);
});

it('an authority that can not be reached is that, and no defect', async () => {
  const outbound = { request: () => Promise.reject(new OutboundError('timeout')) };
  assert.equal((await refusalOf(exchangeWith({ outbound }).directory())).reason, 'acme_unreachable');
});
