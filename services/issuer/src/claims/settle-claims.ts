/**
 * Settles the claims of a webhook: checks its response, and ends the issuance after the deadline or if there are no
 * claims. The event consumer, a credential request or a deferred request does it. Each decides only by the stored
 * document, and one compare-and-set wins.
 */
import { setImmediate as turn } from 'node:timers/promises';
import { type JsonObject, parseJson } from '@countersign/shared/kernel/json';
import { escapePointer } from '@countersign/shared/kernel/json-pointer';
import type { Vault } from '@countersign/shared/keys/vault';
import type { CheckedAnswer } from '@countersign/shared/model/session/claims';
import { currentClaims } from '@countersign/shared/model/session/issuance-attempt';
import type { Platform } from '@countersign/shared/runtime/service';
import type { OfferedIssuance } from '../configuration/claims.ts';
import type { Configurations } from '../configuration/configurations.ts';
import { signerPlace } from '../configuration/mdoc-signer.ts';
import { checkBudget } from '../schema/claims-schema.ts';
import { settleClaims } from '../session/ending-transitions.ts';
import { changeIssuance } from '../session/issuance-session.ts';
import type { IssuanceSession } from '../session/issuance-transition.ts';
import { webhookClaims } from './claims-answer.ts';
import { type ClaimsFinding, claimsFinding, findingText, NO_CLAIMS, reservedFinding } from './claims-finding.ts';
import { openOffered } from './offered-issuance.ts';

interface SettleDependencies {
  readonly platform: Platform;
  readonly configurations: Configurations;
}

/** @returns the session after the write; undefined if it was removed */
export type SettleClaims = (session: IssuanceSession) => Promise<IssuanceSession | undefined>;

/** Created once per process, so that concurrent requests of its callers cause one check. */
export function createSettleClaims(dependencies: SettleDependencies): SettleClaims {
  const { platform } = dependencies;
  /** By the sealed response. */
  const running = new Map<string, Promise<IssuanceSession | undefined>>();

  /**
   * The event and the wallet's request arrive at the same moment. One of the two checks the response, and both use its
   * result.
   */
  const settledOnce = (session: IssuanceSession, answer: string): Promise<IssuanceSession | undefined> => {
    const present = running.get(answer);
    if (present !== undefined) return present;
    const ended = checkAnswer(dependencies, session, answer)
      .then((checked) => settled(platform, session, checked))
      .finally(() => running.delete(answer));
    running.set(answer, ended);
    return ended;
  };

  return async (session) => {
    const before = currentClaims(session);
    // Nothing to decide, as in most issuances.
    if (before === undefined || before.state === 'ready') return session;
    if (before.state === 'answered') return settledOnce(session, before.answer);
    return settled(platform, session, undefined);
  };
}

async function settled(
  platform: Platform,
  session: IssuanceSession,
  checked: CheckedAnswer | undefined,
): Promise<IssuanceSession | undefined> {
  const changed = await changeIssuance(platform, session, (present) =>
    settleClaims(present, { checked, now: platform.clock() }),
  );
  return changed?.session;
}

/**
 * Checks reserved names and schemas in the webhook's response, for every configuration of the offer that it contains.
 */
async function checkAnswer(
  { platform, configurations }: SettleDependencies,
  session: IssuanceSession,
  sealed: string,
): Promise<CheckedAnswer> {
  const vault = await platform.vaults.of(session.tenant);
  const given = webhookClaims(parseJson(vault.open(sealed, `session/${session.id}/claims`)));
  const bad = (finding: ClaimsFinding): CheckedAnswer => ({
    answer: sealed,
    good: false,
    sealedDescription: reportInvalidClaims(platform, vault, { session, finding }),
  });
  if (given === undefined) return bad(NO_CLAIMS);
  const offered: OfferedIssuance = { ...openOffered(vault, session), webhook: given };
  const { tenant } = session;
  const budget = checkBudget();
  if (namesNoneOf(given, session))
    platform.log.warn('claims for a configuration that was not offered', { session: session.id, tenant });
  for (const id of session.issuance.configurationIds) {
    const claims = given[id];
    const configuration = await configurations.get(tenant, id);
    if (claims === undefined) {
      // No other claims are issued instead.
      if (configuration?.attributeProvider !== undefined) return bad(noClaimsFor(id));
      continue;
    }
    const finding =
      configuration === undefined
        ? reservedFinding(id, claims)
        : claimsFinding(platform, tenant, {
            configuration,
            offered,
            budget,
            ...(await signerPlace(platform, tenant, configuration)),
          });
    if (finding !== undefined) return bad(finding);
    // Other requests run between two schemas.
    await turn();
  }
  return { answer: sealed, good: true };
}

function noClaimsFor(configuration: string): ClaimsFinding {
  const detail = 'the attribute provider returned no claims for this configuration';
  return { pointer: `/${escapePointer(configuration)}`, detail, configuration };
}

export interface InvalidClaims {
  readonly session: IssuanceSession;
  readonly finding: ClaimsFinding;
  /** The response of a webhook. */
  readonly given?: Readonly<Record<string, JsonObject>> | undefined;
}

/**
 * Logs invalid claims.
 * @returns the error, sealed for the session
 */
export function reportInvalidClaims(
  { log }: Pick<Platform, 'log'>,
  vault: Vault,
  { session, finding, given }: InvalidClaims,
): string {
  const { id, tenant } = session;
  const { pointer, configuration } = finding;
  log.warn('claims refused', {
    session: id,
    tenant,
    pointer,
    ...(configuration === undefined ? {} : { configuration }),
  });
  const text = findingText(finding.named ?? finding);
  const more = given !== undefined && namesNoneOf(given, session) ? `; ${NONE_OFFERED}` : '';
  return vault.seal(`${text}${more}`, `session/${id}/claims-finding`);
}

const NONE_OFFERED = 'the response has no claims for any offered configuration';

function namesNoneOf(given: Readonly<Record<string, JsonObject>>, { issuance }: IssuanceSession): boolean {
  return !issuance.configurationIds.some((id) => Object.hasOwn(given, id));
}
