/** A session that is purged between its look-up and its write is refused like one that never existed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '@countersign/shared/kernel/json';
import { sessions } from '@countersign/shared/model/session/sessions';
import { PRE_AUTHORIZED_CODE_GRANT } from '../../src/configuration/authorization-server-metadata.ts';
import { withToken } from '../credential/token.ts';
import { goodRequest, openIssuer, REDIRECT_URI, refusal, VERIFIER, type World } from '../world.ts';

const PAR = 'issuer.pushed-authorization-request';

/** Purges the sessions: afterwards no write succeeds, and no read by id finds one. */
function purge({ platform: { store } }: World): void {
  const { get } = store;
  store.replace = async () => undefined;
  store.get = async (collection, id) => (collection.name === sessions.name ? undefined : get(collection, id));
}

const begin = async (world: World, configuration: string): Promise<JsonObject> => {
  const { grant } = await world.offer({ credentialConfigurationIds: [configuration] });
  return { ...goodRequest, issuer_state: grant };
};
const pushed = async (world: World, configuration: string) => {
  const { body } = await world.post(PAR, await begin(world, configuration));
  const { request_uri = '' } = body as Record<string, string>;
  return { query: { client_id: 'wallet', request_uri } };
};

/** By name: prepares a request, and returns the function that sends it. */
const requests: Readonly<
  Record<string, readonly [code: string, prepare: (world: World) => Promise<() => Promise<unknown>>]>
> = {
  PAR: [
    'invalid_request',
    async (world) => {
      const asked = await begin(world, 'pid');
      return () => world.post(PAR, asked);
    },
  ],
  'challenge that needs a presentation': [
    'invalid_request',
    async (world) => {
      const asked = await begin(world, 'member');
      return () => world.post('issuer.authorization-challenge', asked);
    },
  ],
  'answered challenge': [
    'invalid_session',
    async (world) => {
      const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
      const asked = { ...goodRequest, issuer_state: grant };
      const { options } = await refusal(world.post('issuer.authorization-challenge', asked));
      await world.present(session);
      const answer = { ...options.members, presentation_during_issuance_session: 'presented' };
      return () => world.post('issuer.authorization-challenge', answer as JsonObject);
    },
  ],
  authorize: [
    'invalid_request_uri',
    async (world) => {
      const request = await pushed(world, 'pid');
      return () => world.call('issuer.authorize', request);
    },
  ],
  'authorize that needs a presentation': [
    'invalid_request_uri',
    async (world) => {
      const request = await pushed(world, 'member');
      return () => world.call('issuer.authorize', request);
    },
  ],
  'token for a code': [
    'invalid_grant',
    async (world) => {
      const { code } = await world.code();
      const grant = { grant_type: 'authorization_code', code, client_id: 'wallet', redirect_uri: REDIRECT_URI };
      return () => world.post('issuer.token', { ...grant, code_verifier: VERIFIER });
    },
  ],
  'token for a pre-authorized code': [
    'invalid_grant',
    async (world) => {
      const { grant } = await world.offer({ flow: 'pre_authorized_code' });
      const asked = { grant_type: PRE_AUTHORIZED_CODE_GRANT, 'pre-authorized_code': grant };
      return () => world.post('issuer.token', asked);
    },
  ],
  credential: [
    'invalid_token',
    async (world) => {
      const { send, request } = await withToken(world);
      const asked = await request();
      return () => send('issuer.credential', asked);
    },
  ],
  notification: [
    'invalid_token',
    async (world) => {
      const { send, request } = await withToken(world);
      const { body } = await send('issuer.credential', await request());
      const { notification_id } = body as JsonObject;
      return () => send('issuer.notification', { notification_id, event: 'credential_accepted' });
    },
  ],
};

for (const [name, [code, prepare]] of Object.entries(requests)) {
  test(`${name}: ${code}`, async (t) => {
    const world = await openIssuer(t);
    const send = await prepare(world);
    purge(world);
    await assert.rejects(send(), { code });
  });
}
