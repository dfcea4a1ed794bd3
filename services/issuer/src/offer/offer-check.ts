/** Checks an offer beyond its shape, so that the backend receives the error now, instead of the wallet later. */
import { setImmediate as turn } from 'node:timers/promises';
import { webhookRuleFindings } from '@countersign/shared/flow-config/webhook-config';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { didYouMean } from '@countersign/shared/kernel/nearest-name';
import type { OfferRequest } from '@countersign/shared/messages/offer-request';
import { claimRules } from '../configuration/claim-rules.ts';
import { offeredIssuance } from '../configuration/claims.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import type { SignerPlace } from '../configuration/mdoc-elements.ts';
import { payloadFinding } from '../configuration/payload-check.ts';
import { type Requirement, requiredPresentation } from '../configuration/required-presentation.ts';
import { checkBudget } from '../schema/claims-schema.ts';
import { demandsSignIn, signInFindings } from './offered-sign-in.ts';

/** Seconds. */
const HOUR = 3600;

export interface OfferCheck {
  readonly body: OfferRequest;
  readonly configurations: readonly Configuration[];
  readonly issuer: string;
  /** By index of the configuration: why its presentation configuration can't be used. */
  readonly unusable: ReadonlyMap<number, string>;
  /** By configuration id: the place that its claims must contain. */
  readonly places: ReadonlyMap<string, SignerPlace>;
  /** Whether users can sign in at this tenant. */
  readonly hasProvider: boolean;
  /** Setting OUTBOUND_ALLOW. */
  readonly allow: readonly string[];
  /** Milliseconds. */
  readonly now: number;
}

/** @throws ProtocolError `invalid_request` with all errors */
export async function checkOffer(check: OfferCheck): Promise<void> {
  const { body, configurations } = check;
  const requirement = requiredPresentation(configurations);
  const errors = [
    ...checkKeys(body, 'claims', configurations),
    ...checkKeys(body, 'lifetimes', configurations),
    ...checkGivenClaims(body, configurations),
    ...checkLifetimes(check),
    ...checkFlow(body),
    ...checkRedemptions(body),
    ...checkAlone(configurations),
    ...checkProviders(configurations),
    ...checkPresentation(check, requirement.kind),
    ...signInFindings(check),
    ...(body.notifyWebhook === undefined ? [] : webhookRuleFindings(body.notifyWebhook, '/notifyWebhook', check.allow)),
  ];
  if (errors.length > 0) throw refusedOffer(errors);
  const unfit = await findUnfit(check);
  if (unfit.length > 0) throw refusedOffer(unfit);
}

/** Checks claims against schemas and frames, within one time budget. Other requests run between two configurations; signing checks again. */
async function findUnfit(check: OfferCheck): Promise<readonly FieldError[]> {
  const { body, issuer, now } = check;
  const [budget, offered] = [checkBudget(), offeredIssuance(body)];
  const unfit: FieldError[] = [];
  for (const [index, configuration] of check.configurations.entries()) {
    if (hasClaimsLater(configuration, check)) continue;
    if (index > 0) await turn();
    const place = check.places.get(configuration.id);
    const about = { configuration, offered, budget, ...(place === undefined ? {} : { place }) };
    const finding = payloadFinding(issuer, now, about);
    if (finding !== undefined) {
      const pointer = `/claims/${configuration.id}${finding.pointer}`;
      unfit.push({ pointer, detail: `The claims do not match the configuration: ${finding.detail}` });
    }
  }
  return unfit;
}

/** Whether a webhook or a sign-in provides the claims later, so that there is nothing to check yet. */
function hasClaimsLater(configuration: Configuration, check: OfferCheck): boolean {
  const { body } = check;
  const given = body.claims !== undefined && Object.hasOwn(body.claims, configuration.id);
  if (configuration.attributeProvider !== undefined) return true;
  if (demandsSignIn(check) && !given) return true;
  if (configuration.presentationDuringIssuance === undefined) return false;
  return body.webhook !== undefined || configuration.claimsWebhook !== undefined;
}

