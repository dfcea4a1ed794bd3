/** The form of an offer, and the resulting request. Pure. */
import type { FieldFinding } from '../../api/problem.ts';
import { CLAIMS_OF_SERVICE, type CredentialConfiguration } from '../../parts/flow/configuration.ts';
import { type Draft, draftOf, isShownBy, type Mistake, readDraft } from '../../parts/form/form-draft.ts';
import { type FormNode, formOf, type Json } from '../../parts/form/form-node.ts';
import { withSample } from '../../parts/form/sample-schema.ts';
import { findingText } from '../../text/finding-text.ts';

export type Flow = 'pre_authorized_code' | 'authorization_code';

export interface OfferForm {
  readonly configuration: CredentialConfiguration;
  /** Send claims with the offer. Otherwise the claims come from the configuration, its webhook or the sign-in. */
  readonly ownClaims: boolean;
  /** Show the claims as one JSON field, instead of one field per claim. */
  readonly asJson: boolean;
  readonly draft: Draft;
  readonly flow: Flow;
  /** For a pre-authorized code: the wallet must also send a six-digit code. */
  readonly txCode: boolean;
  /** For finding the case again; may be empty. */
  readonly reference: string;
}

const JSON_NODE: FormNode = { kind: 'json', label: '' };

/** The form of a configuration before anything is typed. Nobody issues sample data with one click. */
export function newOffer(configuration: CredentialConfiguration): OfferForm {
  const { presentation_during_issuance: presented, sign_in: signIn } = configuration;
  const node = fieldsOf(configuration);
  return {
    configuration,
    ownClaims: presented?.webhook === undefined && signIn !== true,
    asJson: node.kind === 'json',
    draft: draftOf(node),
    flow: presented !== undefined || signIn === true ? 'authorization_code' : 'pre_authorized_code',
    txCode: false,
    reference: '',
  };
}

/** The form filled with the claims of the configuration, as JSON where the fields can't show them all. */
export function withSampleClaims(form: OfferForm): OfferForm {
  const { claims = {} } = form.configuration;
  const node = fieldsOf(form.configuration);
  const asJson = form.asJson || !isShownBy(node, claims);
  return { ...form, asJson, draft: draftOf(asJson ? JSON_NODE : node, claims) };
}

/** Whether the configuration has claims to fill in as a sample. */
export function hasSample({ configuration: { claims } }: OfferForm): boolean {
  return typeof claims === 'object' && claims !== null && Object.keys(claims).length > 0;
}

/** What is wrong with the claims now; empty if none are sent. */
export function claimMistakes(form: OfferForm): readonly Mistake[] {
  return form.ownClaims ? readDraft(claimsNode(form), form.draft).mistakes : [];
}

/** The fields of the claims in the current view. */
export function claimsNode({ configuration, asJson }: OfferForm): FormNode {
  return asJson ? JSON_NODE : fieldsOf(configuration);
}

/** Whether the claims have fields at all. */
export function hasFields({ configuration }: OfferForm): boolean {
  return fieldsOf(configuration).kind !== 'json';
}

/**
 * The other view of the claims, with the typed values.
 * @returns undefined if the fields can't show everything in the JSON
 */
export function otherView(form: OfferForm): OfferForm | undefined {
  const { value, mistakes } = readDraft(claimsNode(form), form.draft);
  const other = { ...form, asJson: !form.asJson };
  const node = claimsNode(other);
  if (!form.asJson) return { ...other, draft: draftOf(node, value ?? {}) };
  if (mistakes.length > 0 || !isShownBy(node, value ?? {})) return undefined;
  return { ...other, draft: draftOf(node, value ?? {}) };
}

/** The body of the offer, or what is wrong with the form. */
export function offerRequest(
  form: OfferForm,
):
  | { readonly body: Json; readonly mistakes?: undefined }
  | { readonly body?: undefined; readonly mistakes: readonly Mistake[] } {
  const { configuration, ownClaims, flow, txCode } = form;
  const reference = form.reference.trim();
  const { value = {}, mistakes } = readDraft(claimsNode(form), form.draft);
  if (ownClaims && mistakes.length > 0) return { mistakes };
  return {
    body: {
      response_type: 'qrcode',
      credentialConfigurationIds: [configuration.id],
      flow,
      ...(reference === '' ? {} : { state: reference }),
      ...(ownClaims ? { claims: { [configuration.id]: value } } : {}),
      ...(flow === 'pre_authorized_code' && txCode ? { tx_code: true } : {}),
    },
  };
}

/** The API's errors by their place in the claims. */
export function claimErrors(
  findings: readonly FieldFinding[],
  { configuration }: OfferForm,
): Readonly<Record<string, string>> {
  const place = `/claims/${configuration.id}`;
  const inClaims = findings.filter(({ pointer }) => pointer === place || pointer.startsWith(`${place}/`));
  return Object.fromEntries(inClaims.map(({ pointer, detail }) => [pointer.slice(place.length), findingText(detail)]));
}

function fieldsOf({ schema, claims }: CredentialConfiguration): FormNode {
  return formOf(withSample(schema, claims), { without: CLAIMS_OF_SERVICE });
}
