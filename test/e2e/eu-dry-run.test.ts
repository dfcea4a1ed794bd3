/** A tenant of profile `eu` with all of its parts, as in docs/how-to/eu.md: EU wallets refuse none of them. */
import assert from 'node:assert/strict';
import { readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { until } from '@countersign/shared/test/patience';
import { read } from '@countersign/wallet/sending/answer';
import { openEuropeanAuthority, writeFiles } from '../support/european-authority.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody, type TestServer } from '../support/server.ts';

const SAMPLES = resolve(import.meta.dirname, '../../samples');
/** Warnings about a tenant on loopback with samples, none of them about European requirements. */
const OF_LOOPBACK = ['public_url_insecure', 'issuer_display_missing', 'claim_without_name'];

interface Found {
  readonly outcome: string;
  readonly warnings: readonly { readonly code: string; readonly detail: string }[];
  readonly refusal?: unknown;
  readonly profiles?: readonly { readonly profile: string; readonly takes: boolean }[];
}

describe('a dry run of a tenant of profile eu', () => {
  let server: TestServer;
  let authority: Awaited<ReturnType<typeof openEuropeanAuthority>>;
  let now = Date.now();
  before(async () => {
    authority = await openEuropeanAuthority({ clock: () => now });
    server = await startSampleServer({ clock: () => now, env: { OUTBOUND_ALLOW: '127.0.0.1' } });
    for (const { folder } of shapes) {
      for (const kind of ['issuance', 'presentation']) {
        rmSync(join(server.configFolder, folder, kind), { recursive: true, force: true });
      }
      writeFiles(join(server.configFolder, folder), authority.files);
      for (const name of ['eu-pid', 'pid-mdoc']) {
        const text = readFileSync(join(SAMPLES, `issuance/${name}.json`), 'utf8');
        writeFiles(join(server.configFolder, folder), { [`issuance/${name}.json`]: text });
      }
    }
    now += 2000;
  });
  after(async () => {
    await server.close();
    authority.close();
  });

  const dryRun = async (shape: Shape, path: string): Promise<Found> => {
    const answer = await read(await shape.call(server, `${path}/dry-run`, { method: 'POST', ...jsonBody({}) }));
    assert.equal(answer.status, 200, answer.text);
    return answer.json as Found;
  };

  for (const shape of shapes) {
    for (const path of [
      '/presentation-management/name-check',
      '/issuer-management/eu-pid',
      '/issuer-management/pid-mdoc',
    ]) {
      it(`lists no refusal: ${path}, ${shape.name}`, async () => {
        const { outcome, refusal, warnings, profiles = [] } = await dryRun(shape, path);
        const all = JSON.stringify({ outcome, refusal, warnings, profiles });
        assert.equal(outcome, 'accepted', all);
        assert.deepEqual(
          warnings.filter(({ code }) => !OF_LOOPBACK.includes(code)),
          [],
          all,
        );
        const european = profiles.filter(({ profile }) => profile.startsWith('eudi'));
        assert.ok(european.length > 0, all);
        for (const one of european) assert.equal(one.takes, true, all);
      });
    }
  }

  it('names what is missing, and is refused once the registrar has revoked', async () => {
    const [shape] = shapes;
    assert.ok(shape);
    authority.revoked = [7];
    now += 120_000;
    const path = '/presentation-management/name-check/dry-run';
    const answer = async () => read(await shape.call(server, path, { method: 'POST', ...jsonBody({}) }));
    // No request waits for the registrar: one after the next look-up is refused.
    await until('the revocation is known', async () =>
      (await answer()).text.includes('registration_certificate_revoked'),
    );
    rmSync(join(server.configFolder, shape.folder, 'trust/access-authorities'), { recursive: true });
    now += 2000;
    const { warnings } = await dryRun(shape, '/issuer-management/eu-pid');
    assert.ok(
      warnings.some(({ code, detail }) => code === 'eu_part_missing' && detail.startsWith('trust/access-authorities')),
    );
  });
});
