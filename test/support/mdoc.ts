/** Steps of tests with mdocs: a configuration, a held credential, a request, a response. */
import assert from 'node:assert/strict';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import type { MdocChange } from '@countersign/wallet/mdoc/device-response';
import { type Binding, redirectBinding } from '@countersign/wallet/presentation/binding';
import {
  type HeldCredential,
  type PresentationRequest,
  post,
  responseFields,
} from '@countersign/wallet/presentation/present';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import type { Answer } from '@countersign/wallet/sending/answer';
import { makeOffer, PRE_AUTHORIZED_FLOW, type ServerOfA } from './flows.ts';

export const CARD = 'org.example.card';
export const CARD_NAMESPACE = 'org.example.card.1';

/** Issuance of a card, without a `vct` and without a schema. */
export const cardConfiguration = {
  config: { format: 'mso_mdoc', doctype: CARD, scope: 'card', display: [{ name: 'Card', locale: 'en' }] },
  claims: { [CARD_NAMESPACE]: { family_name: 'Möbius', level: 7, age_over_21: true, since: '2020-01-02' } },
  element_types: { [CARD_NAMESPACE]: { since: 'full-date' } },
};

/** A query of the card. */
export const cardQuery = {
  id: 'card',
  format: 'mso_mdoc',
  meta: { doctype_value: CARD },
  claims: [{ path: [CARD_NAMESPACE, 'family_name'] }, { path: [CARD_NAMESPACE, 'since'] }],
};

/** What the backend reads of the card. */
export const cardValues = { [CARD_NAMESPACE]: { family_name: 'Möbius', since: '2020-01-02' } };

/** A presentation configuration for these credential queries. */
export function question(credentials: readonly object[], more: object = {}, sets?: readonly object[]): object {
  return {
    dcql_query: { credentials, ...(sets === undefined ? {} : { credential_sets: sets }) },
    registrationCert: { id: 'r', body: {} },
    ...more,
  };
}

export interface HeldCard extends HeldCredential {
  /** Session of its issuance. */
  readonly session: string;
}

/** A card in the hands of a wallet. */
export async function holdCard(server: ServerOfA): Promise<HeldCard> {
  const made = await makeOffer(server, { ...PRE_AUTHORIZED_FLOW, credentialConfigurationIds: ['card'] });
  const { answer, key } = await new Wallet({ issuer: server.url }).receive(made.uri);
  assert.equal(answer.status, 200, answer.text);
  return { credential: answer.json.credentials[0].credential, key, session: made.session };
}

/** The card as `vp_token` has it. @param change of the response; @param bound what the device signs for */
export function presentCard(
  held: HeldCredential,
  request: PresentationRequest,
  change: MdocChange = {},
  bound: Binding = redirectBinding(request),
): string {
  return presentMdoc(held, bound.transcript, change);
}

/** Posts presentations as the response to a request. */
export async function answerWith(
  request: PresentationRequest,
  vpToken: Readonly<Record<string, readonly string[]>>,
): Promise<Answer> {
  return post(request.response_uri, responseFields(request, vpToken));
}
