/**
 * A tenant's published list, read by DSS 6.4 and by Countersign from the same bytes: JAdES baseline B-B, and the same
 * verdicts.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { readList } from '@countersign/european-trust/lists/check-list';
import { ListError } from '@countersign/european-trust/lists/list-error';
import { EU_LISTS } from '@countersign/european-trust/lists/list-source';
import { readSource } from '@countersign/european-trust/lists/written-source';
import { entityBody, listBody } from '@countersign/european-trust/test/hosting/hosted-bodies';
import { makeTestAuthority } from '@countersign/european-trust/test/registration/made-certificates';
import { pemCertificates } from '@countersign/shared/crypto/x509';
import { read } from '@countersign/wallet/sending/answer';
import { installJars, jarsOf } from '../engines/jars.ts';
import { installOnce, pinnedFile, runCommand, versioned } from '../engines/provision.ts';
import { startSampleServer } from '../support/sample-server.ts';
import { jsonBody } from '../support/server.ts';

const JARS = { pom: 'hosted-lists-pom.xml', sums: 'hosted-lists-jars.sha256' };
/** From the folder of pinned files. */
const SOURCE = join('..', '..', 'dss', 'HostedLists.java');

/** A list, and the certificate that the reader trusts: base64 of the DER. */
interface Job {
  readonly jws: string;
  readonly trusted: string;
}

interface Verdict {
  readonly indication: string;
  readonly reason: string;
  readonly level: string;
  readonly structure: string;
}

type Judge = (jobs: readonly Job[], now: number) => Promise<readonly Verdict[]>;

/** Without a JDK and Maven the test is skipped, on a build server it fails. */
async function provision(t: TestContext): Promise<Judge | undefined> {
  try {
    await runCommand('javac', ['-version']);
    const path = jarsOf(await installJars('hosted-lists-jars', JARS)).join(':');
    const classes = await installOnce(versioned('hosted-lists', [SOURCE, JARS.sums]), async (part) => {
      await runCommand('javac', ['-nowarn', '-cp', path, '-d', part, pinnedFile(SOURCE)]);
    });
    return (jobs, now) => judge(`${classes}:${path}`, jobs, now);
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    t.skip(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}

async function judge(classPath: string, jobs: readonly Job[], now: number): Promise<readonly Verdict[]> {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-dss-'));
  try {
    const lines = jobs.map(({ jws, trusted }, index) => {
      const file = join(folder, `list-${index}`);
      writeFileSync(file, jws);
      return `${trusted} ${file}`;
    });
    const file = join(folder, 'jobs');
    writeFileSync(file, lines.join('\n'));
    const output = await runCommand('java', ['-cp', classPath, 'HostedLists', String(now), file]);
    return output
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [indication = '', reason = '', level = '', structure = ''] = line.split('\t');
        return { indication, reason, level, structure };
      });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** `accepted`, or the reason from Countersign's reader. */
function ours({ jws, trusted }: Job, url: string, now: number): string {
  const { source } = readSource({ url, list: 'pid-providers' });
  const by = { source: { ...source, id: 'pid', signers: [trusted] }, successors: [], settings: EU_LISTS, now };
  try {
    readList({ ...by, bytes: Buffer.from(jws) });
    return 'accepted';
  } catch (error) {
    if (!(error instanceof ListError)) throw error;
    return error.reason;
  }
}

async function publish(t: TestContext) {
  const server = await startSampleServer();
  t.after(() => server.close());
  const send = async (path: string, body: object) => {
    const { status, text } = await read(await server.a(`/hosted-lists${path}`, { method: 'POST', ...jsonBody(body) }));
    assert.equal(status, 201, text);
  };
  const url = `${server.url}/trust-lists/pid`;
  const list = async () => (await fetch(`${server.origin}/trust-lists/pid`)).text();
  await send('/pid', listBody());
  const empty = await list();
  const authority = await makeTestAuthority('PID CA', { notBefore: Date.now() - 1000, notAfter: Date.now() + 1e10 });
  await send('/pid/entities', entityBody(authority.certificate));
  await new Promise((resolve) => setTimeout(resolve, 600));
  const { json: keys } = await read(await server.a('/keys'));
  const { pem } = keys.purposes.find(({ purpose }: { purpose: string }) => purpose === 'ca').keys[0].certificate;
  const [anchor] = pemCertificates(pem);
  return { url, empty, filled: await list(), anchor: anchor?.raw.toString('base64') ?? '' };
}

/** The certificate that signed the list. */
function signerOf(jws: string): string {
  return JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString()).x5c[0];
}

/** With another member of the header, or another payload. */
function changed(jws: string, header: object, payload: object = {}): string {
  const [first = '', second = '', signature = ''] = jws.split('.');
  const merged = (part: string, more: object): string =>
    Buffer.from(JSON.stringify({ ...JSON.parse(Buffer.from(part, 'base64url').toString()), ...more })).toString(
      'base64url',
    );
  return [
    Object.keys(header).length > 0 ? merged(first, header) : first,
    Object.keys(payload).length > 0 ? merged(second, payload) : second,
    signature,
  ].join('.');
}

test('DSS takes our list for JAdES B-B, and refuses what our reader refuses', async (t) => {
  const judged = await provision(t);
  if (judged === undefined) return;
  const { url, empty, filled, anchor } = await publish(t);
  const stranger = await makeTestAuthority('stranger', { notBefore: Date.now() - 1000, notAfter: Date.now() + 1e10 });
  const signer = signerOf(filled);
  const cut = filled.slice(0, -8) + 'A'.repeat(8);
  const jobs: readonly (readonly [name: string, job: Job, ours: string, theirs: string])[] = [
    ['a list without entities', { jws: empty, trusted: signer }, 'accepted', 'TOTAL_PASSED'],
    ['a list', { jws: filled, trusted: signer }, 'accepted', 'TOTAL_PASSED'],
    [
      'another payload',
      { jws: changed(filled, {}, { x: 1 }), trusted: signer },
      'trust_list_signature',
      'TOTAL_FAILED',
    ],
    ['another header', { jws: changed(filled, { iat: 1 }), trusted: signer }, 'trust_list_signature', 'TOTAL_FAILED'],
    ['another signature', { jws: cut, trusted: signer }, 'trust_list_signature', 'TOTAL_FAILED'],
    // DSS wants to know whether the signer is revoked, but the signer's CA publishes no list.
    ['a list, by its authority', { jws: filled, trusted: anchor }, 'accepted', 'INDETERMINATE'],
    [
      'a signer of another authority',
      { jws: filled, trusted: stranger.certificate.raw.toString('base64') },
      'trust_list_signer',
      'INDETERMINATE',
    ],
  ];
  const now = Date.now();
  const verdicts = await judged(
    jobs.map(([, job]) => job),
    now,
  );
  for (const [index, [name, job, reason, indication]] of jobs.entries()) {
    assert.equal(ours(job, url, now), reason, name);
    assert.deepEqual(verdicts[index]?.indication, indication, `${name}: ${JSON.stringify(verdicts[index])}`);
  }
  for (const { level, structure } of verdicts.slice(0, 2))
    assert.deepEqual([level, structure], ['JAdES-BASELINE-B', '']);
});
