import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderToString } from 'preact-render-to-string';
import { Problem } from '../../../src/api/problem.ts';
import { Presented, StateBadge, Steps } from '../../../src/parts/flow/session-parts.tsx';
import { emptyLog, withEvent } from '../../../src/parts/trace-log.ts';

const at = '2026-01-26T09:30:00.000Z';
const hostile = '<img src=x onerror=alert(1)>';
test('what was presented is text; what is erased is said, and nothing where nothing may be seen', () => {
  const session = { id: 's', status: 'verified', createdAt: at };
  const signer = { subject: 'CN=Issuer', issuer: 'CN=Root', fingerprint: 'AB:CD' };
  const credentials = [{ id: 'pid', values: { name: hostile, address: { street: 'A' } }, signer, statusUnknown: true }];
  const html = renderToString(<Presented session={{ ...session, credentials }} />);
  assert.match(html, /pid[\s\S]*Name[\s\S]*&lt;img[\s\S]*CN=Issuer[\s\S]*AB:CD[\s\S]*be checked/);
  assert.ok(!html.includes(hostile));
  assert.match(html, /\{"street":"A"\}|\{&quot;street&quot;/);
  assert.match(renderToString(<Presented session={{ ...session, credentialsErased: true }} />), /were erased/);
  assert.equal(renderToString(<Presented session={session} />), '');
});

test('a confirmed payment shows its authentication code and the factors, as text', () => {
  const amr = [{ knowledge: 'pattern' }, { inherence: hostile }];
  const authentication = { jti: 'code-7', responseMode: 'direct_post.jwt', amr };
  const credentials = [{ id: 'card', values: {}, confirmed: { transactionData: ['e30'], authentication } }];
  const html = renderToString(<Presented session={{ id: 's', status: 'verified', createdAt: at, credentials }} />);
  assert.match(
    html,
    /Authentication code[\s\S]*code-7[\s\S]*Authenticated by[\s\S]*knowledge: pattern, inherence: &lt;img/,
  );
  assert.ok(!html.includes(hostile));
});

test('the steps as they come, whether they are live, and why there are none', () => {
  const entry = {
    id: '1',
    at,
    step: 'token',
    who: 'wallet',
    request: 'r',
    method: 'POST',
    status: 200,
    ms: 3,
    outcome: 'ok',
  };
  const log = withEvent(emptyLog, { event: 'entry', data: JSON.stringify(entry) });
  const live = renderToString(<Steps trace={{ log, state: 'live', problem: undefined }} />);
  assert.match(live, /Live[\s\S]*done[\s\S]*Access token[\s\S]*Wallet/);
  const none = { log: emptyLog, state: undefined, problem: undefined };
  assert.match(renderToString(<Steps trace={{ ...none, state: 'reconnecting' }} />), /Reconnecting[\s\S]*Nothing yet/);
  const problem = new Problem({ status: 404, code: 'not_found', detail: 'x' });
  assert.match(renderToString(<Steps trace={{ ...none, problem }} />), /record successful steps/);
});

test('a state is a word with a tone', () => {
  assert.match(renderToString(<StateBadge status="rejected" />), /class="badge bad">rejected/);
});

test('elements of an mdoc stand under their namespace, with their images', () => {
  const values = { 'org.iso.18013.5.1': { given_name: hostile, portrait: '_9j_4AAQ' }, 'org.example': { points: 3 } };
  const session = { id: 's', status: 'verified', createdAt: at, credentials: [{ id: 'mdl', values }] };
  const html = renderToString(<Presented session={session} />);
  assert.match(html, /<code>org\.iso\.18013\.5\.1<\/code>[\s\S]*Given name[\s\S]*<img class="claim-image"/);
  assert.match(html, /<code>org\.example<\/code>[\s\S]*Points[\s\S]*3/);
  assert.ok(!html.includes(hostile));
});
