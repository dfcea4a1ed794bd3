/** All warnings of a dry run: gathers what the pure checks need, and calls them. */

import { notAfter } from '@countersign/shared/crypto/x509';
import { neutralWebhook, webhookFindings } from '@countersign/shared/flow-config/webhook-config';
import { vctUrl } from '@countersign/shared/kernel/identifiers';
import { isObject, type Json, parseJson } from '@countersign/shared/kernel/json';
import { mapConcurrent } from '@countersign/shared/kernel/map-concurrent';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';
import { wellKnown } from '@countersign/wallet/issuance/metadata';
import type { Flow } from './flow/flow.ts';
import { euSurroundings } from './surroundings/eu-surroundings.ts';
import { probeHere } from './surroundings/own-address.ts';
import { registrationOf } from './surroundings/requester.ts';
import * as surroundings from './surroundings/surroundings.ts';
import { ageIssuanceWarnings, asksForAge } from './warnings/age-warnings.ts';
import { isMdocConfiguration, member } from './warnings/claim-names.ts';
import { credentialWarnings } from './warnings/credential-warnings.ts';
import { euWarnings } from './warnings/eu-warnings.ts';
import { type Link, linksOf, linkWarnings } from './warnings/image-warnings.ts';
import { paymentWarnings, transactionWarnings } from './warnings/payment-warnings.ts';
import { policyWarnings } from './warnings/policy-warnings.ts';
import { queryWarnings, statementWarnings } from './warnings/query-warnings.ts';
import { rightsWarnings } from './warnings/rights-warnings.ts';
import * as ofTenant from './warnings/tenant-warnings.ts';
import type { Warning } from './warnings/warning.ts';

/** Number of addresses to probe at the same time. */
const PROBES = 4;

export async function issuanceWarnings(flow: Flow, parts: surroundings.SurroundingsParts): Promise<readonly Warning[]> {
  const { listed, body, request } = flow;
  const { tenant } = request;
  const { configuration } = listed;
  const { claims } = body;
  const { platform } = parts;
  const now = platform.clock();
  const lifetime = typeof configuration.lifetime === 'number' ? configuration.lifetime : undefined;
  const providers = (await parts.trustAnchors(tenant, 'wallet-providers')).map(({ certificate }) => certificate);
  const { haip } = surroundings.profileOf(platform, tenant);
  const purpose = isMdocConfiguration(configuration) ? 'mdoc' : 'credential';
  const set = keySetOf(flow);
  const key = await surroundings.signingState(parts, tenant, purpose, set);
  return [
    ...credentialWarnings({ configuration, ...(claims === undefined ? {} : { claims }) }),
    ...paymentWarnings(configuration),
    ...ofTenant.certificateWarnings(key, now, lifetime),
    ...ofTenant.attestationWarnings(configuration, providers.length, haip),
    ...ageIssuanceWarnings({ configuration, settings: platform.settings, flow: body.flow, haip }),
    ...ofTenant.anchorWarnings(providers.map(notAfter), now, 'wallet_provider_expired'),
    ...ofTenant.transactionCodeWarnings(body.tx_code),
    ...ofTenant.timeLimitWarnings(platform.settings, issuanceLimits(body)),
    ...(platform.settings.WALLET_DIALECT === 'interface' && !haip
      ? [{ code: 'dialect_interface' as const, detail: 'WALLET_DIALECT is interface' }]
      : []),
    ...euWarnings(await euSurroundings(parts, tenant, { kind: 'issuance', issued: { configuration, purpose, set } })),
    ...presentationMissing(flow),
    ...(await signInMissing(flow, parts)),
    ...webhookWarnings(configuration.presentation_during_issuance, '/presentation_during_issuance/webhook', platform),
    ...webhookWarnings(configuration.refresh, '/refresh/webhook', platform),
    ...(await linkFindings(flow, parts)),
  ];
}

export async function presentationWarnings(
  flow: Flow,
  parts: surroundings.SurroundingsParts,
): Promise<readonly Warning[]> {
  const { listed, credentials, request, body } = flow;
  const { platform } = parts;
  const { trusted, ends } = await surroundings.trustedIssuers(parts, request.tenant);
  const issued = credentials
    .filter(({ broken }) => broken === undefined)
    .map((one) => ({
      ...surroundings.typeOf(one, platform.settings.PUBLIC_URL, request.tenant),
      id: one.id,
      configuration: one.configuration,
    }));
  const { registered, support, requester } = await registrationOf(parts, request.tenant, listed.configuration);
  const { rights } = platform.requirementsOf(request.tenant);
  const query = { configuration: listed.configuration, issued, trusted, registered };
  return [
    ...queryWarnings(query),
    ...policyWarnings({ ...query, issued, requester }),
    ...transactionWarnings({ ...query, issued, transactionData: body.transaction_data ?? [] }),
    ...(asksForAge(listed.configuration) ? [] : [...statementWarnings(query), ...(await signingWarnings(flow, parts))]),
    ...rightsWarnings({ rights, ...listed, page: `${flow.issuer}/rights`, support, registered }),
    ...ofTenant.anchorWarnings(ends, platform.clock(), 'trust_anchor_expired'),
    ...ofTenant.timeLimitWarnings(platform.settings, ['REQUEST_TTL', 'SESSION_TTL']),
    ...webhookWarnings({ webhook: listed.configuration.webhook ?? null }, '/webhook', platform),
  ];
}

