/** What is kept of a failed response, and that nothing that could name a person is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerExcerpt } from '../../src/sending/answer-excerpt.ts';

const excerptOf = (type: string | undefined, body: unknown, sent = '{}') =>
  answerExcerpt(
    {
      ...(type === undefined ? {} : { type }),
      body: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
    },
    sent,
  );

test('a media type without its parameters, an error code, and the title of a problem document', () => {
  const problem = { type: 'https://errors.example/unknown', title: 'Unknown session', detail: 'Erika is unknown' };
  assert.deepEqual(excerptOf('application/problem+json; charset=utf-8', problem), {
    type: 'application/problem+json',
    code: 'https://errors.example/unknown',
    title: 'Unknown session',
  });
  assert.deepEqual(excerptOf('application/json', { error: 'invalid_signature', code: 7 }), {
    type: 'application/json',
    code: 'invalid_signature',
  });
});

test('free text is not kept, whatever its member or media type', () => {
  const erika = 'Erika Mustermann is unknown';
  for (const body of [{ error: erika }, { code: erika }, { title: 'Erika' }, { message: erika }, [erika], '{', erika]) {
    assert.deepEqual(excerptOf('application/json', body), { type: 'application/json' });
  }
  assert.deepEqual(excerptOf('text/html', `<title>${erika}</title>`), { type: 'text/html' });
  assert.equal(excerptOf('Erika Mustermann', erika), undefined);
  assert.equal(excerptOf(undefined, { code: 'a_code' }), undefined);
  assert.deepEqual(excerptOf('application/problem+json', { title: 'x'.repeat(101) }), {
    type: 'application/problem+json',
  });
});

test('a value that the request contained is not kept: it may be a claim', () => {
  const sent = JSON.stringify({ credentials: [{ values: { family_name: 'Mustermann' } }] });
  assert.deepEqual(excerptOf('application/problem+json', { title: 'Mustermann', code: 'Mustermann' }, sent), {
    type: 'application/problem+json',
  });
});
