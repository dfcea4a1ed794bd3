/** `POST` and `DELETE /key-sets`: keys whose certificates an authority issues, by certificate request. */
import { accessFindings } from '@countersign/european-trust/tenant/access-findings';
import { findingText } from '@countersign/european-trust/tenant/field-errors';
import { certificateRequestPem, type RequestedSubject } from '@countersign/shared/crypto/certificate-request';
import { publicJwkOf } from '@countersign/shared/crypto/jwk';
import { mayBeUsedFor } from '@countersign/shared/crypto/key-usage';
import type { KeyPurpose } from '@countersign/shared/crypto/keys';
import { certificateHost, coversHost, pemCertificates, x5cElement } from '@countersign/shared/crypto/x509';
import { bodyObject, type Operation, type OperationRequest, onBehalfOf } from '@countersign/shared/http/message';
import { placesOf } from '@countersign/shared/http/validate';
import { isoTime } from '@countersign/shared/kernel/clock';
import { type FieldError, ProtocolError } from '@countersign/shared/kernel/errors';
import { isObject, type JsonObject } from '@countersign/shared/kernel/json';
import { chainRefused } from '@countersign/shared/keys/key-set-errors';
import { createKeySets, type KeySets, type KeySetsOptions, type SetKey } from '@countersign/shared/keys/key-sets';
import { createOperatorKeys, KEY_SET, OperatorKeyError } from '@countersign/shared/keys/operator-keys';
import { noSigners } from '@countersign/shared/keys/signer';
import type { PurposeOfSet } from '@countersign/shared/keys/stored-sets';
import { DEFAULT_SET } from '@countersign/shared/model/keys/key-documents';
import { usedFrom } from '@countersign/shared/model/keys/key-states';
import type { Platform } from '@countersign/shared/runtime/service';
import type { TrustAnchors } from '@countersign/shared/trust/trust-anchors';
import { accessSubjectFindings } from './access-subject.ts';

export interface KeySetOperations {
  readonly begin: Operation;
  readonly install: Operation;
  readonly discard: Operation;
  readonly remove: Operation;
}

/** Signs for a set in turn. The automatic renewal of certificates calls it too. */
export function createTenantKeySets(platform: Platform, trustAnchors: TrustAnchors): KeySets {
  const chainFindings: KeySetsOptions['chainFindings'] = async (tenant, { purpose }, chain) => {
    const [leaf] = chain;
    if (leaf === undefined) return [];
    const required = platform.requirementsOf(tenant);
    if (purpose === 'credential' && !mayBeUsedFor('credential', leaf)) return [NO_SEAL];
    if (purpose !== 'request' && purpose !== 'metadata') return [];
    const host = certificateHost(platform.settings.PUBLIC_URL);
    const needsHost = purpose === 'request' && required.clientIdPrefix === 'x509_san_dns';
    if (needsHost && !coversHost(leaf, host)) return [`it must contain the host ${host.value}`];
    const authorities = (await trustAnchors(tenant, 'access-authorities')).map(({ certificate }) => certificate);
    const key = { x5c: chain.map(x5cElement), publicJwk: publicJwkOf(leaf.publicKey) };
    const { refused } = accessFindings({ key, authorities, rules: required.registration, now: platform.clock() });
    return refused.map((finding) => `${finding.pointer} ${findingText(finding)}`.trim());
  };
  return createKeySets({ ...platform, signers: platform.signers ?? noSigners, chainFindings });
}

const NO_SEAL = 'the key usage of its leaf must allow digital signatures or content commitment';

