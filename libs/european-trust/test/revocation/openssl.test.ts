/** A second opinion: openssl creates lists, requests and responses, and reads Countersign's. */
import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { certificateFields } from '../../src/revocation/certificate-fields.ts';
import { ocspQuestion, ocspRequest } from '../../src/revocation/ocsp-request.ts';
import { readOcspResponse } from '../../src/revocation/ocsp-response.ts';
import { readCrl } from '../../src/revocation/read-crl.ts';
import { authority, delegate, leafUnder } from './revocation-authority.ts';

const run = promisify(execFile);
const skip = spawnSync('openssl', ['version']).status === 0 ? false : 'openssl is not installed';
const pem = (certificate: { toString(): string }): string => certificate.toString();

const ca = await authority();
const [good, revoked, responder] = [
  await leafUnder(ca, { name: 'Good' }),
  await leafUnder(ca, { name: 'Revoked' }),
  await delegate(ca),
];
const serialOf = (certificate: { serialNumber: string }): string => certificate.serialNumber;

/** A folder with the authority as openssl keeps it: one certificate is revoked in its index. */
async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-openssl-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const write = (name: string, content: string): void => writeFileSync(join(folder, name), content);
  write('ca.pem', pem(ca.certificate));
  write('ca.key', ca.key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  write('responder.pem', pem(responder.certificate));
  write('responder.key', responder.key.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string);
  write('good.pem', pem(good.certificate));
  write('revoked.pem', pem(revoked.certificate));
  const row = (state: string, when: string, certificate: typeof good.certificate, name: string): string =>
    [state, '300101000000Z', when, serialOf(certificate), 'unknown', `/CN=${name}`].join('\t');
  write(
    'index.txt',
    `${row('V', '', good.certificate, 'Good')}\n${row('R', '260101000000Z', revoked.certificate, 'Revoked')}\n`,
  );
  write('crlnumber', '01\n');
  write(
    'ca.cnf',
    `[ca]\ndefault_ca = own\n[own]\ndatabase = ${folder}/index.txt\ncrlnumber = ${folder}/crlnumber\ndefault_md = sha256\ndefault_crl_days = 1\ncrl_extensions = crl\n[crl]\nauthorityKeyIdentifier = keyid\n`,
  );
  return folder;
}

test('a list that openssl has made', { skip }, async (t) => {
  const folder = await folderOf(t);
  const keys = ['-keyfile', 'ca.key', '-cert', 'ca.pem'];
  await run('openssl', ['ca', '-gencrl', '-config', 'ca.cnf', ...keys, '-out', 'list.pem'], { cwd: folder });
  await run('openssl', ['crl', '-in', 'list.pem', '-outform', 'DER', '-out', 'list.der'], { cwd: folder });
  const crl = await readCrl(await readFile(join(folder, 'list.der')), ca.certificate, Date.now());
  const serials = [...crl.entries()];
  assert.deepEqual(serials, [certificateFields(revoked.certificate).serial]);
  const { stdout } = await run('openssl', ['crl', '-in', 'list.pem', '-noout', '-nextupdate'], { cwd: folder });
  assert.equal(crl.nextUpdate, Date.parse(stdout.replace('nextUpdate=', '')));
});

for (const [name, made, isRevoked] of [
  ['good', good, false],
  ['revoked', revoked, true],
] as const) {
  test(`openssl answers our question about a ${name} certificate, and we read its answer`, { skip }, async (t) => {
    const folder = await folderOf(t);
    const question = ocspQuestion(made.certificate, ca.certificate, Buffer.alloc(32, 9));
    writeFileSync(join(folder, 'request.der'), ocspRequest(question));
    const { stdout } = await run('openssl', ['ocsp', '-reqin', 'request.der', '-req_text'], { cwd: folder });
    assert.match(stdout, new RegExp(`Serial Number: ${serialOf(made.certificate)}`, 'i'));
    const signer = ['-rsigner', 'responder.pem', '-rkey', 'responder.key'];
    const files = ['-index', 'index.txt', '-CA', 'ca.pem', '-reqin', 'request.der', '-respout', 'response.der'];
    await run('openssl', ['ocsp', ...files, ...signer, '-ndays', '1'], { cwd: folder });
    const response = await readFile(join(folder, 'response.der'));
    const answer = await readOcspResponse(response, { question, issuer: ca.certificate, now: Date.now() });
    assert.equal(answer.revoked, isRevoked);
  });
}
