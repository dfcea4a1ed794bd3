/** Codes of failed outbound requests. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { OutboundError, toOutboundError } from '../../src/http/outbound-error.ts';

const coded = (code: string, more: object = {}) =>
  Object.assign(new Error('CANARY https://user:pw@host'), { code }, more);
const codeOf = (error: unknown) => {
  const known = toOutboundError(error);
  assert.ok(known instanceof OutboundError, String(known));
  assert.equal(known.message, known.code, 'nothing of the URL');
  return known.code;
};

test('errors of the network have codes; where several addresses were tried, that of the first', () => {
  assert.equal(codeOf(coded('ECONNREFUSED')), 'refused');
  assert.equal(codeOf(coded('ECONNRESET')), 'closed');
  assert.equal(codeOf(coded('UND_ERR_HEADERS_OVERFLOW')), 'too_large');
  assert.equal(codeOf(new AggregateError([coded('ETIMEDOUT'), coded('ECONNREFUSED')])), 'timeout');
  assert.equal(codeOf(Object.assign(new Error('x'), { name: 'HTTPParserError' })), 'protocol');
  assert.equal(codeOf(coded('EWHATEVER', { syscall: 'connect' })), 'unreachable');
});

test('a known error stays as it is, also behind one of the HTTP client', () => {
  const own = new OutboundError('address');
  assert.equal(toOutboundError(own), own);
  assert.equal(toOutboundError(new Error('fetch failed', { cause: own })), own);
});

test('an error of this program is returned unchanged', () => {
  for (const error of [new TypeError('x'), new AggregateError([]), 'text', undefined]) {
    assert.equal(toOutboundError(error), error);
  }
});
