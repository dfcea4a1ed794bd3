import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandLine, readCommandLine, USAGE } from '../../src/command/command-line.ts';
import { WALLETS } from '../../src/profiles/habits.ts';

const OFFER = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fi.example%2Foffer%2F1';
const REQUEST = 'openid4vp://?client_id=x&request_uri=https%3A%2F%2Fi.example%2Frequest%2F1';

test('an offer by reference or by value, and a presentation request, are distinguished by what the link holds', () => {
  const kind = (link: string): CommandLine['kind'] => readCommandLine([link], undefined).kind;
  assert.equal(kind(OFFER), 'offer');
  assert.equal(kind('haip-vci://?credential_offer=%7B%7D'), 'offer');
  assert.equal(kind(REQUEST), 'request');
});

test('the options of an offer', () => {
  const line = readCommandLine(['--tx-code', '0123', OFFER, '--store', 'mine.json'], 'folder');
  assert.deepEqual(line, { kind: 'offer', link: new URL(OFFER), store: 'mine.json', txCode: '0123' });
});

test('a request can be declined', () => {
  const line = readCommandLine([REQUEST, '--decline'], undefined);
  assert.deepEqual(line, { kind: 'decline', link: new URL(REQUEST), store: 'data/wallet.json' });
});

test('credentials lie in the data folder, by default data', () => {
  for (const [folder, store] of [
    [undefined, 'data/wallet.json'],
    ['', 'data/wallet.json'],
    ['/var/lib/x', '/var/lib/x/wallet.json'],
  ] as const) {
    const line = readCommandLine([REQUEST], folder);
    assert.deepEqual(line, { kind: 'request', link: new URL(REQUEST), store });
  }
});

test('a wallet of the HAIP line, and its provider', () => {
  const args = [OFFER, '--as', 'eudi-ios', '--renew', '--anchor', 'ca.pem'];
  const line = readCommandLine(args, 'folder');
  const link = new URL(OFFER);
  const store = 'folder/wallet.json';
  assert.deepEqual(line, { kind: 'offer', link, store, as: 'eudi-ios', renew: true, anchor: 'ca.pem' });
  const provider = readCommandLine(['--provider', 'ca.pem'], 'folder');
  assert.deepEqual(provider, { kind: 'provider', certificate: 'ca.pem', store });
  for (const name of Object.keys(WALLETS)) assert.ok(USAGE.includes(name), name);
});

test('help wins over a missing link, and names each option', () => {
  assert.deepEqual(readCommandLine(['--help'], undefined), { kind: 'help' });
  assert.deepEqual(readCommandLine(['-h', OFFER], undefined), { kind: 'help' });
  for (const option of ['--tx-code', '--decline', '--as', '--renew', '--anchor', '--provider', '--store', '--help'])
    assert.ok(USAGE.includes(`  ${option}`), option);
});

const wrong: readonly [name: string, args: readonly string[], why: RegExp][] = [
  ['nothing', [], /^The link is missing$/],
  ['two links', [OFFER, REQUEST], /one link is one argument, in quotes$/],
  ['a link that a shell has cut', ['openid4vp://?client_id=x'], /^This is neither the link of an offer nor/],
  ['a word', ['offer'], /^This is neither/],
  ['an offer that is declined', [OFFER, '--decline'], /^--decline is for the link of a presentation request$/],
  ['a wallet of no table', [OFFER, '--as', 'mine'], /^--as is one of eudi-kotlin, /],
  ['a plain wallet that renews', [OFFER, '--renew'], /^--renew and --anchor are for a wallet that --as names$/],
  ['an unknown option', ['--nope', OFFER], /^Unknown option '--nope'$/],
  ['an option without its value', [OFFER, '--tx-code'], /^Option '--tx-code <value>' argument missing$/],
];

for (const [name, args, why] of wrong) {
  test(`wrong: ${name}, in one line`, () => {
    const line = readCommandLine(args, undefined);
    assert.ok(line.kind === 'wrong');
    assert.match(line.why, why);
    assert.ok(!line.why.includes('\n'));
  });
}
