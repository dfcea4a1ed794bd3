import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { OutboundError } from '@countersign/shared/http/outbound-error';
import { trustListParts, trustLists } from '@countersign/shared/model/tenant/trust-lists';
import { ofTenant } from '@countersign/shared/store/of-tenant';
import { until } from '@countersign/shared/test/patience';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { stateOf } from '../../src/lists/list-transitions.ts';
import { DAY, entityOf, makeList, makeSigner, serviceOf, signedList, time, URL_OF_LIST } from '../lists/made-lists.ts';
import { keyOf } from '../registration/deterministic-keys.ts';
import { makeTestAuthority, makeTestCertificate } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { replicaOf, startReplica, TENANT } from './list-server.ts';

const { signer, issuance, content } = await makeList();
const files = { pem: signer.certificate.toString() };
const leaf = await makeTestCertificate({
  subject: [['CN', 'leaf']],
  key: keyOf('leaf'),
  issuer: issuance,
  ...VALIDITY,
});

function list(number: number, scheme: object = {}, by = signer): { readonly body: Buffer } {
  const body = signedList(
    content({ scheme: { LoTESequenceNumber: number, ...scheme }, successors: [by.certificate] }),
    { signer: by },
  );
  return { body };
}

const start = (t: TestContext, answer: () => object = () => list(12)) => startReplica(t, files, answer);