/** Of a request that names its verifier by a certificate. */
async function signingWarnings(flow: Flow, parts: surroundings.SurroundingsParts): Promise<readonly Warning[]> {
  const { tenant } = flow.request;
  const keySet = keySetOf(flow);
  const key = await surroundings.signingState(parts, tenant, 'request', keySet);
  return [
    ...euWarnings(await euSurroundings(parts, tenant, { kind: 'presentation', keySet })),
    ...ofTenant.certificateWarnings(key, parts.platform.clock()),
  ];
}

/** Warnings for both kinds about the outside: whether wallets reach this server at all. */
export async function serverWarnings(flow: Flow, parts: surroundings.SurroundingsParts): Promise<readonly Warning[]> {
  const { platform } = parts;
  const { PUBLIC_URL: publicUrl } = platform.settings;
  const url = wellKnown(flow.issuer, 'openid-credential-issuer');
  const answer = await surroundings.probe(parts, flow.request, url);
  const here = await probeHere(platform.settings, url, flow.signal);
  const metadata = here.ok && here.status === 200 ? parseJson(here.body.toString('utf8')) : undefined;
  return [
    ...ofTenant.publicUrlWarnings(publicUrl, flow.issuer, answer),
    ...(isObject(metadata) ? ofTenant.metadataWarnings(metadata) : []),
  ];
}

function issuanceLimits({ flow }: DryRunRequest): readonly (keyof ofTenant.TimeLimits)[] {
  const own =
    flow === 'pre_authorized_code' ? (['PRE_AUTHORIZED_CODE_TTL'] as const) : (['CODE_TTL', 'SESSION_TTL'] as const);
  return [...own, 'TOKEN_TTL_DPOP'];
}

function presentationMissing({ listed, presentations }: Flow): readonly Warning[] {
  const { type } = member(listed.configuration, 'presentation_during_issuance');
  if (typeof type !== 'string') return [];
  const found = presentations.find(({ id }) => id === type);
  if (found !== undefined && found.broken === undefined) return [];
  const why = found === undefined ? 'does not exist' : 'cannot be used';
  return [
    {
      code: 'presentation_missing',
      pointer: '/presentation_during_issuance/type',
      detail: `The presentation configuration ${type} ${why}`,
    },
  ];
}

async function signInMissing(flow: Flow, parts: surroundings.SurroundingsParts): Promise<readonly Warning[]> {
  const { sign_in: needed, wallet_initiated: initiated } = flow.listed.configuration;
  if (needed !== true && initiated !== true) return [];
  if (await surroundings.hasSignIn(parts, flow.request)) return [];
  const pointer = needed === true ? '/sign_in' : '/wallet_initiated';
  return [
    { code: 'sign_in_missing', pointer, detail: 'The user must sign in, but the tenant has no identity provider' },
  ];
}

function webhookWarnings(
  holder: Json | undefined,
  pointer: string,
  { settings }: surroundings.SurroundingsPlatform,
): readonly Warning[] {
  const webhook = isObject(holder) ? neutralWebhook(holder.webhook) : undefined;
  return webhook === undefined
    ? []
    : ofTenant.webhookWarnings(webhookFindings(webhook, pointer, settings.OUTBOUND_ALLOW));
}

async function linkFindings(
  { listed, request, signal, issuer }: Flow,
  parts: surroundings.SurroundingsParts,
): Promise<readonly Warning[]> {
  const { PUBLIC_URL: publicUrl } = parts.platform.settings;
  // Served with or without written type metadata.
  const served = [vctUrl(publicUrl, request.tenant, listed.id), `${issuer}/credentials/vct/${listed.id}`];
  const links = linksOf(listed.configuration, (vct) => served.includes(vct));
  const ask = async (link: Link): Promise<readonly Warning[]> => {
    if (link.url.startsWith('data:')) return linkWarnings(link, undefined);
    // Its own documents exist even if PUBLIC_URL can't be reached, which has a separate warning.
    const own = link.url.startsWith(`${publicUrl}/`);
    const probed = own
      ? probeHere(parts.platform.settings, link.url, signal)
      : surroundings.probe(parts, request, link.url);
    // PUBLIC_URL over http has a separate warning.
    return linkWarnings(link, await probed).filter(({ code }) => !own || code !== 'image_insecure');
  };
  const found = await mapConcurrent(PROBES, links, ask);
  return found.flat();
}

function keySetOf({ listed: { configuration } }: Flow): string | undefined {
  return typeof configuration.keys === 'string' ? configuration.keys : undefined;
}
