/** A backend of variant A with the types of openapi-typescript: arguments are the server's address and the API key. */
import createClient from 'openapi-fetch';
import type { components, paths } from './http-api.js';

type Schemas = components['schemas'];

declare const process: { readonly argv: readonly string[] };
declare const console: { log(line: string): void };

const [baseUrl = '', apiKey = ''] = process.argv.slice(2);
// For responses with several content types, the JSON one.
const client = createClient<paths, 'application/json' | 'application/problem+json'>({
  baseUrl,
  headers: { 'x-api-key': apiKey },
});

const badge: Schemas['CredentialConfig'] = {
  id: 'badge-a',
  config: { format: 'dc+sd-jwt', vct: 'https://issuer.example.com/badge', scope: 'badge-a' },
  claims: { name: 'Erika Mustermann', address: { locality: 'Berlin', country: 'DE' } },
  disclosureFrame: { _sd: ['name'], address: { _sd: ['locality'] } },
  schema: { properties: { name: { type: 'string' }, address: { type: 'object' } }, required: ['iss', 'vct', 'cnf'] },
};

const wanted: Schemas['OfferRequest'] = {
  response_type: 'uri',
  credentialConfigurationIds: ['badge-a'],
  claims: { 'badge-a': { name: 'Max Mustermann', address: { locality: 'Köln', country: 'DE' } } },
  flow: 'pre_authorized_code',
  tx_code: { length: 4, input_mode: 'numeric' },
  state: 'order-a',
};

/** States by what they mean here; a state that the description does not name would not compile. */
const words: Readonly<Partial<Record<Schemas['SessionStatus'], string>>> = {
  created: 'waiting',
  pushed: 'begun',
  presentation_required: 'begun',
  authorized: 'begun',
  token_issued: 'begun',
  issued: 'begun',
  completed: 'done',
  requested: 'begun',
  verified: 'done',
  rejected: 'ended',
  failed: 'ended',
  expired: 'ended',
};

const stored = await client.POST('/issuer-managment', { body: badge });
const offer = await client.POST('/vci/offer', { body: wanted });
const request = await client.POST('/oid4vp', { body: { response_type: 'qrcode', requestId: 'name-check' } });
const session = await client.GET('/session/{sessionId}', {
  params: { path: { sessionId: offer.data?.session ?? '' } },
});
const list = await client.GET('/session', { params: { query: { status: 'created', state: 'order-a', limit: 10 } } });
const refused = await client.POST('/vci/offer', { body: { ...wanted, credentialConfigurationIds: ['no-such-thing'] } });
const problem: Schemas['Problem'] | undefined = refused.error;

console.log(
  JSON.stringify({
    stored: stored.data?.id,
    link: offer.data?.uri,
    txCode: offer.data?.txCode,
    qr: request.data?.uri?.slice(0, 21),
    status: session.data === undefined ? undefined : words[session.data.status],
    state: session.data?.state,
    listed: list.data?.length,
    problem: problem?.type,
    pointer: problem?.errors?.[0]?.pointer,
  }),
);
