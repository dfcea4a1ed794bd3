import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readVerified, SCAN_LIMITS, scanXml } from '../../src/xml-lists/scan.ts';
import { refusesAs } from './refused-list.ts';

const SIGNATURE = '<s:Signature xmlns:s="http://www.w3.org/2000/09/xmldsig#"><s:SignedInfo/></s:Signature>';
const scan = (text: string, limits = SCAN_LIMITS) => scanXml(Buffer.from(text), limits);

describe('the scan of a file', () => {
  it('finds the signature, whatever its prefix', () => {
    const { signature, text } = scan(` <x>${SIGNATURE}</x>`);
    assert.equal(signature.name, 'ds:Signature');
    assert.deepEqual(
      signature.children.map(({ name }) => name),
      ['ds:SignedInfo'],
    );
    assert.ok(text.startsWith('<x>'));
  });

  it('takes no element of another namespace for the signature', () => {
    refusesAs('signature_missing', () => scan('<x><Signature xmlns="urn:other"/></x>'));
  });

  it('ends at each limit, and not below it', () => {
    const limits = { bytes: 300, elements: 5, depth: 4, attributes: 3, children: 2 };
    const file = (content: string): string => `<x>${SIGNATURE}${content}</x>`;
    scan(file('<a><b/></a>'), limits);
    refusesAs('too_many_elements', () => scan(file('<a><b/><b/></a>'), limits));
    scan(file('<a p="" q="" r=""/>'), limits);
    refusesAs('too_many_elements', () => scan(file('<a p="" q="" r="" s=""/>'), limits));
    refusesAs('too_many_elements', () => scan('<x><a/><b/><c/></x>', limits));
    scan(file('<a><b/><c/></a>').replace('<s:SignedInfo/>', ''), limits);
    refusesAs('too_deep', () => scan('<a><a><a><a><a/></a></a></a></a>', limits));
    refusesAs('size', () => scan(file(' '.repeat(300)), limits));
  });

  it('refuses 16 MiB and one byte before it reads them', () => {
    refusesAs('size', () => scanXml(Buffer.alloc(16 * 1024 * 1024 + 1, 0x20)));
  });

  it('refuses a quarter of a million elements, and one more', () => {
    const wide = `<a>${'<b/>'.repeat(9_999)}</a>`;
    refusesAs('too_many_elements', () => scan(`<x>${wide.repeat(25)}</x>`));
    refusesAs('too_many_elements', () => scan(`<x>${'<a/>'.repeat(10_001)}</x>`));
  });

  it('refuses identifiers that are there twice', () => {
    refusesAs('duplicate_id', () => scan('<x Id="a"><y id="a"/></x>'));
    refusesAs('duplicate_id', () => scan('<x Id="a"><y xmlns:w="urn:w" w:Id="a"/></x>'));
    scan(`<x Id="a"><y Id="b" ref="a"/>${SIGNATURE}</x>`);
  });

  it('refuses what is not well-formed', () => {
    const files = [
      '',
      'text',
      '<x>',
      '<x></y>',
      '<x/><x/>',
      '<x a="1" a="2"/>',
      '<p:x/>',
      '<x>&nbsp;</x>',
      '<x>\u0000</x>',
    ];
    for (const file of files) refusesAs('not_well_formed', () => scan(file));
  });
});

describe('verified text', () => {
  it('becomes a tree', () => {
    const root = readVerified(
      '<T xmlns="http://uri.etsi.org/02231/v2#" Id="1">a<!-- c -->b<![CDATA[&]]><U xmlns="" v="w">c</U></T>',
    );
    assert.equal(root.name, 'tsl:T');
    assert.equal(root.text, 'ab&');
    assert.deepEqual([...root.attributes], [['Id', '1']]);
    assert.equal(root.children[0]?.name, 'U');
    assert.equal(root.children[0]?.attributes.get('v'), 'w');
  });
});
