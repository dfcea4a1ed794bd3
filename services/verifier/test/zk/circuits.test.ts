/** The circuits that a request offers, and what a response may name. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCborMap } from '@countersign/shared/mdoc/cbor-value';
import { circuitNamed, circuits, zkInfo, zkRequest, zkSystemId } from '../../src/zk/circuits.ts';

test('a request offers each circuit with its parameters, and requires a proof', () => {
  const request = zkRequest();
  assert.equal(request.get('zkRequired'), true);
  const specs = request.get('systemSpecs');
  assert.ok(Array.isArray(specs) && specs.length === circuits.length);
  for (const [index, spec] of specs.entries()) {
    const circuit = circuits[index] ?? assert.fail();
    assert.ok(isCborMap(spec));
    assert.deepEqual([spec.get('zkSystemId'), spec.get('system')], [zkSystemId(circuit), 'longfellow-libzk-v1']);
    const params = spec.get('params');
    assert.ok(params !== undefined && isCborMap(params));
    assert.deepEqual([...params.values()], [7, circuit.hash, 1, 4151, 4096]);
  }
});

test('a response may name only these, and an ordinary request offers none', () => {
  for (const circuit of circuits) assert.equal(circuitNamed(zkSystemId(circuit)), circuit);
  for (const name of [undefined, 1, '', circuits[0]?.hash]) assert.equal(circuitNamed(name), undefined);
  assert.equal(zkInfo(undefined), undefined);
  assert.deepEqual(Object.keys(zkInfo('required') ?? {}), ['zkRequest']);
});
