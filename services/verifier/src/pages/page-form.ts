/**
 * An authorization page's request in its Digital Credentials API form. It shares the nonce and encryption key with the
 * link for the wallet. Proofs tell the two apart: those from the page contain its origin in their audience and
 * transcripts (OpenID4VP 1.0, A.4), those from the link contain the client identifier and the response endpoint.
 */
import { isoRequestInfo } from '@countersign/european-trust/tenant/registration-settings';
import type { SigningKey } from '@countersign/shared/crypto/keys';
import type { RegistrationRules } from '@countersign/shared/flow-config/registration-rules';
import { parseDcqlQuery } from '../query/dcql-query.ts';
import { isoMdocCoverage } from '../query/iso-mdoc-query.ts';
import { ISO_MDOC } from '../query/iso-mdoc-request.ts';
import type { AskingIsoMdoc } from '../request/dc-api-iso-mdoc.ts';
import { type DigitalRequest, digitalRequests } from '../request/dc-api-protocols.ts';
import { requestProfile } from '../request/request-profile.ts';
import type { SealedRequest } from '../request/sealed-request.ts';
import { zkInfo } from '../zk/circuits.ts';

/** A page's request, for checking responses to that page. */
export interface PageForm extends SealedRequest {
  readonly dcApi: NonNullable<SealedRequest['dcApi']>;
}

/** The form for the page, which needs no way back; undefined if no page uses the request. */
export function pageForm({ page, redirectUri: _, ...request }: SealedRequest): PageForm | undefined {
  if (page === undefined) return undefined;
  const { origin, isoMdoc } = page;
  const { pageProtocols } = requestProfile(request.profile);
  const protocols = pageProtocols.filter((protocol) => protocol !== ISO_MDOC || isoMdoc !== undefined);
  const dcApi = { origins: [origin], protocols, ...(isoMdoc === undefined ? {} : { isoMdoc }) };
  return { ...request, responseMode: 'dc_api.jwt', dcApi };
}

export interface PageEntries {
  readonly form: PageForm;
  readonly nonce: string;
  /** The key of the request's client identifier; absent for a profile with unsigned requests. */
  readonly key: SigningKey | undefined;
  /** Milliseconds. */
  readonly now: number;
  /** End of the request, milliseconds. */
  readonly expiresAt: number;
  readonly rules: Pick<RegistrationRules, 'isoLabel'>;
}

/** The entries that the page hands to its browser, the signed one of OpenID4VP first. */
export function pageEntries({
  form,
  nonce,
  key,
  now,
  expiresAt,
  rules,
}: PageEntries): Promise<readonly DigitalRequest[]> {
  const { clientId, responseMode, dcqlQuery, transactionData, encryptionKey, registrationCertificate, dcApi } = form;
  const isoMdoc = askingIsoMdoc(form, rules);
  return digitalRequests({
    responseMode,
    nonce,
    dcqlQuery,
    transactionData,
    key,
    now,
    expiresAt,
    ...(encryptionKey === undefined ? {} : { encryptionKey }),
    ...(registrationCertificate === undefined
      ? {}
      : { verifierInfo: { format: 'registration_cert', data: registrationCertificate } }),
    expectedOrigins: dcApi.origins,
    signers: key === undefined ? [] : [{ clientId, x5c: key.x5c }],
    unsigned: false,
    ...(isoMdoc === undefined ? {} : { isoMdoc }),
  });
}

/** The stored request's part for `org-iso-mdoc`. */
function askingIsoMdoc(
  { dcApi: { isoMdoc: sent, origins }, registrationCertificate: data, registrationCwt: cwt, ...form }: PageForm,
  rules: PageEntries['rules'],
): AskingIsoMdoc | undefined {
  const parsed = parseDcqlQuery(form.dcqlQuery);
  if (!parsed.ok) throw new Error("A stored request's query cannot be parsed");
  const coverage = isoMdocCoverage(parsed.query, form.transactionData);
  const [origin] = origins;
  if (sent === undefined || origin === undefined || !coverage.covered) return undefined;
  const requestInfo = data === undefined ? zkInfo(form.zeroKnowledge) : isoRequestInfo({ data, cwt }, rules);
  return { sent, asked: coverage.asked, origin, requestInfo };
}
