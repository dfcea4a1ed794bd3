/** A readable description of a wallet's habits: for documents, and for reports on why a wallet fails. Pure. */
import type { WalletHabits, WellKnownForm } from './wallet-habits.ts';

export interface DescribedHabits {
  /** What it sends, and what it leaves out. */
  readonly sends: readonly string[];
  /** What it refuses. */
  readonly refuses: readonly string[];
}

export function describeHabits(habits: WalletHabits): DescribedHabits {
  return {
    sends: [
      ...metadataLines(habits),
      ...authorizationLines(habits),
      ...attestationLines(habits),
      ...credentialLines(habits),
      ...encryptionLines(habits),
      ...(habits.presentation.requestMethod === 'post' ? ['posts for a request object if the link allows it'] : []),
      ...(habits.presentation.nearestAge === true ? ['responds to `age_over_NN` with the nearest age it has'] : []),
      ...(habits.dropsRefreshToken ? ['drops the refresh token if a token response does not repeat it'] : []),
    ],
    refuses: [...statusLines(habits), ...demandLines(habits)],
  };
}

const PLACES: Readonly<Record<WellKnownForm, string>> = {
  inserted: 'between host and path',
  appended: 'behind the path',
};

function metadataLines({ metadata }: WalletHabits): readonly string[] {
  const places = metadata.issuer.map((form) => PLACES[form]).join(', then ');
  const servers = metadata.server.map(([form, name]) => `${form} \`${name}\``).join(', then ');
  const accept = metadata.accept === undefined ? [] : [`\`Accept: ${metadata.accept}\``];
  return [`looks for issuer metadata ${places}; for the server's: ${servers}`, ...accept];
}

function authorizationLines({ authorization, namesClient }: WalletHabits): readonly string[] {
  const { begins, asks, resource, dropsVerifier } = authorization;
  return [
    begins === 'challenge' ? 'starts at the challenge endpoint if there is one' : 'starts with PAR',
    asks === 'scope' ? 'asks by `scope`' : 'asks by `authorization_details`',
    ...(resource === true ? ['`resource` contains the credential issuer'] : []),
    ...(dropsVerifier === true ? ['no `code_verifier` after a presentation'] : []),
    ...(namesClient ? [] : ['no `client_id` if it is attested']),
  ];
}

function attestationLines({ attested, pop, challenge, proof, attestation }: WalletHabits): readonly string[] {
  if (!attested) return [];
  const more = [pop.iss && 'iss', pop.nbf && 'nbf', pop.exp && 'exp', pop.key && 'cnf'].filter((name) => name);
  const forms = { one_jwt: 'one `jwt`', jwt_each: 'a `jwt` for each key', attestation: 'only the key attestation' };
  const names = { kid_0: ', `kid` "0"', jwk: ', `jwk`', none: '' };
  return [
    'client attestation',
    ...(more.length === 0 ? [] : [`its proof of possession has ${more.map((name) => `\`${name}\``).join(', ')}`]),
    challenge === 'per_request' ? 'a challenge for each request' : 'keeps a challenge until a header renews it',
    ...(attestation.iss === true ? ['`iss` and `nbf` in the attestation'] : []),
    `attested proofs: ${forms[proof.form]}${names[proof.key]}`,
  ];
}

function credentialLines({ credential }: WalletHabits): readonly string[] {
  const { names, adds, singleProof, nonceOfAnswer, nonceType, keys } = credential;
  const named = {
    as_token: [],
    configuration: ['requests only by `credential_configuration_id`'],
    identifier: ['requests only by `credential_identifier`'],
    type: ['requests by the type of the credential, as drafts did'],
  };
  return [
    ...named[names],
    ...(adds.length === 0 ? [] : [`adds ${adds.map((name) => `\`${name}\``).join(', ')}`]),
    ...(singleProof === true ? ['the single `proof` of drafts'] : []),
    ...(nonceOfAnswer === true ? ['a second request uses the nonce from the first response'] : []),
    ...(nonceType === undefined ? [] : [`\`Content-Type: ${nonceType}\` in the nonce request, which has no body`]),
    ...(keys === 'batch' ? ['as many proofs as `batch_size`'] : []),
  ];
}

function encryptionLines({ encryption }: WalletHabits): readonly string[] {
  if (!encryption.asks) return [];
  const header = { own_jwk: ', with its `jwk` in the header', cty: ', `cty: json`', none: '' }[
    encryption.header ?? 'none'
  ];
  return [
    `encrypts if offered${header}`,
    ...(encryption.compresses ? ['compresses requests'] : []),
    ...(encryption.asksCompressed ? ['requests compressed responses'] : []),
  ];
}

function statusLines({ statuses, presentation }: WalletHabits): readonly string[] {
  const listed = Object.entries({ ...statuses, response: presentation.statuses });
  const exact = listed.flatMap(([step, codes]) => (codes === undefined ? [] : [`${step} ${codes.join(' or ')}`]));
  return exact.length === 0 ? [] : [`other statuses than ${exact.join(', ')}`];
}

function demandLines({ metadata, credential, presentation }: WalletHabits): readonly string[] {
  const pair = {
    always: ['response encryption without request encryption'],
    where_required: ['required response encryption without request encryption'],
    never: [],
  };
  return [
    ...(metadata.demandsKeyAttestations ? ['metadata with a proof type without `key_attestations_required`'] : []),
    ...pair[metadata.demandsRequestEncryption],
    ...(metadata.demandsAlgorithmLists ? ['client attestation without both lists of algorithms'] : []),
    ...(metadata.demandsOneIssuerInfo ? ['`issuer_info` with two entries'] : []),
    ...(metadata.demandsIssuer ? ['signed metadata without `iss`'] : []),
    ...(credential.names === 'identifier' ? ['a token without `credential_identifiers`'] : []),
    ...(credential.refusesNotificationOfDeferred === true ? ['a deferred response with `notification_id`'] : []),
    ...(presentation.formats === undefined
      ? []
      : [`credentials of other formats than ${presentation.formats.map((format) => `\`${format}\``).join(', ')}`]),
    ...(presentation.encryptedRequest === 'demanded' ? ['an unencrypted request if it asks with POST'] : []),
    ...(presentation.refusesUnusedEncryption === true
      ? ['a request that lists encryptions for an unencrypted response']
      : []),
  ];
}
