import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createJournal } from '../../src/command/journal.ts';
import { madeMdl } from '../mdoc/made-mdl.ts';

function open() {
  const lines: string[] = [];
  return { lines, journal: createJournal((line) => lines.push(line)) };
}

const call = (method: string, url: string, status = 201) => ({ step: 'token', method, url, status, ms: 1 }) as const;

test('steps stand at the margin, what they do below them', () => {
  const { lines, journal } = open();
  journal.step('Token');
  journal.record(call('POST', 'https://i.example/token'));
  journal.record(call('GET', 'https://i.example/offer/1', 0));
  journal.note('has a token');
  journal.asked({ client_id: 'x', dcql_query: { credentials: [{ id: 'pid' }, { id: 'card' }] } });
  const payload = Buffer.from('{"vct":"urn:pid","name":"Ada"}').toString('base64url');
  journal.shows([{ id: 'pid', held: { credential: `e30.${payload}.s~` } }]);
  assert.deepEqual(lines, [
    'Token',
    '    POST https://i.example/token 201',
    '    GET https://i.example/offer/1 -',
    '    has a token',
    '    x asks for pid, card',
    '    shows for pid: {"name":"Ada"}',
  ]);
});

test('codes and tokens of an address are not printed', () => {
  const { lines, journal } = open();
  const secret = 's'.repeat(43);
  journal.record(call('GET', `https://user:pass@i.example/offer/${secret}?code=canary#canary`));
  assert.deepEqual(lines, [`    GET https://i.example/offer/${'s'.repeat(8)}… 201`]);
});

test('of an image the size is printed', () => {
  const { lines, journal } = open();
  journal.shows([{ id: 'mdl', held: madeMdl() }]);
  assert.match(lines[0] ?? '', /"family_name":"Lovelace".*"portrait":"<3 bytes>"/);
});
