/** Operations for keys: list a tenant's keys with their states, and rotate them. */

import { X509Certificate } from 'node:crypto';
import type { SignerName } from '@countersign/shared/crypto/keys';
import { certificateFacts, certificateHost, notAfter } from '@countersign/shared/crypto/x509';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { systemRandom } from '@countersign/shared/kernel/random';
import {
  type AuthorityPurpose,
  allGenerations,
  type GeneratedKeysOptions,
  insertAuthority,
} from '@countersign/shared/keys/generated-keys';
import { createGenerations } from '@countersign/shared/keys/generations';
import type { Authority } from '@countersign/shared/keys/key-certificates';
import type { KeyRingOptions } from '@countersign/shared/keys/key-ring';
import { createKeySets } from '@countersign/shared/keys/key-sets';
import { createMdocIssuers } from '@countersign/shared/keys/mdoc-issuer';
import {
  createOperatorKeys,
  type FindOperatorKey,
  keySets,
  OperatorKeyError,
} from '@countersign/shared/keys/operator-keys';
import { noSigners } from '@countersign/shared/keys/signer';
import type { KeyDocument } from '@countersign/shared/model/keys/key-documents';
import { keyPurposes, type ListedPurpose } from '@countersign/shared/model/keys/key-documents';
import { type KeyState, keyStatesAt, nextGeneration, usedFrom } from '@countersign/shared/model/keys/key-states';
import { addEncryptionKey } from './encryption-keys.ts';

/** Where the private key is: with a signer, as `SignerName`, or in a file of the operator; or it was erased. */
export type PrivateKeyPlace = SignerName | 'file' | 'erased';

export interface ListedCertificate {
  readonly subject: string;
  /** In hexadecimal. */
  readonly sha256: string;
  /** Milliseconds. */
  readonly notAfter: number;
  readonly pem: string;
}

export interface ListedKey {
  readonly state: KeyState | 'requested';
  readonly kid: string;
  readonly privateKey: PrivateKeyPlace;
  /** Milliseconds; undefined for an operator's key. */
  readonly createdAt?: number;
  readonly usedFrom?: number;
  /** If the key waits for its certificate: the certificate request in PEM. */
  readonly request?: string;
  readonly certificate?: ListedCertificate;
}

/**
 * `files`: the operator replaces them; `with_credential`: the credential key signs here; `certificate_request`: by an
 * authority.
 */
export type RotationBy = 'call' | 'files' | 'with_credential' | 'certificate_request';

export interface ListedKeys {
  readonly purpose: ListedPurpose;
  /** The named set of the operator's keys, if it belongs to one. */
  readonly set?: string;
  readonly rotation: RotationBy;
  /** Oldest first. */
  readonly keys: readonly ListedKey[];
  /** Why the operator's files cannot be used, with the file's name. */
  readonly broken?: string;
}

export interface KeyOperations {
  /** Creates no key: a purpose whose key was never used has no entry. */
  list(tenant: string): Promise<readonly ListedKeys[]>;
  /**
   * Adds the next key, which is published immediately and used later. Has no effect while another key is waiting to be
   * used.
   * @returns that key
   * @throws ProtocolError `conflict` for a purpose whose key is not generated
   */
  rotate(tenant: string, purpose: ListedPurpose): Promise<ListedKey>;
}

interface Parts extends GeneratedKeysOptions {
  readonly configFolder: string;
  readonly operatorKey: FindOperatorKey;
}

export function createKeyOperations(given: KeyRingOptions): KeyOperations {
  const { random = systemRandom, signers = noSigners } = given;
  const host = certificateHost(given.publicUrl);
  const options = { ...given, host, random, signers, mdocIssuerOf: createMdocIssuers(given) };
  const parts: Parts = { ...options, operatorKey: createOperatorKeys(options) };
  const generations = createGenerations(parts);
  const add = (tenant: string, purpose: Exclude<ListedPurpose, 'metadata'>): Promise<KeyDocument> => {
    if (purpose === 'encryption') return addEncryptionKey(parts, tenant);
    if (isAuthority(purpose)) return addAuthority(parts, { tenant, purpose });
    return generations.rotate({ tenant, purpose });
  };
  return {
    list: async (tenant) => {
      const own = await Promise.all(keyPurposes.map((purpose) => listed(parts, tenant, purpose)));
      const sets = keySets(parts.configFolder, tenant);
      const named = await Promise.all(
        sets.map(async (set) => ofSet(await ofFiles(parts, tenant, 'request', set), set)),
      );
      return [...own, ...named, ...(await ofRequests(parts, tenant))];
    },
    rotate: async (tenant, purpose) => {
      if ((await ofFiles(parts, tenant, purpose)) !== undefined) throw notGenerated('files', purpose);
      if (purpose === 'metadata') throw notGenerated('with_credential', purpose);
      const document = await add(tenant, purpose);
      return listedKey(document, usedFrom(document) > given.clock() ? 'pending' : 'active');
    },
  };
}

