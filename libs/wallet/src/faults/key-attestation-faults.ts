/** Faults of a wallet in its key attestations (OpenID4VCI 1.0, Appendix D). */
import { newWalletKey } from '../jwt/keys.ts';
import { header, jwt, payload } from './change.ts';
import type { FaultTable } from './fault-table.ts';
import { byStranger } from './stranger.ts';

const ATTESTED = ['key_attestation'] as const;
const HOUR = 3600;

export const keyAttestationFaults = {
  key_attestation_missing: {
    step: 'credential',
    summary: 'Sends a proof without the key attestation that the credential needs.',
    needs: ATTESTED,
    jwt: header('proof', () => ({ key_attestation: undefined })),
  },
  key_attestation_untrusted: {
    step: 'credential',
    summary: 'Sends a key attestation from a wallet provider that the tenant does not trust.',
    needs: ATTESTED,
    jwt: jwt('key_attestation', byStranger),
  },
  key_attestation_signature: {
    step: 'credential',
    summary: "Sends a key attestation that its certificate's key did not sign.",
    needs: ATTESTED,
    jwt: jwt('key_attestation', (parts) => ({ ...parts, sign: newWalletKey() })),
  },
  key_attestation_algorithm: {
    step: 'credential',
    summary: 'Sends a key attestation that is signed with an algorithm that the configuration does not list.',
    needs: ATTESTED,
    jwt: header('key_attestation', () => ({ alg: 'ES512' })),
  },
  key_attestation_format: {
    step: 'credential',
    summary: "Leaves the key attestation's `typ` at JWT.",
    needs: ATTESTED,
    jwt: header('key_attestation', () => ({ typ: 'JWT' })),
  },
  key_attestation_time: {
    step: 'credential',
    summary: 'Sends an expired key attestation.',
    needs: ATTESTED,
    jwt: payload('key_attestation', ({ iat }) => ({ exp: Number(iat) - HOUR })),
  },
  key_attestation_keys: {
    step: 'credential',
    summary: 'Sends a key attestation that attests no key.',
    needs: ATTESTED,
    jwt: payload('key_attestation', () => ({ attested_keys: [] })),
  },
  key_attestation_status: {
    step: 'credential',
    summary: 'Sends a key attestation whose status is not a status list entry.',
    needs: ATTESTED,
    jwt: payload('key_attestation', () => ({ key_storage_status: { status: 'valid' } })),
  },
  key_attestation_level: {
    step: 'credential',
    summary: 'Attests a key that is stored less safely than the credential requires.',
    needs: ATTESTED,
    jwt: payload('key_attestation', () => ({ key_storage: ['iso_18045_basic'] })),
  },
  key_attestation_nonce: {
    step: 'credential',
    summary: 'Sends a key attestation that was created for another nonce.',
    needs: ATTESTED,
    jwt: payload('key_attestation', () => ({ nonce: 'nonce-of-another-issuer' })),
  },
} as const satisfies FaultTable;
