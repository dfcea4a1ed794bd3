/**
 * A wallet on Credo (@credo-ts/openid4vc): one JSON command per line on the standard input, one JSON response per line
 * on the standard output. It runs in a folder with Credo's packages. Its keys and records are in memory.
 */
import {
  createCipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { EventEmitter } from 'node:events';
import { createInterface } from 'node:readline';
import {
  Agent,
  ConsoleLogger,
  InjectionSymbols,
  JsonTransformer,
  Kms,
  LogLevel,
  RecordNotFoundError,
  X509Module,
} from '@credo-ts/core';
import { OpenId4VcModule } from '@credo-ts/openid4vc';

/** Keys of P-256 in memory, with what the wallet needs of Credo's port: signatures, and encryption to a verifier. */
class MemoryKeys {
  backend = 'memory';
  #keys = new Map();

  isOperationSupported(_, { operation }) {
    return ['createKey', 'deleteKey', 'sign', 'verify', 'encrypt', 'randomBytes'].includes(operation);
  }

  async getPublicKey(_, keyId) {
    return this.#keys.get(keyId)?.publicJwk ?? null;
  }

  async createKey(_, { keyId = randomBytes(16).toString('hex') }) {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const publicJwk = { ...publicKey.export({ format: 'jwk' }), kid: keyId };
    this.#keys.set(keyId, { privateKey, publicJwk });
    return { keyId, publicJwk };
  }

  async importKey() {
    throw new Error('Keys are made here');
  }

  async deleteKey(_, { keyId }) {
    return this.#keys.delete(keyId);
  }

  async sign(_, { keyId, data }) {
    const { privateKey } = this.#keys.get(keyId);
    return { signature: new Uint8Array(sign('sha256', data, { key: privateKey, dsaEncoding: 'ieee-p1363' })) };
  }

  async verify(_, { key, data, signature, algorithm }) {
    const jwk = key.publicJwk ?? this.#keys.get(key.keyId)?.publicJwk;
    const hash = { ES256: 'sha256', ES384: 'sha384', ES512: 'sha512' }[algorithm];
    if (hash === undefined) throw new Error(`Unsupported algorithm ${algorithm}`);
    const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
    const verified = verify(hash, data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature);
    return verified ? { verified, publicJwk: jwk } : { verified };
  }

  /** ECDH-ES with AES-GCM (RFC 7518, 4.6 and 5.3). */
  async encrypt(_, { key: { keyAgreement }, encryption, data }) {
    const { keyId, externalPublicJwk, apu, apv } = keyAgreement;
    const { privateKey } = this.#keys.get(keyId);
    const publicKey = createPublicKey({ key: externalPublicJwk, format: 'jwk' });
    const secret = diffieHellman({
      privateKey: createPrivateKey(privateKey.export({ format: 'pem', type: 'pkcs8' })),
      publicKey,
    });
    const bits = { A128GCM: 128, A256GCM: 256 }[encryption.algorithm];
    const contentKey = concatKdf(secret, { algorithm: encryption.algorithm, bits, apu, apv });
    const iv = randomBytes(12);
    const cipher = createCipheriv(`aes-${bits}-gcm`, contentKey, iv).setAAD(encryption.aad);
    const encrypted = Buffer.concat([cipher.update(data), cipher.final()]);
    return { encrypted, iv, tag: cipher.getAuthTag() };
  }

  async decrypt() {
    throw new Error('The wallet decrypts nothing');
  }

  randomBytes(_, { length }) {
    return new Uint8Array(randomBytes(length));
  }
}

function concatKdf(secret, { algorithm, bits, apu = Buffer.alloc(0), apv = Buffer.alloc(0) }) {
  const sized = (bytes) => Buffer.concat([uint32(bytes.length), Buffer.from(bytes)]);
  const info = Buffer.concat([sized(Buffer.from(algorithm)), sized(apu), sized(apv), uint32(bits)]);
  return createHash('sha256')
    .update(uint32(1))
    .update(secret)
    .update(info)
    .digest()
    .subarray(0, bits / 8);
}

function uint32(value) {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Records in memory, serialised as Credo's own stores do. */
class MemoryRecords {
  supportsCursorPagination = false;
  #records = new Map();

  async save(_, record) {
    this.#records.set(record.id, {
      type: record.type,
      tags: record.getTags(),
      value: JsonTransformer.serialize(record),
    });
  }

  async update(context, record) {
    await this.save(context, record);
  }

  async delete(_, record) {
    this.#records.delete(record.id);
  }

  async deleteById(_, __, id) {
    this.#records.delete(id);
  }

  async getById(_, recordClass, id) {
    const found = this.#records.get(id);
    if (found?.type !== recordClass.type)
      throw new RecordNotFoundError('No such record', { recordType: recordClass.type });
    return this.#read(recordClass, found);
  }

  async getAll(_, recordClass) {
    return [...this.#records.values()]
      .filter(({ type }) => type === recordClass.type)
      .map((one) => this.#read(recordClass, one));
  }

  async findByQuery(context, recordClass, query) {
    const all = await this.getAll(context, recordClass);
    return all.filter((record) => fits(record.getTags(), query));
  }

  async updateByIdWithLock(context, recordClass, id, change) {
    const record = await change(await this.getById(context, recordClass, id));
    await this.save(context, record);
    return record;
  }

  supportsLocking() {
    return false;
  }

  #read(recordClass, { value, tags }) {
    const record = JsonTransformer.deserialize(value, recordClass);
    record.replaceTags(tags);
    return record;
  }
}

/** Tags of a record against a query of Credo: equality, membership of lists, `$and`, `$or`, `$not`. */
function fits(tags, { $and = [], $or, $not, ...equal }) {
  const isEqual = ([name, wanted]) =>
    Array.isArray(wanted)
      ? wanted.every((one) => tags[name]?.includes(one))
      : wanted === undefined || tags[name] === wanted;
  return (
    Object.entries(equal).every(isEqual) &&
    $and.every((query) => fits(tags, query)) &&
    ($or === undefined || $or.some((query) => fits(tags, query))) &&
    ($not === undefined || !fits(tags, $not))
  );
}

class NoFiles {
  dataPath = '/nonexistent';
  cachePath = '/nonexistent';
  tempPath = '/nonexistent';
  async exists() {
    return false;
  }
}

const modules = {
  storage: { register: (manager) => manager.registerInstance(InjectionSymbols.StorageService, new MemoryRecords()) },
  openid4vc: new OpenId4VcModule(),
  x509: new X509Module({ trustedCertificates: JSON.parse(process.env.TRUSTED_CERTIFICATES ?? '[]') }),
};
const agent = new Agent({
  config: { logger: new ConsoleLogger(LogLevel.Off), allowInsecureHttpUrls: true, autoUpdateStorageOnStartup: true },
  dependencies: { FileSystem: NoFiles, EventEmitterClass: EventEmitter, fetch, WebSocketClass: class {} },
  modules: { ...modules, kms: new Kms.KeyManagementModule({ backends: [new MemoryKeys()] }) },
});

const proofKeys = async (count) => {
  const made = [];
  for (let index = 0; index < count; index += 1) {
    const { publicJwk } = await agent.kms.createKey({ type: { kty: 'EC', crv: 'P-256' } });
    made.push(Kms.PublicJwk.fromPublicJwk(publicJwk));
  }
  return made;
};

/**
 * `{accept: link, txCode?, batch?}`: fetches the credentials of an offer with a pre-authorized code and stores them.
 */
async function accept({ accept: link, txCode, batch }) {
  const api = agent.openid4vc.holder;
  const resolvedCredentialOffer = await api.resolveCredentialOffer(link);
  const token = await api.requestToken({ resolvedCredentialOffer, ...(txCode === undefined ? {} : { txCode }) });
  const { credentials } = await api.requestCredentials({
    resolvedCredentialOffer,
    ...token,
    credentialBindingResolver: async ({ issuerMaxBatchSize }) => ({
      method: 'jwk',
      keys: await proofKeys(Math.min(batch ?? 1, issuerMaxBatchSize)),
    }),
  });
  return { credentials: await Promise.all(credentials.map(store)) };
}

async function store({ record, notificationId }) {
  const isMdoc = record.type === 'MdocRecord';
  const stored = isMdoc ? await agent.mdoc.store({ record }) : await agent.sdJwtVc.store({ record });
  const instance = stored.firstCredential;
  return {
    type: stored.type,
    instances: stored.credentialInstances.length,
    ...(isMdoc
      ? { docType: instance.docType, values: instance.issuerSignedNamespaces }
      : { claims: instance.prettyClaims }),
    notified: notificationId !== undefined,
  };
}

/** `{present: link or parameters, origin?}`: responds with the credentials that Credo selects. */
async function present({ present: request, origin }) {
  const api = agent.openid4vc.holder;
  const resolved = await api.resolveOpenId4VpAuthorizationRequest(request, origin === undefined ? {} : { origin });
  if (resolved.dcql === undefined) throw new Error('The request has no DCQL query');
  const answered = await api.acceptOpenId4VpAuthorizationRequest({
    authorizationRequestPayload: resolved.authorizationRequestPayload,
    dcql: { credentials: api.selectCredentialsForDcqlRequest(resolved.dcql.queryResult) },
    ...(origin === undefined ? {} : { origin }),
  });
  const { ok, serverResponse, authorizationResponse, redirectUri } = answered;
  return { ok, serverResponse, redirectUri, ...(origin === undefined ? {} : { authorizationResponse }) };
}

await agent.initialize();
for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  let answer;
  try {
    answer = 'accept' in command ? await accept(command) : await present(command);
  } catch (error) {
    answer = { failed: `${error?.stack ?? error}${error?.cause ? `\ncause: ${error.cause}` : ''}` };
  }
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
await agent.shutdown();
