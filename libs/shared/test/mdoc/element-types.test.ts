import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  ELEMENT_TYPE_NAMES,
  MDL_MANDATORY,
  MDL_NAMESPACE,
  PID_NAMESPACE,
  standardElementType,
} from '../../src/mdoc/element-types.ts';

test('every mandatory element of an mDL has a type', () => {
  for (const element of MDL_MANDATORY) assert.notEqual(standardElementType(MDL_NAMESPACE, element), undefined, element);
});

test('dates, images and numbers have the types that JSON leaves open', () => {
  assert.equal(standardElementType(MDL_NAMESPACE, 'birth_date'), 'full-date');
  assert.equal(standardElementType(MDL_NAMESPACE, 'expiry_date'), 'date');
  assert.equal(standardElementType(MDL_NAMESPACE, 'portrait_capture_date'), 'tdate');
  assert.equal(standardElementType(MDL_NAMESPACE, 'portrait'), 'bytes');
  assert.equal(standardElementType(PID_NAMESPACE, 'birth_date'), 'full-date');
  assert.equal(standardElementType(PID_NAMESPACE, 'issuance_date'), 'date');
  assert.deepEqual(standardElementType(PID_NAMESPACE, 'nationality'), { items: 'text' });
});

test('families of elements: every age, every biometric template', () => {
  for (const namespace of [MDL_NAMESPACE, PID_NAMESPACE]) {
    assert.equal(standardElementType(namespace, 'age_over_18'), 'bool');
    assert.equal(standardElementType(namespace, 'age_over_99'), 'bool');
    assert.equal(standardElementType(namespace, 'age_over_1'), undefined);
    assert.equal(standardElementType(namespace, 'age_over_100'), undefined);
  }
  assert.equal(standardElementType(MDL_NAMESPACE, 'biometric_template_face'), 'bytes');
  assert.equal(standardElementType(PID_NAMESPACE, 'biometric_template_face'), undefined);
});

test('other namespaces, other elements and names of prototypes have no type', () => {
  assert.equal(standardElementType('org.example.1', 'birth_date'), undefined);
  assert.equal(standardElementType(MDL_NAMESPACE, 'shoe_size'), undefined);
  for (const name of ['__proto__', 'constructor', 'toString']) {
    assert.equal(standardElementType(MDL_NAMESPACE, name), undefined);
    assert.equal(standardElementType(name, name), undefined);
  }
});

test('a configuration names each type once', () => {
  assert.equal(new Set(ELEMENT_TYPE_NAMES).size, ELEMENT_TYPE_NAMES.length);
});
