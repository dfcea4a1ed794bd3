/** Broken configurations, over HTTP: a dry run finds each before any wallet does, and suggests the change. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { freePort } from '../support/child-server.ts';
import { type Shape, shapes } from '../support/presentation-during-issuance.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { brokenCredentials } from './broken-credentials.ts';
import { brokenPresentations } from './broken-presentations.ts';
import { type Broken, brokenSettings, goodCredential, goodPresentation, makeCertificates } from './broken-support.ts';

interface Report {
  readonly outcome: string;
  readonly refusal?: { readonly by: string; readonly step: string; readonly reason?: string };
  readonly warnings: readonly { readonly code: string; readonly detail: string; readonly hint: string }[];
}

const FILES: Readonly<Record<string, string>> = {
  '/wide.svg': '<svg width="20" height="10"></svg>',
  '/logo.svg': '<svg width="10" height="10"></svg>',
  '/page.html': '<html></html>',
};

/** A server of another organisation. */
async function openElsewhere() {
  const server = createServer((request, response) => {
    const body = FILES[request.url ?? ''];
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

const away = `http://127.0.0.1:${await freePort()}`;
const certificates = await makeCertificates(Date.now());
const elsewhere = await openElsewhere();
const surroundings = { certificates, elsewhere: elsewhere.url, away };
const broken = [...brokenCredentials(surroundings), ...brokenPresentations(surroundings)];

async function dryRun(
  server: TestServer,
  shape: Shape,
  { kind, body = {} }: Pick<Broken, 'kind' | 'body'>,
): Promise<Report> {
  const prefix = new URL(server.url).pathname.replace(/\/$/, '');
  const path = kind === 'issuance' ? '/issuer-management' : '/presentation-management';
  const answer = await shape.call(server, `${prefix}${path}/broken/dry-run`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  const report = (await answer.json()) as Report;
  assert.equal(answer.status, 200, JSON.stringify(report));
  return report;
}

describe('a dry run finds', () => {
  let server: TestServer;
  let ahead = 0;
  before(async () => {
    // Key files are checked once per second.
    server = await startSampleServer({
      clock: () => Date.now() + ahead,
      env: { WEBHOOK_SCHEDULE: '0,60', CLAIMS_WAIT: '1' },
    });
    for (const { folder } of shapes) server.writeConfig(`${folder}registration-certificates/r.jwt`, 'e30.e30.e30');
  });
  after(async () => {
    await server.close();
    elsewhere.close();
  });

  const found = async (shape: Shape, one: Pick<Broken, 'kind' | 'files' | 'body'>): Promise<Report> => {
    const paths = Object.keys(one.files).map((path) => shape.folder + path);
    for (const [path, content] of Object.entries(one.files)) server.writeConfig(shape.folder + path, content);
    ahead += 2000;
    try {
      return await dryRun(server, shape, one);
    } finally {
      for (const path of paths) rmSync(join(server.configFolder, path));
      rmSync(join(server.configFolder, shape.folder, 'trust'), { recursive: true, force: true });
      ahead += 2000;
    }
  };

  it('no mistake where there is none, but for http', async () => {
    for (const shape of shapes) {
      for (const [kind, path, content] of [
        ['issuance', 'issuance/broken.json', goodCredential],
        ['presentation', 'presentation/broken.json', goodPresentation],
      ] as const) {
        const { outcome, warnings, refusal } = await found(shape, { kind, files: { [path]: content } });
        assert.deepEqual([outcome, refusal], ['accepted', undefined]);
        const codes = warnings.map(({ code }) => code);
        assert.deepEqual(
          codes.filter((code) => code !== 'issuer_display_missing'),
          ['public_url_insecure'],
        );
      }
    }
  });

  it('at least 25, of both kinds', () => {
    assert.ok(broken.length >= 25);
    assert.ok(broken.filter(({ kind }) => kind === 'presentation').length >= 10);
  });

  for (const [index, one] of broken.entries()) {
    const shape = shapes[index % shapes.length] ?? assert.fail();
    it(`${one.kind}, ${shape.name}: ${one.what}`, async () => {
      const { outcome, refusal, warnings } = await found(shape, one);
      const warning = warnings.find(({ code }) => code === one.finds);
      const all = JSON.stringify({ outcome, refusal, warnings });
      assert.match(warning?.hint ?? '', one.change, all);
      const expected = one.stops ? 'stopped' : one.refusal === undefined ? 'accepted' : 'refused';
      assert.equal(outcome, expected, all);
      if (one.refusal === 'backend') assert.equal(refusal?.step, 'backend', all);
      else if (one.refusal !== undefined) assert.equal(refusal?.by, one.refusal, all);
    });
  }
});

describe('a dry run finds in the settings', () => {
  for (const { what, finds, change } of brokenSettings(surroundings)) {
    it(what, async (t) => {
      const other = await openElsewhere();
      const found = brokenSettings({ elsewhere: other.url, away }).find((one) => one.what === what) ?? assert.fail();
      const server = await startSampleServer({ env: found.env });
      t.after(async () => {
        await server.close();
        other.close();
      });
      server.writeConfig('issuance/broken.json', goodCredential);
      const { outcome, refusal, warnings } = await dryRun(server, shapes[0] ?? assert.fail(), { kind: 'issuance' });
      assert.equal(outcome, 'accepted', JSON.stringify(refusal));
      assert.match(warnings.find(({ code }) => code === finds)?.hint ?? '', change, JSON.stringify(warnings));
    });
  }
});
