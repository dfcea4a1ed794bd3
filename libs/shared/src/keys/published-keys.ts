/** The public keys of a tenant that verifiers read: of generated keys, of files, and of named sets. */
import { jwkThumbprint, publicJwkOf } from '../crypto/jwk.ts';
import type { PublishedKey, SigningAlgorithm, SigningJwk } from '../crypto/keys.ts';
import { algorithmOf, signingJwkOf } from '../crypto/signing-algorithm.ts';
import { notAfter } from '../crypto/x509.ts';
import type { Clock } from '../kernel/clock.ts';
import type { KeyDocument } from '../model/keys/key-documents.ts';
import { type KeyState, keyStatesAt } from '../model/keys/key-states.ts';
import type { Store } from '../store/port.ts';
import { certificateOf } from './certificate-of.ts';
import { allGenerations } from './generated-keys.ts';
import type { GenerationNow, Generations } from './generations.ts';
import type { FindOperatorKey } from './operator-keys.ts';
import type { SetLeaves } from './set-leaves.ts';

export interface PublishedParts {
  readonly store: Store;
  readonly clock: Clock;
  readonly generations: Generations;
  readonly operatorKey: FindOperatorKey;
  readonly setLeaves: SetLeaves;
  /** Documents are cached for a while, so that a certificate is parsed once in that time. */
  readonly publicKeys: WeakMap<KeyDocument, PublishedKey>;
}

/** In order of importance: the active key, the next one, the earlier ones. */
const ORDER: readonly KeyState[] = ['active', 'pending', 'retiring'];

/** The active public key first, then those whose signatures may still need a check. */
export async function publishedKeys(parts: PublishedParts, tenant: string): Promise<readonly PublishedKey[]> {
  const given = await parts.operatorKey(tenant, 'credential');
  const all =
    given === undefined ? await parts.generations.of({ tenant, purpose: 'credential' }) : await replaced(parts, tenant);
  const generated = ORDER.flatMap((state) => all.filter((one) => one.state === state).reverse());
  const keys = generated.map(({ document }) => keyIn(parts, document));
  const leaves = (await parts.setLeaves(tenant, 'credential')).filter((leaf) => notAfter(leaf) >= parts.clock());
  const others = leaves.flatMap(({ publicKey }) => {
    const alg = algorithmOf(publicKey);
    return alg === undefined ? [] : [publishedKey(signingJwkOf(publicKey), alg)];
  });
  const provided = given === undefined ? [] : [publishedKey(given.publicJwk, given.alg)];
  return firstOfEach([...provided, ...keys, ...others]);
}

/** The generations that signed before the operator provided files; creates none. */
async function replaced(
  { store, clock }: PublishedParts,
  tenant: string,
): Promise<readonly Pick<GenerationNow, 'document' | 'state'>[]> {
  const documents = (await allGenerations(store, tenant, 'credential')).toReversed();
  const now = clock();
  const states = keyStatesAt(documents, now);
  return documents
    .map((document, index) => ({ document, state: states[index] ?? 'retired' }))
    .filter(({ document: { notAfter = 0, signedUntil = 0 } }) => Math.max(notAfter, signedUntil) >= now);
}

function firstOfEach(keys: readonly PublishedKey[]): readonly PublishedKey[] {
  return keys.filter(({ kid }, index) => keys.findIndex((one) => one.kid === kid) === index);
}

function keyIn({ publicKeys }: PublishedParts, document: KeyDocument): PublishedKey {
  const known = publicKeys.get(document);
  if (known !== undefined) return known;
  const key = publishedKey(publicJwkOf(certificateOf(document).publicKey), 'ES256');
  publicKeys.set(document, key);
  return key;
}

function publishedKey(jwk: SigningJwk, alg: SigningAlgorithm): PublishedKey {
  return { ...jwk, kid: jwkThumbprint(jwk), use: 'sig', alg };
}
