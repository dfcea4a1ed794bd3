/** Before the process is asked: the form, the comparison and the issuer's chain. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborKey, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import type { VerifyResponseOptions } from '../../src/presentation/verify-response.ts';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { circuits, zkSystemId } from '../../src/zk/circuits.ts';
import type { ProofToVerify, VerifyProof } from '../../src/zk/proof-verifier.ts';
import { verifyZeroKnowledge } from '../../src/zk/verify-zk.ts';
import { makeIssuer, NOW } from '../mdoc/made-mdoc.ts';
import { mdocContext, mdocQueryOf } from '../presentation/mdocs.ts';

const AV = 'eu.europa.ec.av.1';
const issuer = await makeIssuer({ purposes: ['1.3.130.2.0.0.1.2'] });
const map = (members: Readonly<Record<string, CborValue>>) => new Map<CborKey, CborValue>(Object.entries(members));
const [query = assert.fail()] = mdocQueryOf({
  id: 'a',
  meta: { doctype_value: AV },
  claims: [{ path: [AV, 'age_over_18'] }],
}).credentials;

function responseOf(leaf: Buffer): string {
  const data = map({
    docType: AV,
    zkSystemId: zkSystemId(circuits[0] ?? assert.fail()),
    timestamp: new Tagged(TAG.dateTime, `${new Date(NOW).toISOString().slice(0, 19)}Z`),
    issuerSigned: map({ [AV]: [map({ elementIdentifier: 'age_over_18', elementValue: false })] }),
    msoX5chain: leaf,
  });
  const document = map({ documentData: new Tagged(TAG.embedded, writeCbor(data)), proof: Buffer.from('proof') });
  return writeCbor(map({ version: '1.1', zkDocuments: [document], status: 0 })).toString('base64url');
}

function verify(verifyProof: VerifyProof | undefined, text = responseOf(issuer.signer.raw), doctypes = [AV]) {
  const anchors = [{ certificate: issuer.anchor, vcts: [], doctypes }];
  const presented = [{ query, presentations: [text] }];
  const options: VerifyResponseOptions = { ...mdocContext, anchors, presented, transactionData: [] } as never;
  return verifyZeroKnowledge(options, verifyProof);
}

const refusedAs = (reason: string) => (error: unknown) => error instanceof PresentationError && error.reason === reason;

test('the process gets the key of the chain and the transcript of the request, and the answer is the only value', async () => {
  const asked: ProofToVerify[] = [];
  const { credentials } = await verify(async (proof) => asked.push(proof) > 0);
  assert.deepEqual(credentials, [{ id: 'a', values: { [AV]: { age_over_18: false } } }]);
  const { x, y } = issuer.signer.publicKey.export({ format: 'jwk' });
  const [only] = asked;
  assert.deepEqual([only?.x, only?.y, only?.value, only?.doc_type], [x, y, false, AV]);
  assert.equal(only?.transcript, mdocContext.sessionTranscripts()[0]?.toString('base64url'));
});

test('a proof that does not hold, and one that nothing verifies, are refused', async () => {
  await assert.rejects(
    verify(async () => false),
    refusedAs('zk_proof'),
  );
  await assert.rejects(verify(undefined), refusedAs('zk_proof'));
  await assert.rejects(
    verify(async () => true, '!'),
    refusedAs('zk_proof'),
  );
});

test('a signer that leads to no anchor for the type is refused before the process is asked', async () => {
  const never: VerifyProof = async () => assert.fail('asked');
  const stranger = await makeIssuer();
  await assert.rejects(verify(never, responseOf(stranger.signer.raw)), refusedAs('issuer_trust'));
  await assert.rejects(verify(never, undefined, ['org.iso.18013.5.1.mDL']), refusedAs('issuer_trust'));
});