describe('the lists of a tenant', () => {
  it('are fetched when they are due, and anchor for every replica', async (t) => {
    const one = await start(t);
    const { lists } = one.replica;
    assert.deepEqual(await lists.inForce(TENANT), []);
    await one.replica.run();
    await one.replica.run();
    assert.equal(one.host.asked.length, 1);
    one.clock.now += 1000;
    const other = replicaOf({ store: one.store, folder: one.folder, clock: one.clock, outbound: one.host.outbound });
    for (const replica of [one.replica, other]) {
      const [found] = await replica.lists.inForce(TENANT);
      assert.equal(found?.index.candidates(['pid/issuance'], [leaf.certificate]).length, 1);
    }
    const { highest, good, changes } = (await one.document()) ?? assert.fail();
    assert.deepEqual([highest, good?.entries, changes[0]?.counts], [12, 2, { added: 2, removed: 0 }]);
  });

  it('stay when the server says that nothing has changed, or sends the same', async (t) => {
    const one = await start(t, () => ({ ...list(12), headers: { etag: '"12"' } }));
    await one.replica.run();
    one.host.answer = () => ({ status: 304 });
    await one.later();
    assert.equal(one.host.asked[1]?.headers?.['if-none-match'], '"12"');
    const kept = await one.document();
    assert.deepEqual([kept?.check.at, kept?.check.outcome], [one.clock.now, 'good']);
    one.host.answer = () => list(12);
    await one.later();
    assert.equal((await one.document())?.good?.verifiedAt, NOW);
  });

  it('are followed by the next number, and its changes are named', async (t) => {
    const one = await start(t);
    await one.replica.run();
    const added = await makeTestAuthority('another CA', VALIDITY);
    const entities = [
      entityOf('another', 'PID', [serviceOf({ type: 'PID/Issuance', certificates: [added.certificate] })]),
    ];
    const next = signedList(content({ entities, scheme: { LoTESequenceNumber: 13 } }), { signer });
    one.host.answer = () => ({ body: next });
    await one.later();
    one.clock.now += 1000;
    const { changes } = (await one.document()) ?? assert.fail();
    assert.deepEqual(changes[0]?.counts, { added: 1, removed: 2 });
    assert.equal(changes[0]?.added[0]?.entity, 'another');
    // The list before is used while the new one is read.
    await until('the new list', async () => {
      const [found] = await one.replica.lists.inForce(TENANT);
      return found?.index.candidates(['pid/issuance'], [leaf.certificate]).length === 0;
    });
  });

  for (const number of [11, 12]) {
    it(`are not replaced by the number ${number} after 12 with other content, nor after a restart`, async (t) => {
      const one = await start(t);
      await one.replica.run();
      one.host.answer = () => list(number, { SchemeName: [{ lang: 'en', value: 'other' }] });
      await one.later();
      const again = replicaOf({
        store: one.store,
        folder: one.folder,
        clock: one.clock,
        outbound: one.host.outbound,
      });
      one.clock.now += DAY;
      await again.run();
      const { good, check, highest } = (await one.document()) ?? assert.fail();
      assert.deepEqual(
        [good?.sequenceNumber, highest, check.outcome, check.reason],
        [12, 12, 'suspect', 'trust_list_rollback'],
      );
      assert.ok(one.replica.logged.some((line) => line.startsWith('A trust list was refused')));
    });
  }

  it('are not replaced by a lower number after the source was removed and configured again', async (t) => {
    const one = await start(t);
    await one.replica.run();
    const file = join(one.folder, 'trust/lists/pid.json');
    const text = await readFile(file, 'utf8');
    await writeFile(file, '{}');
    await one.later();
    assert.deepEqual(await one.replica.lists.inForce(TENANT), []);
    await writeFile(file, text);
    one.host.answer = () => list(11);
    await one.later(DAY);
    assert.equal((await one.document())?.check.reason, 'trust_list_rollback');
  });

  it('are not replaced by a number below that of a backup after it was restored', async (t) => {
    const one = await start(t);
    await one.replica.run();
    const backup = structuredClone((await one.document()) ?? assert.fail());
    one.host.answer = () => list(14, { ListIssueDateTime: time(NOW + 1000) });
    await one.later(DAY);
    const restored = await temporaryStore(t);
    const { rev: _, ...kept } = backup;
    await ofTenant(restored, TENANT).insert(trustLists, kept);
    const again = replicaOf({ ...one, store: restored, outbound: one.host.outbound });
    const numberAfter = async (number: number): Promise<readonly unknown[]> => {
      one.host.answer = () => list(number, { ListIssueDateTime: time(NOW + 2000) });
      one.clock.now += DAY;
      await again.run();
      const { good, check } = (await ofTenant(restored, TENANT).get(trustLists, backup.id)) ?? assert.fail();
      return [good?.sequenceNumber, check.reason];
    };
    assert.deepEqual(await numberAfter(11), [12, 'trust_list_rollback']);
    assert.deepEqual(await numberAfter(15), [15, undefined]);
  });

  it('keep only the parts of the last two', async (t) => {
    const one = await start(t);
    await one.replica.run();
    for (const number of [13, 14, 15]) {
      one.host.answer = () => list(number, { ListIssueDateTime: time(NOW + number * 1000) });
      await one.later(DAY);
    }
    const own = ofTenant(one.store, TENANT);
    const { documents } = await own.find(trustListParts, { index: 'list', limit: 99 });
    assert.equal(documents.length, 2);
    assert.equal((await one.document())?.good?.sequenceNumber, 15);
  });
});

describe('an address that does not answer', () => {
  it('changes nothing until the list ends, then nothing counts', async (t) => {
    const one = await start(t);
    await one.replica.run();
    one.host.answer = () => {
      throw new OutboundError('timeout');
    };
    await one.later(60 * DAY);
    assert.equal(stateOf((await one.document()) ?? assert.fail(), one.clock.now), 'stale');
    assert.equal((await one.replica.lists.inForce(TENANT)).length, 1);
    const restarted = replicaOf({
      store: one.store,
      folder: one.folder,
      clock: one.clock,
      outbound: one.host.outbound,
    });
    assert.equal((await restarted.lists.inForce(TENANT)).length, 1);
    one.clock.now = NOW + 90 * DAY;
    assert.deepEqual(await one.replica.lists.inForce(TENANT), []);
    await one.later(DAY);
    assert.ok(one.replica.logged.some((line) => line.startsWith('A trust list has ended')));
  });

  it('is asked again after a minute', async (t) => {
    const one = await start(t, () => ({ status: 503 }));
    await one.replica.run();
    assert.equal((await one.document())?.check.next, NOW + 60_000);
    one.host.answer = () => list(12);
    await one.later(60_000);
    assert.equal((await one.document())?.good?.sequenceNumber, 12);
  });

  for (const status of [301, 302, 404]) {
    it(`is not followed: ${status}`, async (t) => {
      const one = await start(t, () => ({ status, headers: { location: 'https://other.example' }, ...list(12) }));
      await one.replica.run();
      assert.deepEqual([one.host.asked.length, (await one.document())?.good], [1, undefined]);
    });
  }
});

