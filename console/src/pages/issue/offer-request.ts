/** The form of an offer, and the resulting request. Pure. */
import type { FieldFinding } from '../../api/problem.ts';
import type { CredentialConfiguration } from '../../parts/flow/configuration.ts';
import { type Draft, draftOf, isShownBy, type Mistake, readDraft } from '../../parts/form/form-draft.ts';
import { type FormNode, formOf, type Json } from '../../parts/form/form-node.ts';

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

/** Claims that the service sets (SD-JWT VC, 3.2.2). */
const OF_SERVICE = ['iss', 'iat', 'nbf', 'exp', 'cnf', 'vct', 'status', '_sd', '_sd_alg', '...'];

const JSON_NODE: FormNode = { kind: 'json', label: '' };

/** A configuration's form before anything is typed, with its own claims as an example. */
export function newOffer(configuration: CredentialConfiguration): OfferForm {
  const { claims = {}, presentation_during_issuance: presented, sign_in: signIn } = configuration;
  const node = fieldsOf(configuration);
  const asJson = node.kind === 'json' || !isShownBy(node, claims);
  return {
    configuration,
    ownClaims: presented?.webhook === undefined && signIn !== true,
    asJson,
    draft: draftOf(asJson ? JSON_NODE : node, claims),
    flow: presented !== undefined || signIn === true ? 'authorization_code' : 'pre_authorized_code',
    txCode: false,
    reference: '',
  };
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
  return Object.fromEntries(inClaims.map(({ pointer, detail }) => [pointer.slice(place.length), detail]));
}

function fieldsOf({ schema }: CredentialConfiguration): FormNode {
  return formOf(schema, { without: OF_SERVICE });
}
