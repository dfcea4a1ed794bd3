import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRegistrations } from '../../src/tenant/registrations.ts';
import type { WrittenRegistration } from '../../src/tenant/stored-registrations.ts';

const written = new Map<string, WrittenRegistration>([
  ['both', { id: 'both', jwt: 'of api', createdAt: 1 }],
  ['api', { id: 'api', jwt: 'of api', createdAt: 1 }],
]);
const files = {
  of: (_: string, id: string) => (['both', 'file'].includes(id) ? { jwt: 'of file' } : undefined),
  ids: () => ['both', 'file'],
};
const registrations = createRegistrations(files, { of: async () => written, now: async () => written });

test('a stored certificate precedes the file of its id', async () => {
  assert.deepEqual(
    (await registrations.list('t')).map(({ id, jwt, source }) => [id, jwt, source]),
    [
      ['api', 'of api', 'api'],
      ['both', 'of api', 'api'],
      ['file', 'of file', 'file'],
    ],
  );
  assert.equal((await registrations.of('t', 'both'))?.jwt, 'of api');
  assert.deepEqual(await registrations.of('t', 'file'), { id: 'file', jwt: 'of file', source: 'file' });
  assert.equal(await registrations.of('t', 'none'), undefined);
});
