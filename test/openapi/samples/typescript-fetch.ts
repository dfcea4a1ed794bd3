/** A backend of variant B with the client of openapi-generator: arguments are the server's address and the client secret. */
import {
  BothVariantsApi,
  Configuration,
  type IssuanceConfig,
  type OfferRequest,
  ResponseError,
  SessionStatus,
  VariantBApi,
} from './client/index.js';

declare const process: { readonly argv: readonly string[] };
declare const console: { log(line: string): void };

const [basePath = '', clientSecret = ''] = process.argv.slice(2);
const login = await new VariantBApi(new Configuration({ basePath })).postAuthToken({
  tokenRequest: { clientId: 'root', clientSecret },
});
const configuration = new Configuration({ basePath, accessToken: login.accessToken });
const tenant = new VariantBApi(configuration);
const both = new BothVariantsApi(configuration);

const badge: IssuanceConfig = {
  id: 'badge-b',
  config: { format: 'dc+sd-jwt', vct: 'https://issuer.example.com/badge', scope: 'badge-b' },
  claims: { name: 'Erika Mustermann', address: { locality: 'Berlin', country: 'DE' } },
  disclosureFrame: { _sd: ['name'], address: { _sd: ['locality'] } },
};
const wanted: OfferRequest = {
  responseType: 'uri',
  credentialConfigurationIds: new Set(['badge-b']),
  claims: { 'badge-b': { name: 'Max Mustermann', address: { locality: 'Köln', country: 'DE' } } },
  flow: 'pre_authorized_code',
  txCode: true,
  state: 'order-b',
};

const stored = await both.postIssuerManagement({ issuanceConfig: badge });
const offer = await tenant.postIssuerManagementOffer({ offerRequest: wanted });
const request = await tenant.postPresentationManagementRequest({
  presentationRequest: { responseType: 'qrcode', requestId: 'name-check' },
});
const session = await both.getSessionSessionId({ sessionId: offer.session });
const list = await both.getSession({ status: SessionStatus.Created, state: 'order-b', limit: 10 });
const answer = await tenant
  .postIssuerManagementOffer({ offerRequest: { ...wanted, credentialConfigurationIds: new Set(['no-such-thing']) } })
  .catch((error: unknown) => (error instanceof ResponseError ? error.response.json() : undefined));

console.log(
  JSON.stringify({
    stored: stored.id,
    city: (stored.claims as { address?: { locality?: string } } | undefined)?.address?.locality,
    link: offer.uri,
    txCode: offer.txCode,
    qr: request.uri?.slice(0, 21),
    status: session.status,
    state: session.state,
    created: session.createdAt instanceof Date,
    listed: list.length,
    problem: answer?.type,
    pointer: answer?.errors?.[0]?.pointer,
  }),
);
