/** Whether an authorization goes by a presentation. */
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Received } from '../client/received.ts';
import type { Configuration } from '../configuration/listed-configuration.ts';
import {
  presentationNeeded,
  presentationNeededFor,
  presentConfigurations,
} from '../configuration/presentation-needed.ts';
import type { RequiredPresentation } from '../configuration/required-presentation.ts';
import type { FoundSession } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import type { RequestedConfigurations } from './offer-checks.ts';

/**
 * A pre-authorized code bypasses presentations. An offer that requires one is refused, but a configuration may have been
 * changed after the offer.
 * @throws ProtocolError `invalid_grant`, `access_denied`
 */
export async function checkNoPresentation({
  configurations,
  request,
  found,
}: Pick<Received, 'configurations' | 'request'> & { readonly found: FoundSession }): Promise<{
  /** The current version of the offered configurations. */
  readonly offeredNow: readonly Configuration[];
}> {
  const ids = found.session.issuance.configurationIds;
  const offeredNow = await presentConfigurations(configurations, request.tenant, ids);
  if (presentationNeeded(offeredNow) !== undefined) {
    const facts = { configurationIds: ids };
    throw new ProtocolError('invalid_grant', 'The offered credential now requires a presentation', {
      reason: 'offer_needs_presentation',
      facts,
    });
  }
  return { offeredNow };
}

/**
 * Finds the presentation that the offer requires first; at most one is supported.
 * @throws ProtocolError `access_denied`
 */
export async function checkPresentationOfOffer({
  configurations,
  request,
  session,
}: Pick<Received, 'configurations' | 'request'> & { readonly session: IssuanceSession }): Promise<{
  readonly neededByOffer: RequiredPresentation | undefined;
}> {
  const ids = session.issuance.configurationIds;
  return { neededByOffer: await presentationNeededFor(configurations, request.tenant, ids) };
}

/**
 * Finds the presentation that the pushed request requires first; at most one is supported. A request_uri belongs to one
 * request, so the transition authorizes exactly these configurations.
 * @throws ProtocolError `access_denied`
 */
export async function checkPushedPresentation({
  configurations,
  request,
  found,
}: Pick<Received, 'configurations' | 'request'> & { readonly found: FoundSession }): Promise<{
  readonly required: RequiredPresentation | undefined;
  /** The current version of the pushed configurations. */
  readonly pushed: readonly Configuration[];
}> {
  const { progress } = found.session.issuance;
  const ids = progress.state === 'pushed' ? progress.request.configurationIds : [];
  const pushed = await presentConfigurations(configurations, request.tenant, ids);
  return { required: presentationNeeded(pushed), pushed };
}

/**
 * Finds the presentation that the requested configurations require first; at most one is supported.
 * @throws ProtocolError `access_denied`
 */
export async function checkRequestedPresentation({
  configurations,
  request,
  requested,
}: Pick<Received, 'configurations' | 'request'> & RequestedConfigurations): Promise<{
  readonly required: RequiredPresentation | undefined;
}> {
  return { required: await presentationNeededFor(configurations, request.tenant, requested.ids) };
}
