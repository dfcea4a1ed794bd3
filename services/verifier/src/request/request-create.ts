/** POST presentation request: the backend creates a session with a request (OpenID4VP 1.0, 5). */

import { newHandle } from '@countersign/shared/crypto/wallet-reference';
import { isHighAssurance, type ProfileName, type Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import type { Operation } from '@countersign/shared/http/message';
import { isoTime } from '@countersign/shared/kernel/clock';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { credentialIssuer } from '@countersign/shared/kernel/identifiers';
import { orderedId } from '@countersign/shared/kernel/ordered-id';
import type { PresentationRequest } from '@countersign/shared/messages/presentation-request';
import { insertSession } from '@countersign/shared/model/session/session-change';
import { callsWebhooks, sessionMark } from '@countersign/shared/model/session/sessions';
import type { Platform } from '@countersign/shared/runtime/service';
import type { Settings } from '@countersign/shared/settings/settings';
import type { ResponseMode } from '../presentation/authorization-response.ts';
import type { Configuration, Configurations } from '../query/configurations.ts';
import { profileFormatFindings } from '../query/profile-formats.ts';
import type { RequestRegistrations } from '../registration/registration-of-request.ts';
import { createdPresentationSession } from '../session/presentation-begin-transitions.ts';
import { encodeTransactionData } from '../transaction/entry.ts';
import { buttonFindings, buttonShown } from './button-create.ts';
import { checkAccept, dcApiFindings, dcApiOptions } from './dc-api-create.ts';
import { newRequest } from './new-request.ts';
import { partyFindings } from './party-request.ts';
import { rawRequestFindings, receivedRaw } from './raw-request.ts';
import { requestAddresses, type ShownBy } from './request-addresses.ts';
import { requestProfile } from './request-profile.ts';
import { isReturnAddress, leadsTo } from './return-address.ts';

/**
 * Creates a session and its request; returns `{session, expiresAt}` and `link`, or for a page `digital` or `button`.
 */
export function createRequest(
  platform: Platform,
  configurations: Configurations,
  registrations: Pick<RequestRegistrations, 'checked'>,
): Operation<PresentationRequest> {
  const { settings, vaults, clock, random, requirementsOf } = platform;
  return async (request) => {
    const { tenant, body } = request;
    const required = requirementsOf(tenant);
    const { profile } = required;
    const configuration = await requestedConfiguration(configurations, tenant, body.requestId);
    const now = clock();
    const { shownBy, ttl, ...options } = checkRequest(body, configuration, { ...required, settings, now });
    if (shownBy.way !== 'link') checkAccept(request.headers.accept);
    const registration = await registrations.checked(tenant, configuration);
    const id = orderedId(now, random);
    const handle = newHandle(now, random);
    const issuer = credentialIssuer(settings.PUBLIC_URL, tenant);
    const expiresAt = now + ttl * 1000;
    const { redirectUri } = options;
    const way = redirectUri === undefined ? {} : { redirectUri };
    const shown = { shownBy, configurationId: configuration.id, ...way };
    const wallets = { issuer, handle, expiresAt, scheme: settings.REQUEST_SCHEME, profile };
    const addresses = requestAddresses({ ...shown, ...wallets }, random);
    const mark = sessionMark(request);
    const webhook = body.webhook ?? (callsWebhooks(mark) ? configuration.webhook : undefined);
    const raw = body.raw ?? configuration.raw;
    const { presentation, notes, ...made } = await newRequest(platform, {
      session: { id, tenant, handle },
      configuration: receivedRaw(raw === undefined ? configuration : { ...configuration, raw }, webhook ?? redirectUri),
      registration,
      ...addresses.request,
      ...options,
    });
    const vault = await vaults.of(tenant);
    const session = createdPresentationSession({
      id,
      tenant,
      createdAt: now,
      expiresAt,
      handle,
      ...(body.state === undefined ? {} : { state: body.state }),
      presentation,
      ...mark,
      ...(webhook === undefined
        ? {}
        : { webhooks: { result: vault.seal(JSON.stringify(webhook), `session/${id}/webhook/result`) } }),
    });
    const stored = await insertSession(platform, session, request.record);
    // A collision of 128 random bits means that the source of randomness is broken, so it fails loudly.
    if (stored === undefined) throw new Error('A fresh session id is taken already');
    return {
      body: { session: id, ...addresses.shown(made), expiresAt: isoTime(stored.expiresAt) },
      ...(notes.length === 0 ? {} : { annotation: { notes } }),
      ...(request.record === undefined ? {} : { recorded: true }),
    };
  };
}

async function requestedConfiguration(
  configurations: Configurations,
  tenant: string,
  id: string,
): Promise<Configuration> {
  const configuration = await configurations.get(tenant, id);
  if (configuration !== undefined) return configuration;
  const errors = [{ pointer: '/requestId', detail: await configurations.why(tenant, id) }];
  throw new ProtocolError('not_found', 'There is no usable presentation configuration with this id', {
    reason: 'flow_configuration_unknown',
    facts: { configurationId: id },
    errors,
  });
}

interface RequestOptions {
  readonly responseMode: ResponseMode;
  /** Seconds. */
  readonly ttl: number;
  readonly transactionData: readonly string[];
  readonly redirectUri?: string;
  readonly shownBy: ShownBy;
}

interface Rules extends Pick<Requirements, 'profile' | 'registration'> {
  readonly settings: Pick<
    Settings,
    'SESSION_TTL' | 'REQUEST_TTL' | 'OUTBOUND_ALLOW' | 'REDIRECT_ALLOW' | 'ZK_VERIFIER_URL'
  >;
  /** Milliseconds. */
  readonly now: number;
}

/** @throws ProtocolError `invalid_request` with all errors */
function checkRequest(
  body: PresentationRequest,
  configuration: Configuration,
  { settings, profile, registration, now }: Rules,
): RequestOptions {
  const { query } = configuration;
  const encoded = encodeTransactionData(body.transaction_data ?? [], { query, profile, now });
  const most = settings.SESSION_TTL;
  const { expiresIn: ttl = Math.min(settings.REQUEST_TTL, most), redirectUri } = body;
  const errors: FieldError[] = [
    ...(encoded.ok ? [] : encoded.errors),
    ...(body.webhook === undefined ? [] : webhookRuleFindings(body.webhook, '/webhook', settings.OUTBOUND_ALLOW)),
    ...(ttl > most
      ? [{ pointer: '/expiresIn', detail: `expiresIn must be a whole number of seconds from 1 to ${most}` }]
      : []),
    ...(redirectUri === undefined ? [] : redirectFindings(redirectUri, settings.REDIRECT_ALLOW)),
    ...waysFindings(body, configuration, profile),
    ...profileFindings(body, configuration, profile),
    ...profileFormatFindings(query, profile, () => '/requestId'),
    ...partyFindings(body, configuration, registration.actsFor),
    ...rawRequestFindings(body, configuration),
    ...proofFindings(body, configuration, settings.ZK_VERIFIER_URL),
  ];
  if (errors.length > 0 || !encoded.ok) {
    throw new ProtocolError('invalid_request', 'The presentation request is not valid', {
      reason: 'presentation_request',
      facts: { parameters: errors.map(({ pointer }) => pointer) },
      errors,
    });
  }
  return {
    ...waysOptions(body, configuration),
    ttl,
    transactionData: encoded.transactionData,
    ...(redirectUri === undefined ? {} : { redirectUri }),
  };
}

function waysFindings(body: PresentationRequest, configuration: Configuration, profile: ProfileName) {
  if (body.response_type === 'dc-api') return dcApiFindings(body, configuration, profile);
  if (body.response_type === 'button') return buttonFindings(body, configuration);
  return [...linkFindings(body), ...(isHighAssurance(profile) ? haipFindings(body) : [])];
}

function waysOptions(
  body: PresentationRequest,
  configuration: Configuration,
): Pick<RequestOptions, 'responseMode' | 'shownBy'> {
  const { linkModes } = requestProfile(configuration.profile);
  if (body.response_type === 'dc-api') {
    const { responseMode, origins } = dcApiOptions(body, configuration);
    return { responseMode, shownBy: { way: 'dc-api', origins } };
  }
  if (body.response_type === 'button') {
    return { responseMode: linkModes[0], shownBy: buttonShown(body, configuration) };
  }
  const responseMode = linkModes.find((mode) => mode === body.response_mode) ?? linkModes[0];
  const { page } = configuration;
  const crossDevice = body.crossDevice === true ? { crossDevice: true as const } : {};
  return { responseMode, shownBy: { way: 'link', ...(page === undefined ? {} : { page }), ...crossDevice } };
}

/** What the profile of a configuration leaves no choice about. */
function profileFindings(
  { response_mode: mode, response_type: type, transaction_data: transactions = [] }: PresentationRequest,
  { profile }: Configuration,
  tenantProfile: ProfileName,
): readonly FieldError[] {
  if (profile === undefined) return [];
  const { signed, linkModes, keeps } = requestProfile(profile);
  return [
    ...(keeps === 'answer' && transactions.length > 0
      ? [{ pointer: '/transaction_data', detail: `Requests of profile ${profile} confirm no transactions` }]
      : []),
    // HAIP 1.0, 5: signed requests
    ...(!signed && isHighAssurance(tenantProfile)
      ? [
          {
            pointer: '/requestId',
            detail: `Requests of profile ${profile} are not signed, and a tenant of profile ${tenantProfile} sends only signed ones`,
          },
        ]
      : []),
    ...(mode === undefined || type === 'dc-api' || linkModes.some((one) => one === mode)
      ? []
      : [
          {
            pointer: '/response_mode',
            detail: `Requests of profile ${profile} have the mode ${linkModes.join(' or ')}`,
          },
        ]),
  ];
}

/** A proof comes through the Digital Credentials API, and something must verify it. */
function proofFindings(
  { response_type: type, redirectUri, crossDevice }: PresentationRequest,
  { zeroKnowledge }: Configuration,
  verifier: string | undefined,
): readonly FieldError[] {
  if (zeroKnowledge === undefined) return [];
  const onPage = type === 'dc-api' || (type === 'button' && redirectUri === undefined && crossDevice !== true);
  return [
    ...(onPage
      ? []
      : [
          {
            pointer: '/response_type',
            detail: 'A zero-knowledge proof comes only through the Digital Credentials API',
          },
        ]),
    ...(verifier === undefined
      ? [{ pointer: '/requestId', detail: 'Nothing here verifies zero-knowledge proofs: set ZK_VERIFIER_URL' }]
      : []),
  ];
}

/** A link or QR code: responses come to the response endpoint. */
function linkFindings({ response_mode: mode, origin }: PresentationRequest): readonly FieldError[] {
  return [
    ...(mode?.startsWith('dc_api') === true
      ? [{ pointer: '/response_mode', detail: 'dc_api and dc_api.jwt belong to the response_type dc-api' }]
      : []),
    ...(origin === undefined
      ? []
      : [{ pointer: '/origin', detail: 'origin belongs to the response_types dc-api and button' }]),
  ];
}

/** HAIP 1.0, 5 and 5.1: encrypted responses, and the user returns to the browser that started the request. */
function haipFindings({ response_mode: mode, crossDevice, redirectUri }: PresentationRequest): readonly FieldError[] {
  const clear = { pointer: '/response_mode', detail: 'The profile haip requires encrypted responses' };
  const noWayBack = {
    pointer: '/redirectUri',
    detail: 'A tenant of profile haip needs redirectUri, or crossDevice: true for a request on another screen',
  };
  return [
    ...(mode === 'direct_post' ? [clear] : []),
    ...(redirectUri === undefined && crossDevice !== true ? [noWayBack] : []),
  ];
}

/** Checks the address that a wallet opens in a browser: no script there (VP 1.0, 8.2), no host outside `allowed`. */
function redirectFindings(uri: string, allowed: readonly string[]): readonly FieldError[] {
  const pointer = '/redirectUri';
  if (!isReturnAddress(uri)) {
    return [{ pointer, detail: 'redirectUri is an https URL, a loopback address or a private scheme' }];
  }
  return leadsTo(uri, allowed) ? [] : [{ pointer, detail: 'The host of redirectUri is not in REDIRECT_ALLOW' }];
}
