/**
 * Keys in a PKCS#11 token, such as a hardware security module. They are created in the token and cannot leave it. The
 * module `pkcs11js` is only compiled and loaded if this signer is used (`npm run pkcs11`).
 */
import { createHash, createPublicKey, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { MadeKey, NewKey, Signer } from './signer.ts';

export interface Pkcs11SignerOptions {
  /** File of the manufacturer's library. */
  readonly module: string;
  /** Label of the token. */
  readonly token: string;
  /** PIN of its user. */
  readonly pin: string;
  /** Folder with `node_modules/pkcs11js`. */
  readonly binding: string;
  /** Number of sessions, and of concurrent calls. Each call occupies a libuv thread, of which there are four. */
  readonly sessions: number;
}

/** The part of pkcs11js that is used. Handles are buffers. */
interface Pkcs11 {
  load(path: string): void;
  C_Initialize(options: { readonly flags: number }): void;
  C_Finalize(): void;
  C_GetSlotList(present: boolean): readonly Buffer[];
  C_GetTokenInfo(slot: Buffer): { readonly label: string };
  C_OpenSession(slot: Buffer, flags: number): Buffer;
  C_CloseSession(session: Buffer): void;
  C_GetSessionInfo(session: Buffer): unknown;
  C_Login(session: Buffer, user: number, pin: string): void;
  C_FindObjectsInit(session: Buffer, template: readonly Attribute[]): void;
  C_FindObjects(session: Buffer, most: number): readonly Buffer[];
  C_FindObjectsFinal(session: Buffer): void;
  C_GetAttributeValue(session: Buffer, object: Buffer, template: readonly Attribute[]): readonly { value: Buffer }[];
  C_GenerateKeyPairAsync(
    session: Buffer,
    mechanism: Mechanism,
    publicKey: readonly Attribute[],
    privateKey: readonly Attribute[],
  ): Promise<unknown>;
  C_SignInit(session: Buffer, mechanism: Mechanism, key: Buffer): void;
  C_SignAsync(session: Buffer, data: Buffer, signature: Buffer): Promise<Buffer>;
}

interface Attribute {
  readonly type: number;
  readonly value?: Buffer | boolean | number | string;
}
interface Mechanism {
  readonly mechanism: number;
}

// PKCS #11 2.40, appendix
const OS_LOCKING = 0x02;
const RW_SERIAL_SESSION = 0x06;
const USER = 1;
const ALREADY_LOGGED_IN = 0x100;
const ALREADY_INITIALIZED = 0x191;
const CLASS = 0x00;
const TOKEN = 0x01;
const PRIVATE = 0x02;
const LABEL = 0x03;
const KEY_TYPE = 0x100;
const ID = 0x102;
const SENSITIVE = 0x103;
const SIGN = 0x108;
const VERIFY = 0x10a;
const EXTRACTABLE = 0x162;
const EC_PARAMS = 0x180;
const EC_POINT = 0x181;
const PUBLIC_KEY = 2;
const PRIVATE_KEY = 3;
const EC = 3;
const EC_KEY_PAIR_GEN: Mechanism = { mechanism: 0x1040 };
const ECDSA: Mechanism = { mechanism: 0x1041 };
/** OID of P-256 in DER. */
const P256 = Buffer.from('06082a8648ce3d030107', 'hex');
const POINT_BYTES = 65;

interface Opened {
  readonly library: Pkcs11;
  readonly slot: Buffer;
}

export function createPkcs11Signer(options: Pkcs11SignerOptions): Signer {
  let opened: Opened | undefined;
  const free: Buffer[] = [];
  const waiting: ((session: Buffer | undefined) => void)[] = [];
  let sessions = 0;
  const handles = new Map<string, Buffer>();

  const library = (): Opened => {
    opened ??= open(options);
    return opened;
  };
  const newSession = (): Buffer => {
    const { library: pkcs11, slot } = library();
    const session = pkcs11.C_OpenSession(slot, RW_SERIAL_SESSION);
    ignoring(ALREADY_LOGGED_IN, () => pkcs11.C_Login(session, USER, options.pin));
    return session;
  };
  const take = async (): Promise<Buffer> => {
    const session = free.pop();
    if (session !== undefined) return session;
    if (sessions < options.sessions) {
      sessions += 1;
      try {
        return newSession();
      } catch (error) {
        give(undefined);
        throw error;
      }
    }
    return (await new Promise<Buffer | undefined>((turn) => waiting.push(turn))) ?? newSessionOf();
  };
  /** The place of a session that failed. */
  const newSessionOf = (): Buffer => {
    try {
      return newSession();
    } catch (error) {
      give(undefined);
      throw error;
    }
  };
  /** @param session undefined: it failed, and its place is free */
  const give = (session: Buffer | undefined): void => {
    const next = waiting.shift();
    if (next !== undefined) next(session);
    else if (session === undefined) sessions -= 1;
    else free.push(session);
  };
  const inSession = async <T>(work: (pkcs11: Pkcs11, session: Buffer) => Promise<T>): Promise<T> => {
    const session = await take();
    const { library: pkcs11 } = library();
    try {
      const result = await work(pkcs11, session);
      give(session);
      return result;
    } catch (error) {
      // Handles belong to the session's login. After an outage the token has new ones.
      handles.clear();
      ignoringAll(() => pkcs11.C_CloseSession(session));
      give(undefined);
      throw error;
    }
  };

  return {
    name: 'pkcs11',
    createKey: (key) => inSession((pkcs11, session) => createKey(pkcs11, session, key)),
    sign: (reference, input) =>
      inSession(async (pkcs11, session) => {
        const key = handles.get(reference) ?? privateKey(pkcs11, session, reference);
        handles.set(reference, key);
        pkcs11.C_SignInit(session, ECDSA, key);
        const digest = createHash('sha256').update(input).digest();
        return Buffer.from(await pkcs11.C_SignAsync(session, digest, Buffer.alloc(64)));
      }),
    check: () => inSession(async (pkcs11, session) => void pkcs11.C_GetSessionInfo(session)),
    close: async () => {
      if (opened === undefined) return;
      const { library: pkcs11 } = opened;
      opened = undefined;
      ignoringAll(() => pkcs11.C_Finalize());
    },
  };
}

/** @throws Error if the module or the token is missing */
function open({ module, token, binding }: Pkcs11SignerOptions): Opened {
  const { PKCS11 } = createRequire(join(binding, 'package.json'))('pkcs11js') as { PKCS11: new () => Pkcs11 };
  const library = new PKCS11();
  library.load(module);
  ignoring(ALREADY_INITIALIZED, () => library.C_Initialize({ flags: OS_LOCKING }));
  // A label is padded with blanks, or ends with a zero.
  const labelOf = (slot: Buffer): string => library.C_GetTokenInfo(slot).label.replace(/[\s\0]+$/, '');
  const slot = library.C_GetSlotList(true).find((one) => labelOf(one) === token);
  if (slot === undefined) throw new Error('No token has the label of PKCS11_TOKEN');
  return { library, slot };
}

async function createKey(pkcs11: Pkcs11, session: Buffer, key: NewKey): Promise<MadeKey> {
  const label = `countersign/${key.tenant}/${key.purpose}/${key.generation}`;
  const known = findOne(pkcs11, session, [
    { type: CLASS, value: PUBLIC_KEY },
    { type: LABEL, value: label },
  ]);
  if (known !== undefined) return madeKey(pkcs11, session, known);
  const id = randomBytes(16);
  const common: readonly Attribute[] = [
    { type: KEY_TYPE, value: EC },
    { type: TOKEN, value: true },
    { type: ID, value: id },
    { type: LABEL, value: label },
  ];
  const forVerifying = [{ type: CLASS, value: PUBLIC_KEY }, ...common, { type: VERIFY, value: true }];
  const forSigning = [
    { type: CLASS, value: PRIVATE_KEY },
    ...common,
    { type: SIGN, value: true },
    { type: PRIVATE, value: true },
    { type: SENSITIVE, value: true },
    { type: EXTRACTABLE, value: false },
  ];
  await pkcs11.C_GenerateKeyPairAsync(
    session,
    EC_KEY_PAIR_GEN,
    [...forVerifying, { type: EC_PARAMS, value: P256 }],
    forSigning,
  );
  const made = findOne(pkcs11, session, [
    { type: CLASS, value: PUBLIC_KEY },
    { type: ID, value: id },
  ]);
  if (made === undefined) throw new Error('The token does not show the key that it created');
  return madeKey(pkcs11, session, made);
}

function madeKey(pkcs11: Pkcs11, session: Buffer, object: Buffer): MadeKey {
  const [id, encoded] = pkcs11.C_GetAttributeValue(session, object, [{ type: ID }, { type: EC_POINT }]);
  if (id === undefined || encoded === undefined) throw new Error('The token gives no public key');
  // An OCTET STRING with the point: 04, x, y.
  const point = encoded.value.subarray(-POINT_BYTES);
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  return { reference: id.value.toString('hex'), publicKey };
}

function privateKey(pkcs11: Pkcs11, session: Buffer, reference: string): Buffer {
  const found = findOne(pkcs11, session, [
    { type: CLASS, value: PRIVATE_KEY },
    { type: ID, value: Buffer.from(reference, 'hex') },
  ]);
  if (found === undefined) throw new Error('The token has no such private key');
  return found;
}

function findOne(pkcs11: Pkcs11, session: Buffer, template: readonly Attribute[]): Buffer | undefined {
  pkcs11.C_FindObjectsInit(session, template);
  try {
    return pkcs11.C_FindObjects(session, 1)[0];
  } finally {
    pkcs11.C_FindObjectsFinal(session);
  }
}

function ignoring(code: number, call: () => void): void {
  try {
    call();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error;
  }
}

function ignoringAll(call: () => void): void {
  try {
    call();
  } catch {
    // The session was lost with its token.
  }
}
