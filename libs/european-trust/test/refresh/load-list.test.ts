/** Lists that an operator hands over, because the server cannot reach their address. */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { trustListParts } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { ListError } from '../../src/lists/list-error.ts';
import { type HandedOver, loadList } from '../../src/refresh/load-list.ts';
import { packed } from '../../src/refresh/walked-list.ts';
import { DAY, makeList, makeSigner, signedList, time, URL_OF_LIST } from '../lists/made-lists.ts';
import { NOW } from '../registration/registrar.ts';
import { type Replica, startReplica, TENANT } from './list-server.ts';
import { files, LOTL, lotl, pivot, started, third } from './lotl-world.ts';

const { signer, content } = await makeList();
const stranger = await makeSigner('stranger');

const listOf = (number: number, scheme: object = {}, by = signer): Buffer =>
  signedList(content({ scheme: { LoTESequenceNumber: number, ...scheme } }), { signer: by });

/** Signed once: another signature is other content. */
const twelve = listOf(12);

/** A tenant with one source, whose address does not answer. */
async function offline(t: TestContext) {
  const one = await startReplica(t, { pem: signer.certificate.toString() }, () => ({ status: 503 }));
  const kept = async () => ofTenant(one.store, TENANT).find(trustListParts, { index: 'list', equal: [], limit: 50 });
  return { ...one, kept, load: (bytes: Buffer) => load(one.replica, { bytes }) };
}

async function load(replica: Replica, handed: Partial<HandedOver>): Promise<void> {
  const [from] = await replica.lists.sources(TENANT);
  const documents = { bytes: Buffer.alloc(0), pivots: new Map(), ...handed };
  await loadList(replica, { tenant: TENANT, from: from ?? assert.fail() }, documents);
}

async function refuses(loading: Promise<void>): Promise<string> {
  return loading.then(
    () => assert.fail('not refused'),
    (error: unknown) => (error instanceof ListError ? error.reason : assert.fail(String(error))),
  );
}

describe('a list that is handed over', () => {
  it('anchors as if it had been fetched, and says where it is from', async (t) => {
    const one = await offline(t);
    await one.replica.run();
    await one.load(twelve);
    one.clock.now += 1000;
    assert.equal((await one.replica.lists.inForce(TENANT))[0]?.list.sequenceNumber, 12);
    const { good, check, changes, highest } = (await one.document()) ?? assert.fail();
    assert.deepEqual([good?.loaded, changes[0]?.loaded, check.outcome, highest], [true, true, 'good', 12]);
    assert.ok(one.replica.logged.some((line) => line.startsWith('A trust list was accepted')));
  });

  it('stays while its address does not answer, until its next update is due', async (t) => {
    const one = await offline(t);
    await one.load(twelve);
    await one.later();
    assert.equal((await one.document())?.check.outcome, 'stale');
    assert.equal((await one.replica.lists.inForce(TENANT)).length, 1);
    one.clock.now = NOW + 91 * DAY;
    assert.equal((await one.replica.lists.inForce(TENANT)).length, 0);
  });

  it('is followed by the list that its address serves again, and by no older one', async (t) => {
    const one = await offline(t);
    await one.load(twelve);
    one.host.answer = () => ({ status: 200, body: twelve });
    await one.later();
    assert.deepEqual([(await one.document())?.check.outcome, (await one.document())?.good?.loaded], ['good', true]);
    one.host.answer = () => ({ status: 200, body: listOf(11) });
    await one.later();
    assert.equal((await one.document())?.check.reason, 'trust_list_rollback');
    one.host.answer = () => ({ status: 200, body: listOf(13) });
    await one.later();
    const { good, changes } = (await one.document()) ?? assert.fail();
    assert.deepEqual([good?.sequenceNumber, good?.loaded, changes[0]?.loaded], [13, undefined, undefined]);
  });

  it('changes nothing when it is handed over again', async (t) => {
    const one = await offline(t);
    await one.load(twelve);
    const before = await one.document();
    one.clock.now += 1000;
    await one.load(twelve);
    assert.deepEqual(await one.document(), before);
  });

  it('may be compressed, and is cut at the size of a list', async (t) => {
    const one = await offline(t);
    await one.load(gzipSync(twelve));
    assert.equal((await one.document())?.good?.sequenceNumber, 12);
    const bomb = gzipSync(Buffer.alloc(17 * 1024 * 1024));
    assert.equal(await refuses(one.load(bomb)), 'trust_list_malformed');
    assert.equal(await refuses(one.load(Buffer.from([0x1f, 0x8b, 1]))), 'trust_list_malformed');
  });
});

