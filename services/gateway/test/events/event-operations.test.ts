import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Settings } from '@countersign/shared/settings/settings';
import { temporaryStore } from '@countersign/shared/test/store/temporary';
import { sessionEvents, tenantEvents } from '../../src/events/event-operations.ts';

const request = (accept: string | undefined) =>
  ({ tenant: 'acme', params: { sessionId: 'none' }, query: {}, headers: { accept } }) as never;
const refusedBy = (code: string, reason: string) => (error: unknown) =>
  error instanceof ProtocolError && error.code === code && error.options.reason === reason;

test('a stream must be asked for by name, of a session that is there, where events are kept', async (t) => {
  const store = await temporaryStore(t);
  const parts = (EVENTS: Settings['EVENTS']) => ({ settings: { EVENTS } as Settings, store });
  assert.deepEqual(await tenantEvents(parts('on'))(request('text/event-stream')), {});
  for (const accept of [undefined, '*/*', 'application/json', 'text/event-stream;q=0']) {
    await assert.rejects(
      async () => tenantEvents(parts('on'))(request(accept)),
      refusedBy('not_acceptable', 'events_accept'),
    );
  }
  await assert.rejects(
    async () => tenantEvents(parts('off'))(request('text/event-stream')),
    refusedBy('not_found', 'events_off'),
  );
  await assert.rejects(
    async () => sessionEvents(parts('on'))(request('text/event-stream')),
    (error) => error instanceof ProtocolError && error.code === 'not_found',
  );
});
