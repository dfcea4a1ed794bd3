/** A browser at the authorization page of an offer that needs a presentation. */
import assert from 'node:assert/strict';
import { goodRequest, type World } from '../world.ts';

export interface Presenting {
  readonly session: string;
  readonly query: { readonly client_id: string; readonly request_uri: string };
  readonly page: string;
  /** The reference that the page follows. */
  readonly reference: string;
}

/** Pushes a request for the configuration `member` and opens the page. */
export async function presenting(world: World): Promise<Presenting> {
  const { session, grant } = await world.offer({ credentialConfigurationIds: ['member'] });
  const asked = { ...goodRequest, issuer_state: grant };
  const { body } = await world.post('issuer.pushed-authorization-request', asked);
  const { request_uri = '' } = body as Record<string, string>;
  const query = { client_id: 'wallet', request_uri };
  const { status, raw } = await world.call('issuer.authorize', { query });
  assert.equal(status, 200);
  const page = String(raw);
  const [, reference = assert.fail('no path to follow')] = /authorize\/follow\/([\w-]+)/.exec(page) ?? [];
  return { session, query, page, reference };
}
