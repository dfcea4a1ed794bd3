/** Wallets outside of the EU's line. If a habit is not known they do what the standards require. */
import { INSERTED, INSERTED_OR_OPENID, INSERTED_THEN_APPENDED, NO_DEMANDS, ORDINARY } from './common.ts';
import type { WalletHabits } from './wallet-habits.ts';

/** `@openid4vc/*`: the challenge endpoint first, `resource` in every OAuth request, no verifier after a presentation. */
const OID4VC_TS = { begins: 'challenge', asks: 'scope', resource: true, dropsVerifier: true } as const;

export const OTHER_WALLETS = {
  credo: {
    ...ORDINARY,
    source: 'credo-ts 0.8 alpha of 2026-08-07',
    attested: true,
    metadata: { ...INSERTED_THEN_APPENDED, ...NO_DEMANDS },
    authorization: OID4VC_TS,
    credential: { ...ORDINARY.credential, names: 'configuration' },
    proof: { form: 'one_jwt', key: 'jwk', nonceInside: false },
    // mdoc-ts 0.6, run.
    presentation: { ...ORDINARY.presentation, nearestAge: true },
  },
  'credo-0.6': {
    ...ORDINARY,
    source: 'credo-ts 0.6 and @openid4vc/openid4vci 0.4.6, run',
    metadata: { ...INSERTED_THEN_APPENDED, ...NO_DEMANDS },
    authorization: OID4VC_TS,
    credential: {
      ...ORDINARY.credential,
      names: 'configuration',
      nonceOfAnswer: true,
      refusesNotificationOfDeferred: true,
    },
  },
  sphereon: {
    ...ORDINARY,
    source: 'Sphereon OID4VC of 2025-05-22, a client of draft 13',
    metadata: {
      ...NO_DEMANDS,
      issuer: ['appended'],
      server: [
        ['appended', 'openid-configuration'],
        ['appended', 'oauth-authorization-server'],
      ],
    },
    authorization: { begins: 'challenge', asks: 'scope' },
    credential: { ...ORDINARY.credential, names: 'type', adds: ['format', 'vct'], singleProof: true },
  },
  'walt-id': {
    ...ORDINARY,
    source: 'waltid-identity of 2026-08-22',
    metadata: { ...INSERTED_OR_OPENID, ...NO_DEMANDS },
    statuses: { par: [201], credential: [200, 202] },
  },
  multipaz: {
    ...ORDINARY,
    source: 'multipaz of 2025-09-05',
    attested: true,
    metadata: { ...INSERTED, ...NO_DEMANDS },
    statuses: { par: [201], challenge: [200, 400], token: [200], nonce: [200], credential: [200] },
    credential: { ...ORDINARY.credential, names: 'configuration', adds: ['format', 'vct'] },
    proof: { form: 'attestation', key: 'none', nonceInside: true },
  },
  'it-wallet': {
    ...ORDINARY,
    source: 'io-react-native-wallet of 2026-07-23, flow 1.3.3',
    attested: true,
    metadata: { ...INSERTED, ...NO_DEMANDS },
    statuses: { par: [201], token: [200], nonce: [200], credential: [200] },
    authorization: { begins: 'par', asks: 'authorization_details' },
    credential: { ...ORDINARY.credential, names: 'identifier', nonceType: 'application/json' },
  },
  wwwallet: {
    ...ORDINARY,
    source: 'wwWallet wallet-frontend of 2026-07-01',
    metadata: { ...INSERTED_THEN_APPENDED, ...NO_DEMANDS },
    statuses: { credential: [200] },
    credential: { ...ORDINARY.credential, names: 'configuration', adds: ['format'], keys: 'batch' },
  },
  vck: {
    ...ORDINARY,
    source: 'a-sit-plus vck of 2026-04-17',
    metadata: { ...INSERTED_OR_OPENID, ...NO_DEMANDS },
  },
} as const satisfies Readonly<Record<string, WalletHabits>>;
