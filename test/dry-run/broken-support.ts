/** Building blocks for the tables of broken configurations. */
import { X509Certificate } from 'node:crypto';
import { createAuthority, createLeaf } from '@countersign/shared/crypto/certificates';
import { generateKeyPair } from '@countersign/shared/crypto/generate-key';
import { certificateHost } from '@countersign/shared/crypto/x509';
import { systemRandom } from '@countersign/shared/kernel/random';
import type { ConfigFiles } from '../support/server.ts';

export interface Broken {
  readonly what: string;
  readonly kind: 'issuance' | 'presentation';
  /** Below the tenant's folder; the configuration is `broken`. */
  readonly files: ConfigFiles;
  readonly body?: object;
  /** Code of the warning. */
  readonly finds: string;
  /** Part of the hint with what to change. */
  readonly change: RegExp;
  /** Reason of the refusal, or `backend`; absent if the wallet still succeeds. */
  readonly refusal?: string;
  /** The run ends where a user or a backend must continue. */
  readonly stops?: true;
}

const DAY = 86_400_000;
export const name = (claim: string) => ({ path: [claim], display: [{ name: claim, locale: 'en' }] });
export const display = { name: 'Card', locale: 'en', background_color: '#0b6e4f', text_color: '#ffffff' };
export const config = {
  format: 'dc+sd-jwt',
  scope: 'broken',
  display: [{ ...display, logo: { uri: '<PUBLIC_URL>/public/authority.svg' } }],
  credential_metadata: { claims: [name('level')] },
};

/** A credential configuration without a warning. */
export const goodCredential = {
  config,
  claims: { level: 'reader' },
  disclosureFrame: { _sd: ['level'] },
  schema: { properties: { level: { type: 'string', maxLength: 20 } }, required: ['level'] },
};

export const query = {
  id: 'pid',
  format: 'dc+sd-jwt',
  meta: { vct_values: ['<PUBLIC_URL>/credentials/vct/pid'] },
  claims: [{ path: ['given_name'] }],
};
export const registrationCert = {
  id: 'r',
  body: { purpose: [{ locale: 'en', name: 'A trial' }], privacy_policy: 'https://verifier.example/privacy' },
};

/** A presentation configuration without a warning. */
export const goodPresentation = { dcql_query: { credentials: [query] }, registrationCert };

export const issuing = (change: object): ConfigFiles => ({ 'issuance/broken.json': { ...goodCredential, ...change } });
export const withConfig = (change: object): ConfigFiles => issuing({ config: { ...config, ...change } });
export const asking = (change: object): ConfigFiles =>
  presenting({ dcql_query: { credentials: [{ ...query, ...change }] } });
export const presenting = (change: object): ConfigFiles => ({
  'presentation/broken.json': { ...goodPresentation, ...change },
});

export interface Certificates {
  /** CA certificates. */
  readonly ended: string;
  readonly current: string;
  /** Files of `keys/` whose leaf expires in ten days. */
  keyOf(purpose: string): ConfigFiles;
}

/** @param now milliseconds */
export async function makeCertificates(now: number): Promise<Certificates> {
  const authorityKeys = generateKeyPair();
  const common = { tenant: 'acme', host: certificateHost('http://localhost'), random: systemRandom };
  const authority = (notAfter: number) =>
    createAuthority({ ...common, keys: authorityKeys, notBefore: now - 100 * DAY, notAfter });
  const current = await authority(now + 100 * DAY);
  const { privateKey, publicKey } = generateKeyPair();
  const signing = { certificate: current, privateKey: authorityKeys.privateKey };
  const ends = { notBefore: now - DAY, notAfter: now + 10 * DAY };
  const leaf = await createLeaf({ ...common, ...ends, publicKey, authority: signing });
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const chain = new X509Certificate(leaf).toString();
  return {
    ended: await authority(now - DAY),
    current,
    keyOf: (purpose) => ({ [`keys/${purpose}.key.pem`]: key, [`keys/${purpose}.chain.pem`]: chain }),
  };
}

export interface Surroundings {
  readonly certificates: Certificates;
  /** A server that returns 404, except for `/wide.svg`, `/page.html` and `/logo.svg`. */
  readonly elsewhere: string;
  /** An address on which no server listens. */
  readonly away: string;
}

/** A row without a refusal. */
export function row(kind: Broken['kind'], what: string, files: ConfigFiles, finds: string, change: RegExp): Broken {
  return { kind, what, files, finds, change };
}

export interface BrokenSetting {
  readonly what: string;
  readonly env: Readonly<Record<string, string>>;
  readonly finds: string;
  readonly change: RegExp;
}

/** Settings with errors; the configurations are correct. */
export function brokenSettings({
  elsewhere,
  away,
}: Pick<Surroundings, 'elsewhere' | 'away'>): readonly BrokenSetting[] {
  const of = (what: string, env: BrokenSetting['env'], finds: string, change: RegExp) => ({ what, env, finds, change });
  return [
    of(
      'a PUBLIC_URL whose proxy drops its path',
      { PUBLIC_URL: `${elsewhere}/issuer` },
      'public_url_other_server',
      /path prefix/,
    ),
    of('a PUBLIC_URL that is not reachable', { PUBLIC_URL: away }, 'public_url_unreachable', /proxy/),
    of('a code that ends before the wallet is there', { CODE_TTL: '5' }, 'time_limit_short', /Increase/),
    of('status codes that wallets refuse', { WALLET_DIALECT: 'interface' }, 'dialect_interface', /WALLET_DIALECT/),
  ];
}