async function listed(parts: Parts, tenant: string, purpose: ListedPurpose): Promise<ListedKeys> {
  const files = await ofFiles(parts, tenant, purpose);
  if (purpose === 'metadata') return files ?? { purpose, rotation: 'with_credential', keys: [] };
  const documents = (await allGenerations(parts.store, tenant, purpose)).toReversed();
  const states = keyStatesAt(documents, parts.clock());
  const made = documents.map((document, index) => listedKey(document, states[index] ?? 'retired'));
  if (files === undefined) return { purpose, rotation: 'call', keys: made };
  // The operator's own key has replaced the generated ones.
  const replaced = made.map((key) => (key.state === 'retired' ? key : { ...key, state: 'retiring' as const }));
  return { ...files, keys: [...replaced, ...files.keys] };
}

/** A set without a request key signs no requests. */
function ofSet(files: ListedKeys | undefined, set: string): ListedKeys {
  const broken = `CONFIG_FOLDER has no keys/${set}/request.key.pem and request.chain.pem`;
  return { ...(files ?? { purpose: 'request', rotation: 'files', keys: [], broken }), set };
}

/** The key in the operator's files, if there are any. */
async function ofFiles(
  { operatorKey, configFolder }: Parts,
  tenant: string,
  purpose: ListedPurpose,
  set?: string,
): Promise<ListedKeys | undefined> {
  if (purpose === 'encryption' || isAuthority(purpose)) return undefined;
  try {
    const key = await operatorKey(tenant, purpose, set);
    if (key === undefined) return undefined;
    const [leaf = ''] = key.x5c;
    const certificate = listedCertificate(new X509Certificate(Buffer.from(leaf, 'base64')));
    const only = { state: 'active', kid: key.kid, privateKey: 'file', certificate } as const;
    return { purpose, rotation: 'files', keys: [only] };
  } catch (error) {
    if (!(error instanceof OperatorKeyError)) throw error;
    const broken = error.message.replace(configFolder, 'CONFIG_FOLDER');
    return { purpose, rotation: 'files', keys: [], broken };
  }
}

/** Adds a CA, which certifies new leaves 30 days later. Has no effect while another CA is waiting. */
async function addAuthority(parts: Parts, of: AuthorityPurpose): Promise<KeyDocument> {
  for (;;) {
    const [last] = await allGenerations(parts.store, of.tenant, of.purpose);
    const next = nextGeneration(last, parts.clock());
    const document = next === undefined ? last : await insertAuthority(parts, of, next, last);
    if (document !== undefined) return document;
  }
}

function isAuthority(purpose: ListedPurpose): purpose is Authority {
  return purpose === 'ca' || purpose === 'iaca';
}

function notGenerated(
  detail: Exclude<RotationBy, 'call' | 'certificate_request'>,
  purpose: ListedPurpose,
): ProtocolError {
  const description =
    detail === 'files'
      ? `The key is in files: replace keys/${purpose}.key.pem and keys/${purpose}.chain.pem together`
      : 'The key of credentials signs metadata: rotate that one';
  return new ProtocolError('conflict', description, { reason: 'key_not_generated', facts: { detail } });
}

/** Keys whose certificates came through the API, by set and purpose. */
async function ofRequests(parts: Parts, tenant: string): Promise<readonly ListedKeys[]> {
  const all = await createKeySets(parts).list(tenant);
  const names = [...new Set(all.map(({ set, purpose }) => `${set}/${purpose}`))];
  return names.flatMap((name) => {
    const keys = all.filter(({ set, purpose }) => `${set}/${purpose}` === name);
    const [first] = keys;
    if (first === undefined) return [];
    const listed = keys.map(({ document, state }) => listedKey(document, state));
    return [{ purpose: first.purpose, set: first.set, rotation: 'certificate_request', keys: listed } as const];
  });
}

function listedKey(document: KeyDocument, state: ListedKey['state']): ListedKey {
  const { kid = '', createdAt, heldBy, sealed, certificate } = document;
  return {
    state,
    kid,
    privateKey: heldBy?.signer ?? (sealed === '' ? 'erased' : 'local'),
    createdAt,
    ...(state === 'requested' ? { request: document.set?.request ?? '' } : { usedFrom: usedFrom(document) }),
    ...(certificate === undefined ? {} : { certificate: listedCertificate(new X509Certificate(certificate)) }),
  };
}

function listedCertificate(certificate: X509Certificate): ListedCertificate {
  return { ...certificateFacts(certificate), notAfter: notAfter(certificate), pem: certificate.toString() };
}
