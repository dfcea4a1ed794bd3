import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readVerified } from '../../src/xml-lists/scan.ts';
import { childrenNamed, descend, elementsBelow, nameOf, onlyChild, textIn } from '../../src/xml-lists/xml-element.ts';

const root = readVerified('<a><b><c> x </c></b><d>1</d><d>2</d><e><c>y</c>z</e><f> </f></a>');

it('names elements by their namespace', () => {
  assert.equal(nameOf({ uri: 'http://uri.etsi.org/02231/v2#', local: 'Name' }), 'tsl:Name');
  assert.equal(nameOf({ uri: 'urn:x', local: 'tsl:Name' }), '{urn:x}tsl:Name');
  assert.equal(nameOf({ uri: '', local: 'Name' }), 'Name');
});

it('takes no child of several for the only one', () => {
  assert.equal(onlyChild(root, 'd'), undefined);
  assert.equal(onlyChild(undefined, 'd'), undefined);
  assert.equal(childrenNamed(root, 'd').length, 2);
  assert.equal(descend(root, 'b', 'c')?.name, 'c');
  assert.equal(descend(root, 'd', 'c'), undefined);
});

it('finds elements at any depth, in order', () => {
  assert.deepEqual(
    elementsBelow(root, 'c').map(({ text }) => text.trim()),
    ['x', 'y'],
  );
});

it('reads text without blanks around it, and none of an element with elements', () => {
  assert.equal(textIn(descend(root, 'b', 'c')), 'x');
  assert.equal(textIn(onlyChild(root, 'e')), undefined);
  assert.equal(textIn(onlyChild(root, 'f')), undefined);
});
