import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparableName, hasSameAttributes, isDistinguishedName } from '../../src/crypto/distinguished-name.ts';

test('names of RFC 4514, section 4', () => {
  for (const name of [
    'UID=jsmith,DC=example,DC=net',
    'OU=Sales+CN=J.  Smith,DC=example,DC=net',
    'CN=James \\"Jim\\" Smith\\, III,DC=example,DC=net',
    'CN=Before\\0dAfter,DC=example,DC=net',
    '1.3.6.1.4.1.1466.0=#04024869',
    'CN=Lu\\C4\\8Di\\C4\\87',
    'CN=Müller, O=Example',
    'CN=',
  ])
    assert.equal(isDistinguishedName(name), true, name);
});

test('what is no name', () => {
  for (const text of [
    '',
    'Example GmbH',
    'CN=a,',
    ',CN=a',
    'CN=a;O=b',
    'CN="a"',
    'CN=a<b',
    'CN=a\\',
    'CN=a\\zz',
    'CN=#0g',
    'CN=#040',
    'CN= a',
    'CN=a ',
    '=a',
    '1.=a',
    'C N=a',
    'CN=a\0',
  ])
    assert.equal(isDistinguishedName(text), false, JSON.stringify(text));
});

test('case of attribute names and spaces between attributes do not distinguish names; values do', () => {
  assert.equal(comparableName('cn=A, o=B'), comparableName('CN=A,O=B'));
  assert.notEqual(comparableName('CN=A'), comparableName('CN=a'));
  assert.notEqual(comparableName('CN=A\\,O=B'), comparableName('CN=A,O=B'));
});

test('the same attributes in another order', () => {
  assert.ok(hasSameAttributes('CN=A\\, Ltd,O=B,C=DE', 'c=DE, o=B, cn=A\\, Ltd'));
  assert.ok(!hasSameAttributes('CN=A,O=B', 'CN=A'));
  assert.ok(!hasSameAttributes('CN=A,O=B', 'CN=B,O=A'));
});