describe('a list that is handed over is refused, and nothing changes,', () => {
  const [signed, tampered] = [listOf(13), listOf(13)];
  tampered[tampered.length - 5] = (tampered[tampered.length - 5] ?? 0) === 65 ? 66 : 65;
  const ended = { ListIssueDateTime: time(NOW - 100 * DAY), NextUpdate: time(NOW - DAY) };
  assert.ok(!signed.equals(tampered));
  for (const [name, bytes, reason] of [
    ['with a lower number', listOf(11), 'trust_list_rollback'],
    [
      'with the same number and other content',
      listOf(12, { SchemeName: [{ lang: 'en', value: 'x' }] }),
      'trust_list_rollback',
    ],
    [
      'that was issued before the last one',
      listOf(13, { ListIssueDateTime: time(NOW - 2 * DAY) }),
      'trust_list_rollback',
    ],
    ['of another signer', listOf(13, {}, stranger), 'trust_list_signer'],
    ['with a wrong signature', tampered, 'trust_list_signature'],
    ['that has ended', listOf(13, ended), 'trust_list_dates'],
    ['that was issued in the future', listOf(13, { ListIssueDateTime: time(NOW + DAY) }), 'trust_list_dates'],
    ['of another type', listOf(13, { LoTEType: 'urn:other' }), 'trust_list_profile'],
    ['that is no list', Buffer.from('hello'), 'trust_list_malformed'],
    [
      'that has the form of several stored documents',
      packed(new Map([[URL_OF_LIST, listOf(13)]])),
      'trust_list_malformed',
    ],
    ['that is empty', Buffer.alloc(0), 'trust_list_malformed'],
  ] as const) {
    it(name, async (t) => {
      const one = await offline(t);
      await one.load(twelve);
      const [before, { documents: parts }] = [await one.document(), await one.kept()];
      assert.equal(await refuses(one.load(bytes)), reason);
      const { rev: _, ...after } = (await one.document()) ?? assert.fail();
      const { rev: __, ...was } = before ?? assert.fail();
      assert.deepEqual(after, was);
      assert.deepEqual(
        (await one.kept()).documents.map(({ id }) => id),
        parts.map(({ id }) => id),
      );
    });
  }
});

describe('a list of trusted lists that is handed over', () => {
  const pivots = new Map([1, 2].map((number) => [pivot(number), files().get(pivot(number)) ?? assert.fail()]));
  const bytes = lotl({ signers: [third], by: third });

  it('is walked over the pivots that come with it', async (t) => {
    const one = await started(t, new Map());
    await load(one.replica, { bytes, pivots });
    one.clock.now += 1000;
    assert.deepEqual(await one.inForce(), [['pid', 12]]);
    const { good } = (await one.document(LOTL)) ?? assert.fail();
    assert.deepEqual([good?.signer.by, good?.loaded], ['pivots', true]);
    assert.deepEqual(one.host.asked, [], 'no address was asked');
  });

  it('needs each of them', async (t) => {
    const one = await started(t, new Map());
    const some = new Map([[pivot(2), pivots.get(pivot(2)) ?? assert.fail()]]);
    await assert.rejects(load(one.replica, { bytes, pivots: some }), (error) => {
      assert.ok(error instanceof ListError);
      assert.deepEqual([error.reason, error.facts], ['trust_list_incomplete', { expected: pivot(1) }]);
      return true;
    });
    assert.equal((await one.document(LOTL))?.good, undefined);
  });
});