/** One call returns the claims of an offer. */
function checkProviders(configurations: readonly Configuration[]): FieldError[] {
  const providers = new Set(configurations.flatMap(({ attributeProvider }) => attributeProvider ?? []));
  const needs = configurations.some(({ presentationDuringIssuance }) => presentationDuringIssuance !== undefined);
  if (providers.size === 0 || (providers.size === 1 && !needs)) return [];
  const detail = 'The configurations of one offer have at most one attribute provider, and then no presentation';
  return [{ pointer: '/credentialConfigurationIds', detail }];
}

function checkPresentation({ body, allow, unusable }: OfferCheck, kind: Requirement['kind']): FieldError[] {
  if (kind === 'none') {
    return body.webhook === undefined
      ? []
      : [{ pointer: '/webhook', detail: 'No configuration of this offer requires a presentation' }];
  }
  const several = 'The configurations of one offer name at most one presentation and one claims webhook';
  return [
    ...(kind === 'several' ? [{ pointer: '/credentialConfigurationIds', detail: several }] : []),
    ...(body.flow === 'pre_authorized_code'
      ? [{ pointer: '/flow', detail: 'A presentation is possible in the flow authorization_code only' }]
      : []),
    ...(body.webhook === undefined ? [] : webhookRuleFindings(body.webhook, '/webhook', allow)),
    ...[...unusable].map(([index, detail]) => ({ pointer: `/credentialConfigurationIds/${index}`, detail })),
  ];
}

function checkKeys(
  body: OfferRequest,
  field: 'claims' | 'lifetimes',
  configurations: readonly Configuration[],
): FieldError[] {
  const offered = new Set(configurations.map(({ id }) => id));
  return Object.keys(body[field] ?? {})
    .filter((id) => !offered.has(id))
    .map((id) => ({
      pointer: `/${field}/${id}`,
      detail: `"${id}" is not among credentialConfigurationIds${didYouMean(id, offered)}`,
    }));
}

function checkGivenClaims(
  { claims: given = {} }: OfferRequest,
  configurations: readonly Configuration[],
): FieldError[] {
  return Object.entries(given).flatMap(([id, claims]) => {
    const { format = 'dc+sd-jwt' } = configurations.find((one) => one.id === id) ?? {};
    return claimRules[format].reserved(claims, `/claims/${id}`);
  });
}

function checkLifetimes({ body, configurations }: OfferCheck): FieldError[] {
  return Object.entries(body.lifetimes ?? {}).flatMap(([id, value]) => {
    const one = configurations.find((configuration) => configuration.id === id);
    const { longestTrigger = 0, withoutStatus, rules: { timeUnit = 0 } = {} } = one ?? {};
    const pointer = `/lifetimes/${id}`;
    if (withoutStatus !== undefined && value > withoutStatus) {
      const detail = `Credentials of this configuration have no status: they live ${withoutStatus} s (${withoutStatus / HOUR} hours) at most`;
      return [{ pointer, detail }];
    }
    if (value < timeUnit) return [{ pointer, detail: `Their times are multiples of ${timeUnit} s: use at least that` }];
    if (value > longestTrigger) return [];
    return [{ pointer, detail: `The reuse policy replaces credentials ${longestTrigger} s before their end` }];
  });
}

function checkFlow(body: OfferRequest): FieldError[] {
  if (body.tx_code === undefined || body.flow === 'pre_authorized_code') return [];
  return [{ pointer: '/tx_code', detail: 'A transaction code belongs to the flow pre_authorized_code' }];
}

function checkRedemptions({ redemptions = 1, flow }: OfferRequest): FieldError[] {
  if (redemptions === 1 || flow !== 'pre_authorized_code') return [];
  const detail = 'A pre-authorized code is used once: several redemptions need the flow authorization_code';
  return [{ pointer: '/redemptions', detail }];
}

/** EU age verification profile, annex A: the offer of such a type has one configuration. */
function checkAlone(configurations: readonly Configuration[]): FieldError[] {
  if (configurations.length < 2) return [];
  return configurations.flatMap((configuration, index) =>
    configuration.rules === undefined
      ? []
      : [
          {
            pointer: `/credentialConfigurationIds/${index}`,
            detail: `Wallets accept an offer of ${configuration.id} only without other configurations`,
          },
        ],
  );
}

/** The error for the backend, with every problem. */
export function refusedOffer(errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', 'The offer request is not valid', { errors, reason: 'offer_request' });
}
