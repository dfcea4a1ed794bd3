/**
 * The entries of a new request for the Digital Credentials API: the client identifiers that it is signed for, and the
 * forms to send.
 */
import type { SigningKey } from '@countersign/shared/crypto/keys';
import { isHighAssurance, type Requirements } from '@countersign/shared/flow-config/tenant-profile';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { clientIdentifier } from '@countersign/shared/openid4vp/verifier-identity';
import type { Configuration } from '../query/configurations.ts';
import type { AskingIsoMdoc } from './dc-api-iso-mdoc.ts';
import { type DigitalRequest, digitalRequests } from './dc-api-protocols.ts';
import type { RequestSigner, SignedDcApiContent } from './dc-api-request.ts';

export interface DcApiEntries {
  readonly configuration: Configuration;
  readonly required: Pick<Requirements, 'profile' | 'clientIdPrefix'>;
  /** Absent for a profile with unsigned requests. */
  readonly key: SigningKey | undefined;
  /** Identifier of the tenant's issuer. Its host follows `x509_san_dns`. */
  readonly issuer: string;
  readonly content: SignedDcApiContent;
  /** Set if the request also has an entry for the protocol `org-iso-mdoc`. */
  readonly isoMdoc?: AskingIsoMdoc;
}

/**
 * Creates the entries, the signed one first.
 * @throws ProtocolError `invalid_request` if several signatures are requested but the certificate has no host name
 */
export function dcApiEntries(entries: DcApiEntries): Promise<readonly DigitalRequest[]> {
  const { configuration, required, key, issuer, content, isoMdoc } = entries;
  const iso = isoMdoc === undefined ? {} : { isoMdoc };
  if (key === undefined) return digitalRequests({ ...content, key, signers: [], unsigned: false, ...iso });
  const { dcApiRequests: forms } = configuration;
  const signer: RequestSigner = { clientId: clientIdentifier(required, key, issuer), x5c: key.x5c };
  const signers = forms.includes('multisigned') ? [signer, secondSigner({ ...entries, key })] : [signer];
  // ETSI TS 119 472-2, 6.5: EU wallets accept only signed requests.
  const unsigned = forms.includes('unsigned') && !isHighAssurance(required.profile);
  return digitalRequests({ ...content, key, signers, unsigned, ...iso });
}

/** The other client identifier of the same certificate. */
function secondSigner({
  configuration,
  required,
  key,
  issuer,
}: DcApiEntries & { readonly key: SigningKey }): RequestSigner {
  const clientIdPrefix = required.clientIdPrefix === 'x509_hash' ? 'x509_san_dns' : 'x509_hash';
  try {
    return { clientId: clientIdentifier({ clientIdPrefix }, key, issuer), x5c: key.x5c };
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const detail =
      'dcApiRequests of this configuration includes multisigned: the request certificate must contain the host of PUBLIC_URL';
    throw new ProtocolError('invalid_request', 'The presentation request is not valid', {
      cause,
      reason: 'presentation_request',
      facts: { configurationId: configuration.id },
      errors: [{ pointer: '/requestId', detail }],
    });
  }
}
