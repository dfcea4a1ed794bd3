import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reportOf } from '../../src/command/report.ts';
import { Refused } from '../../src/sending/failures.ts';
import { MDL, MDL_SPACE, madeMdl } from '../mdoc/made-mdl.ts';

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const credential = `${part({})}.${part({ vct: 'urn:pid', iss: 'https://i.example', name: 'Ada' })}.s~`;
const asked = { command: 'accept', profile: 'plain' };
const call = { step: 'token', method: 'POST', status: 200, ms: 3 } as const;

test('a run that came to its end has what the wallet got and disclosed', () => {
  const calls = [
    { ...call, url: `https://i.example/offer/${'s'.repeat(43)}` },
    { ...call, url: 'https://i.example/token', request: 'r2' },
  ];
  const answer = { protocol: 'openid4vp-v1-signed', data: {} };
  const credentials = [{ configuration: 'pid', credential, encrypted: false }];
  const report = reportOf(
    asked,
    {
      calls,
      credentials,
      shown: [{ id: 'q', held: { credential } }],
      answers: [answer],
      redirects: ['https://shop.example/back?response_code=c'],
    },
    undefined,
  );
  assert.deepEqual(report, {
    outcome: 'accepted',
    command: 'accept',
    profile: 'plain',
    requests: ['r2'],
    steps: [
      { ...call, url: `https://i.example/offer/${'s'.repeat(8)}…` },
      { ...call, url: 'https://i.example/token', request: 'r2' },
    ],
    credentials: [
      {
        configuration: 'pid',
        type: 'urn:pid',
        encrypted: false,
        claims: { vct: 'urn:pid', iss: 'https://i.example', name: 'Ada' },
      },
    ],
    shared: [{ id: 'q', claims: { name: 'Ada' } }],
    answer,
    redirect_uri: 'https://shop.example/back?response_code=c',
  });
});

test('a refusal has its step, its code, and what to do', () => {
  const json = { error: 'invalid_grant', error_description: 'The code is used' };
  const error = new Refused('token', { status: 400, headers: new Headers(), text: '', json });
  const report = reportOf(
    { ...asked, fault: 'code_used' },
    { calls: [], credentials: [], shown: [], answers: [], redirects: [] },
    error,
  );
  assert.deepEqual([report.outcome, report.fault], ['refused', 'code_used']);
  assert.deepEqual(report.refusal, { step: 'token', status: 400, ...json });
  assert.match(report.why ?? '', /^The token endpoint returned 400 invalid_grant: The code is used\. Next: /);
  assert.ok(!('credentials' in report) && !('shared' in report));
});

test('an mdoc has its type, and its elements by namespace', () => {
  const { credential: mdl } = madeMdl();
  const credentials = [{ configuration: 'mdl', credential: mdl, encrypted: false }];
  const report = reportOf(
    asked,
    { calls: [], credentials, shown: [{ id: 'q', held: { credential: mdl } }], answers: [], redirects: [] },
    undefined,
  );
  const [{ type, claims } = assert.fail()] = report.credentials ?? [];
  assert.deepEqual([type, Object.keys(claims)], [MDL, [MDL_SPACE, 'org.example']]);
  assert.deepEqual(report.shared, [{ id: 'q', claims }]);
});
