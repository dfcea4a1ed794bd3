/** What a response with a proof states, compared with the request: each difference is refused before anything is verified. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CborKey, type CborValue, TAG, Tagged } from '@countersign/shared/mdoc/cbor-value';
import { writeCbor } from '@countersign/shared/mdoc/write-cbor';
import { PresentationError } from '../../src/session/presentation-error.ts';
import { circuits, zkSystemId } from '../../src/zk/circuits.ts';
import { readZkResponse } from '../../src/zk/read-zk-response.ts';

const AV = 'eu.europa.ec.av.1';
const NOW = Date.UTC(2026, 10, 28, 12);
const asked = { docType: AV, namespace: AV, element: 'age_over_18' };
const [circuit = assert.fail()] = circuits;

const map = (members: Readonly<Record<string, CborValue>>) => new Map<CborKey, CborValue>(Object.entries(members));
const item = (elementIdentifier: string, elementValue: CborValue) => map({ elementIdentifier, elementValue });
const at = (milliseconds: number) => new Tagged(TAG.dateTime, `${new Date(milliseconds).toISOString().slice(0, 19)}Z`);

const data = {
  docType: AV,
  zkSystemId: zkSystemId(circuit),
  timestamp: at(NOW),
  issuerSigned: map({ [AV]: [item('age_over_18', true)] }),
  msoX5chain: Buffer.from('leaf'),
};

interface Changes {
  readonly data?: Readonly<Record<string, CborValue>>;
  readonly document?: Readonly<Record<string, CborValue>>;
  readonly response?: Readonly<Record<string, CborValue>>;
}

function response(changes: Changes = {}): Buffer {
  const documentData = new Tagged(TAG.embedded, writeCbor(map({ ...data, ...changes.data })));
  const document = map({ documentData, proof: Buffer.alloc(360_660, 1), ...changes.document });
  return writeCbor(map({ version: '1.1', zkDocuments: [document], status: 0, ...changes.response }));
}

const read = (changes: Changes = {}) => readZkResponse(response(changes), asked, NOW);

function refuses(changes: Changes, detail: string): void {
  const isRefusal = (error: unknown) =>
    error instanceof PresentationError && error.reason === 'zk_proof' && error.facts?.detail === detail;
  assert.throws(() => read(changes), isRefusal, detail);
}

test('a statement about the requested element is read, whatever the answer', () => {
  const { value, timestamp, proof, x5chain } = read();
  assert.deepEqual(
    [value, timestamp, proof.length, x5chain],
    [true, '2026-11-28T12:00:00Z', 360_660, [data.msoX5chain]],
  );
  const no = read({ data: { issuerSigned: map({ [AV]: [item('age_over_18', false)] }), deviceSigned: map({}) } });
  assert.equal(no.value, false);
});

test('another document type, namespace, element or value is refused', () => {
  refuses({ data: { docType: 'org.iso.18013.5.1.mDL' } }, 'doc_type');
  const elements: readonly (readonly [CborValue, string])[] = [
    [map({ 'org.iso.18013.5.1': [item('age_over_18', true)] }), 'elements'],
    [map({ [AV]: [item('age_over_18', true)], x: [] }), 'elements'],
    [map({ [AV]: [item('age_over_21', true)] }), 'elements'],
    [map({ [AV]: [item('age_over_18', true), item('age_over_21', true)] }), 'elements'],
    [map({ [AV]: [] }), 'elements'],
    [map({ [AV]: [item('age_over_18', 1)] }), 'value'],
    [map({ [AV]: [item('age_over_18', 'true')] }), 'value'],
  ];
  for (const [issuerSigned, detail] of elements) refuses({ data: { issuerSigned } }, detail);
  refuses({ data: { deviceSigned: map({ [AV]: [] }) } }, 'device_signed');
});

test('only the requested circuit is accepted: no older version, no other system', () => {
  const others = [
    'longfellow-libzk-v1_137e5a75ce72735a37c8a72da1a8a0a5df8d13365c2ae3d2c2bd6a0e7197c7c6',
    `another_${circuit.hash}`,
    'longfellow-libzk-v1_5',
  ];
  for (const zkSystemId of others) refuses({ data: { zkSystemId } }, 'circuit');
  assert.ok(circuits.every(({ version, attributes }) => version >= 7 && attributes === 1));
});

test('the time is within five minutes, and a full date-time', () => {
  for (const difference of [-300_000, 300_000]) read({ data: { timestamp: at(NOW + difference) } });
  for (const difference of [-301_000, 301_000, -360_000])
    refuses({ data: { timestamp: at(NOW + difference) } }, 'timestamp');
  const forms = [
    new Tagged(TAG.fullDate, '2026-11-28'),
    '2026-11-28T12:00:00Z',
    new Tagged(TAG.dateTime, '2026-11-28'),
  ];
  for (const timestamp of [...forms, new Tagged(TAG.dateTime, '2026-13-28T12:00:00Z')]) {
    assert.throws(() => read({ data: { timestamp } }), PresentationError);
  }
});

test('a plain document, several proofs and a broken one are refused', () => {
  refuses({ response: { documents: [map({ docType: AV })] } }, 'plain_document');
  refuses({ response: { zkDocuments: [] } }, 'documents');
  refuses({ response: { zkDocuments: [map({}), map({})] } }, 'documents');
  refuses({ response: { status: 10 } }, 'response');
  refuses({ document: { proof: Buffer.alloc(0) } }, 'proof');
  refuses({ document: { proof: 'text' } }, 'proof');
  refuses({ document: { proof: Buffer.alloc(400_001) } }, 'too_long');
  refuses({ document: { documentData: writeCbor(map(data)) } }, 'document_data');
  refuses({ data: { msoX5chain: 1 } }, 'chain');
  for (const bytes of [Buffer.alloc(0), response().subarray(0, 100)]) {
    assert.throws(() => readZkResponse(bytes, asked, NOW), PresentationError);
  }
});