describe('what is refused', () => {
  it('leaves the last good list, and raises the alarm at once', async (t) => {
    const one = await start(t);
    await one.replica.run();
    const stranger = await makeSigner('a stranger');
    one.host.answer = () => list(13, {}, stranger);
    await one.later();
    const { good, check } = (await one.document()) ?? assert.fail();
    assert.deepEqual([good?.sequenceNumber, check.outcome, check.reason], [12, 'suspect', 'trust_list_signer']);
    assert.equal((await one.replica.lists.inForce(TENANT)).length, 1);
    assert.ok(one.replica.logged.some((line) => line.includes('trust_list_signer')));
  });

  it('is what is too large, or compressed', async (t) => {
    for (const code of ['too_large', 'encoding'] as const) {
      const one = await start(t, () => {
        throw new OutboundError(code);
      });
      await one.replica.run();
      assert.equal((await one.document())?.check.reason, 'trust_list_malformed');
    }
  });

  it('never leads to another address', async (t) => {
    const one = await start(t);
    const pointer = (LoTELocation: string) => ({
      LoTELocation,
      ServiceDigitalIdentities: [{ X509Certificates: [{ val: signer.certificate.raw.toString('base64') }] }],
      LoTEQualifiers: [{ LoTEType: 'x', SchemeOperatorName: [{ lang: 'en', value: 'x' }], MimeType: 'x' }],
    });
    const addresses = [
      'http://169.254.169.254',
      'http://localhost',
      URL_OF_LIST,
      ...Array.from({ length: 1000 }, (_, n) => `https://${n}.example`),
    ];
    one.host.answer = () => list(12, { PointersToOtherLoTE: addresses.map(pointer) });
    await one.replica.run();
    assert.deepEqual(
      [one.host.asked.map(({ url }) => url), (await one.document())?.good?.sequenceNumber],
      [[URL_OF_LIST], 12],
    );
  });
});

describe('the signer of the next list', () => {
  it('may be announced by a list, but not by one that was not accepted', async (t) => {
    const [next, third] = [await makeSigner('next signer'), await makeSigner('third signer')];
    const one = await start(t);
    const announcing = signedList(content({ successors: [next.certificate] }), { signer });
    one.host.answer = () => ({ body: announcing });
    await one.replica.run();
    one.host.answer = () => list(13, {}, next);
    await one.later(DAY);
    assert.deepEqual((await one.document())?.good?.signer.by, 'successor');
    one.host.answer = () => list(14, {}, third);
    await one.later(DAY);
    assert.equal((await one.document())?.check.reason, 'trust_list_signer');
    // Read again by another replica, under the same approval.
    const other = replicaOf({ store: one.store, folder: one.folder, clock: one.clock, outbound: one.host.outbound });
    assert.equal((await other.lists.inForce(TENANT))[0]?.list.sequenceNumber, 13);
  });

  it('counts no more when the source names others', async (t) => {
    const one = await start(t);
    await one.replica.run();
    const other = await makeSigner('other');
    await writeFile(join(one.folder, 'trust/lists/pid.pem'), other.certificate.toString());
    one.clock.now += 1000;
    assert.deepEqual(await one.replica.lists.inForce(TENANT), []);
    // Fetched immediately, without the tag of the list that is now refused.
    await one.replica.run();
    assert.equal((await one.document())?.check.reason, 'trust_list_signer');
  });
});
