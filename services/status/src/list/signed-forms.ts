/**
 * The signed forms of one list in the memory of one process. Each is created when it is first requested, and kept until
 * the bits change, the key is replaced, or half of its lifetime has passed. Both share the compressed list.
 */
import type { KeyPurpose, SigningKey } from '@countersign/shared/crypto/keys';
import { deflateStatusList, type OwnBits } from '@countersign/shared/crypto/status-bits';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import { type BuiltToken, buildToken } from './build-token.ts';
import { type ListForm, SIGNED_BY } from './list-form.ts';
import type { StatusPlatform } from './status-platform.ts';

/** The current list. */
export interface PresentBits {
  /** May change as soon as a call has returned. */
  readonly list: Buffer;
  readonly bits: OwnBits;
  /** Grows with each change of the list, and with nothing else. */
  readonly revision: number;
}

export interface SignedForms {
  /** Reads the key for JWTs, and the key for CWTs if one was requested. @param keySet of the list */
  readKeys(keySet?: string): Promise<void>;
  /**
   * The list's token in a form. Call `readKeys` first.
   * @param present called once the key is available: its result is in the token, unless an equal list already has one
   */
  token(form: ListForm, present: () => PresentBits): Promise<BuiltToken>;
  /** Whether the form's cached token may still be served at that time, milliseconds. */
  isCurrent(form: ListForm, now: number): boolean;
}

interface Built {
  readonly revision: number;
  readonly key: SigningKey;
  /** Time (milliseconds) at which the token must be signed again. */
  readonly renewAt: number;
  readonly token: Promise<BuiltToken>;
}

/** @param of.signedAgain called when a token is signed again although the bits are the same */
export function createSignedForms(
  platform: StatusPlatform,
  of: { readonly tenant: string; readonly uri: string; readonly signedAgain: () => void },
): SignedForms {
  const { clock, keys, settings } = platform;
  const signers = new Map<ListForm, SigningKey>();
  const built = new Map<ListForm, Built>();
  let compressed: { readonly revision: number; readonly lst: Promise<Buffer> } | undefined;

  let set: string | undefined;
  const readKey = async (form: ListForm): Promise<SigningKey> => {
    const key = await signerOfList(keys, { tenant: of.tenant, purpose: SIGNED_BY[form], set });
    signers.set(form, key);
    return key;
  };
  const compress = ({ list, revision }: PresentBits): Promise<Buffer> => {
    if (compressed?.revision === revision) return compressed.lst;
    // The only copy of a full list (128 KiB a bit): it may change while a thread compresses.
    const made = { revision, lst: deflateStatusList(Buffer.from(list)) };
    compressed = made;
    made.lst.catch(() => {
      if (compressed === made) compressed = undefined;
    });
    return made.lst;
  };
  const build = (form: ListForm, key: SigningKey, present: PresentBits): Promise<BuiltToken> => {
    const now = clock();
    const token = buildToken(platform, form, { lst: compress(present), bits: present.bits, uri: of.uri, key, now });
    // A client that receives the token last has half of its lifetime left.
    const renewAt = now + (settings.STATUS_LIST_EXPIRY * 1000) / 2;
    const made: Built = { revision: present.revision, key, renewAt, token };
    built.set(form, made);
    token.catch(() => {
      if (built.get(form) === made) built.delete(form);
    });
    return token;
  };

  return {
    readKeys: async (keySet) => {
      set = keySet;
      // Without the key of mdocs there are still JWTs; the next request for a CWT reads the key again, and fails with its error.
      const ofMdocs = signers.has('cwt') ? [readKey('cwt').catch(() => signers.delete('cwt'))] : [];
      await Promise.all([readKey('jwt'), ...ofMdocs]);
    },
    token: async (form, present) => {
      const key = signers.get(form) ?? (await readKey(form));
      const found = present();
      const known = built.get(form);
      if (known?.revision === found.revision) {
        if (known.key.kid === key.kid && clock() < known.renewAt) return known.token;
        of.signedAgain();
      }
      return build(form, key, found);
    },
    isCurrent: (form, now) => now < (built.get(form)?.renewAt ?? Number.NEGATIVE_INFINITY),
  };
}

/**
 * The set's key. A set may have keys for one format only, or not exist: either no reader depends on that form, or the
 * tenant's key is better than no list.
 */
async function signerOfList(
  keys: StatusPlatform['keys'],
  { tenant, purpose, set }: { readonly tenant: string; readonly purpose: KeyPurpose; readonly set: string | undefined },
): Promise<SigningKey> {
  try {
    return await keys.signer(tenant, purpose, set);
  } catch (error) {
    const isUnknown = error instanceof ProtocolError && error.options.reason === 'key_set_unknown';
    if (!isUnknown) throw error;
    return keys.signer(tenant, purpose);
  }
}
