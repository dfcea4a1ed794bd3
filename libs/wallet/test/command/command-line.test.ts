import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CommandLine, readCommandLine, stepNames } from '../../src/command/command-line.ts';
import { faultLines, profileLines, USAGE } from '../../src/command/usage.ts';
import { WALLETS } from '../../src/profiles/habits.ts';

const OFFER = 'openid-credential-offer://?credential_offer_uri=https%3A%2F%2Fi.example%2Foffer%2F1';
const REQUEST = 'openid4vp://?client_id=x&request_uri=https%3A%2F%2Fi.example%2Frequest%2F1';
const plain = { store: 'data/wallet.json', json: false, profile: 'plain' } as const;

test('an offer by reference or by value, and a presentation request, are distinguished by what the link holds', () => {
  const kind = (...args: string[]): CommandLine['kind'] => readCommandLine(args, undefined).kind;
  assert.equal(kind(OFFER), 'accept');
  assert.equal(kind('accept', OFFER), 'accept');
  assert.equal(kind('haip-vci://?credential_offer=%7B%7D'), 'accept');
  assert.equal(kind(REQUEST), 'present');
  assert.equal(kind('present', REQUEST), 'present');
});

test('the options of an offer', () => {
  const args = [
    '--tx-code',
    '0123',
    OFFER,
    '--store',
    'mine.json',
    '--json',
    '--batch',
    '3',
    '--fault',
    'tx_code_wrong',
  ];
  const line = readCommandLine([...args, '--way', 'browser', '--notification', 'none', '--bearer'], 'folder');
  assert.deepEqual(line, {
    kind: 'accept',
    link: new URL(OFFER),
    store: 'mine.json',
    json: true,
    profile: 'plain',
    txCode: '0123',
    batch: 3,
    fault: 'tx_code_wrong',
    way: 'browser',
    notification: 'none',
    bearer: true,
  });
});

test('a request can be declined', () => {
  const line = readCommandLine([REQUEST, '--decline'], undefined);
  assert.deepEqual(line, { kind: 'decline', link: new URL(REQUEST), ...plain });
});

test('credentials lie in the data folder, by default data', () => {
  for (const [folder, store] of [
    [undefined, 'data/wallet.json'],
    ['', 'data/wallet.json'],
    ['/var/lib/x', '/var/lib/x/wallet.json'],
  ] as const) {
    const line = readCommandLine([REQUEST], folder);
    assert.deepEqual(line, { kind: 'present', link: new URL(REQUEST), ...plain, store });
  }
});

test('a profile by either of its options, and the wallet’s provider', () => {
  for (const option of ['--profile', '--as']) {
    const line = readCommandLine([OFFER, option, 'eudi-ios', '--renew', '--anchor', 'ca.pem'], 'folder');
    const store = 'folder/wallet.json';
    const expected = { kind: 'accept', link: new URL(OFFER), json: false, store, profile: 'eudi-ios', renew: true };
    assert.deepEqual(line, { ...expected, anchor: 'ca.pem' });
  }
  const provider = readCommandLine(['--provider', 'ca.pem'], 'folder');
  assert.deepEqual(provider, { kind: 'provider', certificate: 'ca.pem', store: 'folder/wallet.json' });
});

test('a step continues the run of a file; an offer and a request have a link', () => {
  const line = readCommandLine(['offer', OFFER, '--run', 'r.json'], undefined);
  assert.deepEqual(line, { kind: 'step', step: 'offer', link: new URL(OFFER), run: 'r.json', ...plain });
  const token = readCommandLine(['token', '--store', '/x/wallet.json'], undefined);
  assert.deepEqual(token, {
    ...plain,
    kind: 'step',
    step: 'token',
    run: '/x/wallet-run.json',
    store: '/x/wallet.json',
  });
  assert.equal(readCommandLine(['request-object'], undefined).kind, 'step');
  const one = readCommandLine(['credential', '--configuration', 'pid'], undefined);
  assert.equal(one.kind === 'step' && one.configuration, 'pid');
});

test('help wins over a missing link, and names each option and step', () => {
  assert.deepEqual(readCommandLine(['--help'], undefined), { kind: 'help' });
  assert.deepEqual(readCommandLine(['-h', OFFER], undefined), { kind: 'help' });
  const options = [
    '--tx-code',
    '--decline',
    '--profile',
    '--as',
    '--fault',
    '--renew',
    '--anchor',
    '--provider',
    '--store',
  ];
  for (const option of [...options, '--attested', '--bearer', '--way', '--batch', '--notification', '--client-id'])
    assert.ok(USAGE.includes(option), option);
  for (const option of ['--redirect-uri', '--run', '--configuration', '--json', '--list-profiles', '--list-faults'])
    assert.ok(USAGE.includes(option), option);
  for (const step of stepNames) assert.ok(USAGE.includes(step), step);
});

test('profiles and faults are listed, a line each', () => {
  assert.deepEqual(readCommandLine(['--list-profiles'], undefined), { kind: 'profiles' });
  assert.deepEqual(readCommandLine(['--list-faults'], undefined), { kind: 'faults' });
  assert.deepEqual(
    profileLines().map((line) => line.split(' ', 1)[0]),
    Object.keys(WALLETS),
  );
  assert.ok(faultLines().some((line) => /^tx_code_wrong +token: /.test(line)));
});

const wrong: readonly [name: string, args: readonly string[], why: RegExp][] = [
  ['nothing', [], /^The link is missing$/],
  ['a command without a link', ['accept'], /^The link is missing$/],
  ['an offer that is presented', ['present', OFFER], /^This is not the link of a presentation request$/],
  ['two links', [OFFER, REQUEST], /one link is one argument, in quotes$/],
  ['a link that a shell has cut', ['openid4vp://?client_id=x'], /^This link is neither an offer nor/],
  ['a word', ['pid'], /^This link is neither/],
  ['an offer that is declined', [OFFER, '--decline'], /^--decline needs the link of a presentation request$/],
  ['a wallet of no table', [OFFER, '--profile', 'mine'], /^--profile is one of eudi-kotlin, /],
  ['a fault of no table', [OFFER, '--fault', 'mine'], /^Unknown fault; --list-faults/],
  ['a way of no table', [OFFER, '--way', 'mine'], /^--way is one of challenge, /],
  ['a batch that is no number', [OFFER, '--batch', '0'], /^--batch is a number/],
  ['a step with a link too many', ['token', OFFER], /^token accepts no link/],
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

test('the requests of a page need a file and an origin', () => {
  const line = readCommandLine(['page', 'requests.json', '--origin', 'https://shop.example:8443'], undefined);
  assert.deepEqual(line, { kind: 'page', requests: 'requests.json', origin: 'https://shop.example:8443', ...plain });
  for (const args of [
    ['page', 'a.json'],
    ['page', '--origin', 'https://shop.example'],
    ['page', 'a', 'b', '--origin', 'https://shop.example'],
    ['page', 'a', '--origin', 'https://shop.example/'],
    ['page', 'a', '--origin', 'shop.example'],
  ]) {
    assert.equal(readCommandLine(args, undefined).kind, 'wrong', args.join(' '));
  }
});