export function keySetOperations(platform: Platform, sets: KeySets): KeySetOperations {
  const { CONFIG_FOLDER: configFolder } = platform.settings;
  const files = createOperatorKeys({ configFolder, clock: platform.clock });
  const hasFiles = async (tenant: string, { set, purpose }: PurposeOfSet): Promise<boolean> => {
    try {
      return (await files(tenant, purpose, set === DEFAULT_SET ? undefined : set)) !== undefined;
    } catch (error) {
      if (error instanceof OperatorKeyError) return true;
      throw error;
    }
  };
  /** Keys in files take precedence, so a key generated next to them would never sign. */
  const checkNoFile = async (tenant: string, { set, purpose }: PurposeOfSet): Promise<void> => {
    if (!(await hasFiles(tenant, { set, purpose }))) return;
    throw new ProtocolError(
      'conflict',
      'The key is in files, which take precedence over keys created through the API',
      {
        reason: 'key_set_is_file',
        facts: { place: set === DEFAULT_SET ? `keys/${purpose}.key.pem` : `keys/${set}/${purpose}.key.pem` },
      },
    );
  };
  return {
    begin: async (request) => {
      const of = purposeIn(request);
      await checkNoFile(request.tenant, of);
      const subject = bodyObject(request) as JsonObject & RequestedSubject;
      const isEuropean = platform.requirementsOf(request.tenant).profile === 'eu';
      const errors = isEuropean ? accessSubjectFindings(of.purpose, subject) : [];
      if (errors.length > 0) throw subjectRefused(errors);
      const { key, csr } = await sets.begin(request.tenant, of, subject);
      return { body: { ...keyView(key), request: certificateRequestPem(csr) } };
    },
    install: async (request) => {
      const of = purposeIn(request);
      await checkNoFile(request.tenant, of);
      return { body: keyView(await sets.install(request.tenant, of, chainIn(request))) };
    },
    discard: async (request) => {
      await sets.discard(request.tenant, purposeIn(request), request.params.kid ?? '');
      return { body: {} };
    },
    remove: async (request) => {
      const of = purposeIn(request);
      const named = await configurationsWith(platform, request, of);
      if (named.length > 0) throw inUse(named);
      await sets.remove(request.tenant, of);
      return { body: {} };
    },
  };
}

function subjectRefused(errors: readonly FieldError[]): ProtocolError {
  return new ProtocolError('invalid_request', "Authorities would refuse the certificate request's subject", {
    reason: 'key_set_subject_invalid',
    facts: placesOf(errors),
    errors,
  });
}

const PURPOSES: readonly KeyPurpose[] = ['credential', 'request', 'metadata', 'mdoc'];

/** @throws ProtocolError `not_found` */
function purposeIn({ params }: OperationRequest): PurposeOfSet {
  const purpose = PURPOSES.find((one) => one === params.purpose);
  const { set = '' } = params;
  if (purpose !== undefined && KEY_SET.test(set)) return { set, purpose };
  throw new ProtocolError('not_found', 'Unknown key purpose, or this set name is not allowed', {
    reason: 'key_purpose_unknown',
  });
}

function chainIn(request: OperationRequest) {
  try {
    return pemCertificates(String(bodyObject(request).pem));
  } catch {
    throw chainRefused(['it contains a certificate that cannot be read']);
  }
}

/**
 * The configurations that sign with the set: presentation configurations their requests, credential configurations
 * their credentials.
 */
async function configurationsWith(
  { call }: Platform,
  request: OperationRequest,
  { set, purpose }: PurposeOfSet,
): Promise<readonly string[]> {
  if (purpose === 'metadata' || set === DEFAULT_SET) return [];
  const service = purpose === 'request' ? 'verifier' : 'issuer';
  const { body } = await call(`${service}.configuration.list`, onBehalfOf(request, { method: 'GET' }));
  const all = Array.isArray(body) ? body.filter(isObject) : [];
  return all.filter((one) => one.keys === set && isSignedFor(purpose, one)).map(({ id }) => String(id));
}

function isSignedFor(purpose: KeyPurpose, { config }: JsonObject): boolean {
  if (purpose === 'request') return true;
  return (isObject(config) && config.format === 'mso_mdoc') === (purpose === 'mdoc');
}

function inUse(named: readonly string[]): ProtocolError {
  return new ProtocolError('conflict', `Configurations use this key set: ${named.join(', ')}`, {
    reason: 'key_set_in_use',
    facts: { count: named.length },
  });
}

function keyView({ set, purpose, kid, state, document }: SetKey): JsonObject {
  const { certificate, createdAt } = document;
  return {
    set,
    purpose,
    kid,
    state,
    createdAt: isoTime(createdAt),
    ...(certificate === undefined ? {} : { usedFrom: isoTime(usedFrom(document)), chain: certificate }),
  };
}
