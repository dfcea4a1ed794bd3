/** A newer publication of the Official Journal, which an accepted list of trusted lists names. */
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { replicaOf, TENANT } from './list-server.ts';
import { files, HOST, LOTL, lotl, started, stranger, third, URIS, written } from './lotl-world.ts';

describe('a newer publication', () => {
  const NEW = 'https://journal.example/2026';
  /** Pivot 2 vouches for the signers of the new publication, which both lists name. */
  const naming = (uris: readonly string[], sequence: string): Buffer =>
    lotl({ signers: [third], by: third, sequence, uris });
  const both = [NEW, ...URIS];
  const onlyNew = [NEW, `${HOST}/about.html`];

  it('takes the place of the configured one if the source says so, for every replica', async (t) => {
    const one = await started(t, files().set(LOTL, naming(both, '12')), { ...written, acceptNewOj: 'accept' });
    await one.twice();
    // The same list again is the same, whatever it has announced.
    await one.later();
    assert.equal((await one.document(LOTL))?.check.outcome, 'good');
    one.served.set(LOTL, naming(onlyNew, '13'));
    await one.later();
    const { good, check } = (await one.document(LOTL)) ?? assert.fail();
    assert.deepEqual([check.outcome, good?.sequenceNumber], ['good', 13]);
    assert.equal(good?.acceptedJournal?.journal, NEW);
    const other = replicaOf({ store: one.store, folder: one.folder, clock: one.clock, outbound: one.outbound });
    await other.lists.inForce(TENANT);
    assert.equal(
      (await other.lists.last(TENANT, (await other.lists.sources(TENANT))[0] ?? assert.fail()))?.list.sequenceNumber,
      13,
    );
    // Only the signers that the pivot vouches for are its signers.
    one.served.set(LOTL, lotl({ signers: [stranger], by: stranger, sequence: '14', uris: onlyNew }));
    await one.later();
    assert.equal((await one.document(LOTL))?.check.reason, 'trust_list_signer');
    one.served.set(LOTL, naming(onlyNew, '15'));
    await one.later();
    assert.equal((await one.document(LOTL))?.good?.sequenceNumber, 15);
  });

  it('is reported only, if the source says nothing', async (t) => {
    const one = await started(t, files().set(LOTL, naming(both, '12')));
    await one.twice();
    one.served.set(LOTL, naming(onlyNew, '13'));
    await one.later();
    const { good, check } = (await one.document(LOTL)) ?? assert.fail();
    assert.deepEqual([good?.sequenceNumber, check.reason], [12, 'trust_list_signer']);
  });

  it('without a pivot that names its signers takes no place', async (t) => {
    const uris = [NEW, `${HOST}/about.html`, ...URIS];
    const one = await started(t, files().set(LOTL, naming(uris, '12')), { ...written, acceptNewOj: 'accept' });
    await one.twice();
    one.served.set(LOTL, naming(onlyNew, '13'));
    await one.later();
    assert.equal((await one.document(LOTL))?.good?.sequenceNumber, 12);
  });

  it('counts no more when the source names other signers', async (t) => {
    const one = await started(t, files().set(LOTL, naming(both, '12')), { ...written, acceptNewOj: 'accept' });
    await one.twice();
    one.served.set(LOTL, naming(onlyNew, '13'));
    await one.later();
    await writeFile(join(one.folder, 'trust/lists/pid.pem'), stranger.certificate.toString());
    one.clock.now += 1000;
    assert.deepEqual(await one.inForce(), []);
    await one.later();
    assert.equal((await one.document(LOTL))?.check.reason, 'trust_list_signer');
  });
});
