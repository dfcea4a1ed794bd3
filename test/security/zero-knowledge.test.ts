/** Age checks in zero knowledge, with the real prover and the real verifying process. */
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { type CborKey, type CborValue, isCborMap, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { readCbor } from '@countersign/shared/mdoc/read-cbor';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { temporaryFolder } from '@countersign/shared/test/store/temporary';
import { sealHpke } from '@countersign/verifier/crypto/hpke';
import { publicKeyOf } from '@countersign/verifier/mdoc/public-key';
import { isoMdocTranscript } from '@countersign/verifier/mdoc/session-transcript';
import { circuits, zkSystemId } from '@countersign/verifier/zk/circuits';
import { decodeCbor } from '@countersign/wallet/mdoc/cbor';
import type { HeldCredential } from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import { read } from '@countersign/wallet/sending/answer';
import { runCommand } from '../engines/provision.ts';
import { type AgeIssuer, AV, ageIssuer, ageQuestion, heldProof, SHOP } from '../support/age.ts';
import { answerIsoMdoc } from '../support/iso-mdoc-wallet.ts';
import { startSampleServer } from '../support/sample-server.ts';
import type { TestServer } from '../support/server.ts';
import { prove, startVerifier, VERIFIER, type ZkTools, zkTools } from '../support/zk-process.ts';

const [circuit = assert.fail()] = circuits;
const map = (members: Readonly<Record<string, CborValue>>) => new Map<CborKey, CborValue>(Object.entries(members));

interface Asked {
  readonly session: string;
  readonly encryptionInfo: string;
  readonly entry: { readonly protocol: string; readonly data: Readonly<Record<string, string>> };
}

async function ask(server: TestServer): Promise<Asked> {
  const body = JSON.stringify({ response_type: 'dc-api', requestId: 'age' });
  const made = await read(await server.a('/oid4vp', { method: 'POST', body }));
  assert.equal(made.status, 201, made.text);
  const [entry] = made.json.digital.requests;
  return { session: made.json.session, encryptionInfo: entry.data.encryptionInfo, entry };
}

interface Statement {
  readonly transcript: Buffer;
  readonly at: number;
  readonly issuer: AgeIssuer;
  readonly proof: Buffer;
  readonly value?: boolean;
}

function zkResponse({ at, issuer, proof, value = true }: Statement): Buffer {
  const data = map({
    docType: AV,
    zkSystemId: zkSystemId(circuit),
    timestamp: new Tagged(TAG.dateTime, `${new Date(at).toISOString().slice(0, 19)}Z`),
    issuerSigned: map({ [AV]: [map({ elementIdentifier: 'age_over_18', elementValue: value })] }),
    msoX5chain: issuer.chain[0] ?? assert.fail(),
  });
  const document = map({ documentData: new Tagged(TAG.embedded, writeCbor(data)), proof });
  return writeCbor(map({ version: '1.1', zkDocuments: [document], status: 0 }));
}

function sealed(encryptionInfo: string, plaintext: Buffer) {
  const info = isoMdocTranscript({ encryptionInfo, origin: SHOP });
  const parsed = readCbor(Buffer.from(encryptionInfo, 'base64url')) as readonly CborValue[];
  const parameters = parsed[1];
  assert.ok(parameters !== undefined && isCborMap(parameters));
  const recipient = publicJwkOf(publicKeyOf(parameters.get('recipientPublicKey')));
  const { enc, ciphertext } = sealHpke({ recipient, info, plaintext });
  const response = writeCbor(['dcapi', map({ enc, cipherText: ciphertext })]).toString('base64url');
  return { protocol: 'org-iso-mdoc', data: { response } };
}

async function post(server: TestServer, session: string, message: object) {
  const init = { method: 'POST', body: JSON.stringify(message) };
  return read(await server.a(`/session/${session}/dc-api`, init));
}

async function provenFor(
  { folder, ...tools }: ZkTools & { readonly folder: string },
  held: HeldCredential,
  issuer: AgeIssuer,
  transcript: Buffer,
) {
  const at = Math.floor(Date.now() / 1000) * 1000;
  const { publicKey } = new X509Certificate(issuer.chain[0] ?? assert.fail());
  const { x, y } = publicJwkOf(publicKey);
  const proof = await prove(tools, join(folder, 'proof'), {
    response: Buffer.from(presentMdoc(held, decodeCbor(transcript)), 'base64url'),
    key: { x: Buffer.from(String(x), 'base64url'), y: Buffer.from(String(y), 'base64url') },
    transcript,
    namespace: AV,
    element: 'age_over_18',
    value: Buffer.from('f5', 'hex'),
    at,
  });
  return { at, proof, issuer, transcript };
}

test('a proof is accepted, and every change of it, a plain document and another request are refused', async (t) => {
  const tools = await zkTools(t);
  if (tools === undefined) return;
  const issuer = await ageIssuer();
  const server = await startSampleServer({ env: { ZK_VERIFIER_URL: await startVerifier(t, tools) } });
  t.after(() => server.close());
  server.writeConfig('presentation/age.json', { ...ageQuestion, zeroKnowledge: 'required' });
  server.writeConfig('trust/issuers/age.pem', issuer.anchor);
  const held = heldProof(issuer);
  const asked = await ask(server);
  const deviceRequest = Buffer.from(asked.entry.data.deviceRequest ?? '', 'base64url');
  for (const part of ['1.1', 'zkRequest', circuit.hash]) assert.ok(deviceRequest.includes(part), part);

  const transcript = isoMdocTranscript({ encryptionInfo: asked.encryptionInfo, origin: SHOP });
  const made = await provenFor({ ...tools, folder: await temporaryFolder(t) }, held, issuer, transcript);
  const flipped = Buffer.from(made.proof);
  flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 1;
  const refusals: Readonly<Record<string, object>> = {
    'a plain document': answerIsoMdoc(asked.entry, held, SHOP),
    'a flipped bit': sealed(asked.encryptionInfo, zkResponse({ ...made, proof: flipped })),
    'a cut proof': sealed(asked.encryptionInfo, zkResponse({ ...made, proof: made.proof.subarray(0, 1000) })),
    'the other answer': sealed(asked.encryptionInfo, zkResponse({ ...made, value: false })),
    'another minute': sealed(asked.encryptionInfo, zkResponse({ ...made, at: made.at + 60_000 })),
  };
  for (const [name, message] of Object.entries(refusals)) {
    const refused = await post(server, asked.session, message);
    assert.deepEqual([refused.status, refused.json.reason], [400, 'zk_proof'], `${name} ${refused.text}`);
  }
  const stranger = await ageIssuer();
  const foreign = await post(
    server,
    asked.session,
    sealed(asked.encryptionInfo, zkResponse({ ...made, issuer: stranger })),
  );
  assert.equal(foreign.json.reason, 'issuer_trust', foreign.text);
  const other = await ask(server);
  const moved = await post(server, other.session, sealed(other.encryptionInfo, zkResponse(made)));
  assert.equal(moved.json.reason, 'zk_proof', moved.text);

  const good = await post(server, asked.session, sealed(asked.encryptionInfo, zkResponse(made)));
  assert.equal(good.status, 200, good.text);
  assert.deepEqual(good.json.credentials, [{ id: 'a', values: { [AV]: { age_over_18: true } } }]);
});

test('the process does not start with a circuit that was changed', async (t) => {
  const tools = await zkTools(t);
  if (tools === undefined) return;
  const file = join(await temporaryFolder(t), 'changed.circuit');
  writeFileSync(file, 'not a circuit');
  await assert.rejects(runCommand(tools.python, [VERIFIER, '--circuit', file], { env: tools.env }), /is not a circuit/);
});

test('without the process no request asks for a proof, and no link does', async (t) => {
  const server = await startSampleServer();
  t.after(() => server.close());
  server.writeConfig('presentation/age.json', { ...ageQuestion, zeroKnowledge: 'required' });
  for (const [type, pointers] of [
    ['dc-api', ['/requestId']],
    ['uri', ['/response_type', '/requestId']],
  ] as const) {
    const body = JSON.stringify({ response_type: type, requestId: 'age' });
    const answer = await read(await server.a('/oid4vp', { method: 'POST', body }));
    assert.equal(answer.status, 400, answer.text);
    assert.deepEqual(
      answer.json.errors.map(({ pointer }: { pointer: string }) => pointer),
      pointers,
    );
  }
});
