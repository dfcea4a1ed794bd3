import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { allowsAddress, allowsName, isPublicAddress, parseAllowList } from '../../src/kernel/address.ts';

const FORBIDDEN = [
  '0.0.0.0',
  '0.1.2.3',
  '10.0.0.1',
  '10.255.255.255',
  '100.64.0.1',
  '100.100.100.200',
  '100.127.255.255',
  '127.0.0.1',
  '127.255.255.254',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.0.0.170',
  '192.0.2.1',
  '192.88.99.1',
  '192.168.0.1',
  '198.18.0.1',
  '198.19.255.255',
  '198.51.100.7',
  '203.0.113.9',
  '224.0.0.1',
  '239.255.255.250',
  '240.0.0.1',
  '255.255.255.255',
  '168.63.129.16',
  '::',
  '::1',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  '64:ff9b::8.8.8.8',
  '64:ff9b:1::1',
  '100::1',
  '2001::1',
  '2001:0:4136:e378:8000:63bf:3fff:fdd2',
  '2001:db8::1',
  '2002:7f00:1::',
  '2002:808:808::1',
  '3fff::1',
  '5f00::1',
  'fc00::1',
  'fd00:ec2::254',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'fe80::1%eth0',
  '2606:4700::1111%eth0',
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f.1',
  '0177.0.0.1',
  '1.2.3',
  '1.2.3.4.',
  ' 8.8.8.8',
  '[::1]',
];

const PUBLIC = [
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.1',
  '169.253.255.255',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.1.1',
  '192.169.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2001:4860:4860::8888',
  '2a00:1450::1',
  '2001:200::1',
];

for (const address of FORBIDDEN) {
  test(`${address || 'nothing'} is not public`, () => assert.equal(isPublicAddress(address), false));
}

test('public addresses are public', () => {
  for (const address of PUBLIC) assert.equal(isPublicAddress(address), true, address);
});

test('no mapped, compatible, NAT64 or 6to4 form of any IPv4 address is public', () => {
  const forms = (a: number, b: number): string[] => {
    const [high, low] = [a.toString(16), b.toString(16)];
    return [`::ffff:${high}:${low}`, `::${high}:${low}`, `64:ff9b::${high}:${low}`, `2002:${high}:${low}::1`];
  };
  const word = fc.integer({ min: 0, max: 0xffff });
  fc.assert(
    fc.property(word, word, (a, b) => {
      for (const form of forms(a, b)) assert.equal(isPublicAddress(form), false, form);
    }),
  );
});

test('an entry names a host, with or without port', () => {
  const { list, bad } = parseAllowList(['backend', 'Hooks.Example:8443', 'printer.local.']);
  assert.deepEqual(bad, []);
  assert.ok(allowsName(list, 'backend', 80) && allowsName(list, 'BACKEND.', 9999));
  assert.ok(allowsName(list, 'hooks.example', 8443) && allowsName(list, 'printer.local', 1));
  for (const [host, port] of [
    ['hooks.example', 443],
    ['other.hooks.example', 8443],
    ['backend.example', 80],
  ] as const) {
    assert.ok(!allowsName(list, host, port), host);
  }
});

test('an entry names addresses and networks', () => {
  const { list, bad } = parseAllowList(['10.1.0.0/16', '127.0.0.1:9000', '::1', '[fd00::5]:443', 'fd12::/16']);
  assert.deepEqual(bad, []);
  for (const [address, port] of [
    ['10.1.255.1', 1],
    ['127.0.0.1', 9000],
    ['::1', 80],
    ['fd00::5', 443],
    ['fd12:1::9', 80],
  ] as const) {
    assert.ok(allowsAddress(list, address, port), address);
  }
  for (const [address, port] of [
    ['10.2.0.1', 1],
    ['127.0.0.1', 9001],
    ['::ffff:10.1.0.1', 1],
    ['fd00::5', 80],
    ['fe80::1%eth0', 80],
    ['localhost', 80],
  ] as const) {
    assert.ok(!allowsAddress(list, address, port), address);
  }
});

test('an entry of no known form allows nothing', () => {
  const entries = ['10.0.0.0/33', '::1/129', '10.0.0/8', '127.1', '0x7f000001', '2130706433', 'host:0', 'host:65536'];
  const more = ['http://host', 'user@host', '*', '*.example', 'a b', '', ':80', '[::1', 'host:80:90', '::/'];
  const { list, bad } = parseAllowList([...entries, ...more]);
  assert.deepEqual(bad, [...entries, ...more]);
  assert.deepEqual(list, { names: [], networks: [] });
});
