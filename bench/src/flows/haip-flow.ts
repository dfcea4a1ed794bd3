/** The issuance of an attested wallet: challenge, attestation at the token endpoint, DPoP, key attestation, encryption both ways. */
import { askEncryption, decryptAnswer, encryptRequest } from '@countersign/wallet/issuance/encryption';
import type { EncryptionOffer, IssuerMetadata } from '@countersign/wallet/issuance/metadata';
import { makeProofs } from '@countersign/wallet/issuance/proofs';
import { dpopProof, newWalletKey, type WalletKey } from '@countersign/wallet/jwt/keys';
import { WALLETS } from '@countersign/wallet/profiles/habits';
import { createWalletProvider } from '@countersign/wallet/provider/wallet-provider';
import { attestationHeaders } from '@countersign/wallet/sending/client-attestation';
import type { Call, Load } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { ATTESTED } from './haip-tenant.ts';
import { type FlowKeys, PRE_AUTHORIZED } from './issuance-flow.ts';

export const HAIP_STEPS = [
  'offer',
  'offer document',
  'issuer metadata',
  'as metadata',
  'challenge',
  'token',
  'nonce',
  'credential',
  'notification',
] as const;
type Step = (typeof HAIP_STEPS)[number];

const HABITS = WALLETS['eudi-kotlin'];
const CLIENT = 'https://wallet.example';

/** One wallet: its attestations are created once, because real wallets' attestations are valid for hours. */
export interface AttestedWallet {
  readonly instance: WalletKey;
  readonly dpop: WalletKey;
  readonly holder: WalletKey;
  readonly attester: {
    readonly attestation: () => string;
    readonly keyAttestation: () => string;
  };
}

export function makeAttestedWallets(count: number): {
  readonly caPem: string;
  readonly wallets: readonly AttestedWallet[];
} {
  const provider = createWalletProvider();
  const wallets = Array.from({ length: count }, (): AttestedWallet => {
    const [instance, dpop, holder] = [newWalletKey(), newWalletKey(), newWalletKey()];
    const attestation = provider.attestation({ clientId: CLIENT, jwk: instance.publicJwk });
    const keyAttestation = provider.keyAttestation({ keys: [holder.publicJwk] });
    return {
      instance,
      dpop,
      holder,
      attester: { attestation: () => attestation, keyAttestation: () => keyAttestation },
    };
  });
  return { caPem: provider.caPem, wallets };
}

export interface IssuedToAttested {
  readonly credential: string;
  readonly keys: FlowKeys;
}

/** Pre-authorized flows of the wallets in turn. */
export function haipLoad(server: ServerProcess, wallets: readonly AttestedWallet[]): Load<Step, IssuedToAttested> {
  return {
    server,
    steps: HAIP_STEPS,
    flow: async (call, number) => {
      const wallet = wallets[number % wallets.length];
      if (wallet === undefined) throw new Error('There are no wallets');
      return { credential: await attestedFlow({ call, server, wallet }), keys: wallet };
    },
  };
}

interface FlowContext {
  readonly call: Call<Step>;
  readonly server: ServerProcess;
  readonly wallet: AttestedWallet;
}

async function attestedFlow(context: FlowContext): Promise<string> {
  const { call, server } = context;
  const offer = await call('offer', 'POST', '/vci/offer', 201, {
    headers: { 'content-type': 'application/json', 'x-api-key': server.apiKey },
    body: JSON.stringify({ response_type: 'uri', credentialConfigurationIds: [ATTESTED], flow: 'pre_authorized_code' }),
  });
  const reference = new URL(new URL(offer.uri).searchParams.get('credential_offer_uri') ?? '').pathname;
  const document = await call('offer document', 'GET', reference, 200);
  const metadata: IssuerMetadata = await call('issuer metadata', 'GET', '/.well-known/openid-credential-issuer', 200);
  await call('as metadata', 'GET', '/.well-known/oauth-authorization-server', 200);
  const accessToken = await tokenOf(context, document.grants[PRE_AUTHORIZED]['pre-authorized_code']);
  const issued = await credentialOf(context, metadata, accessToken);
  await call('notification', 'POST', '/vci/notification', 204, {
    headers: bound(context, '/vci/notification', accessToken, 'application/json'),
    body: JSON.stringify({ notification_id: issued.notification_id, event: 'credential_accepted' }),
  });
  return issued.credentials[0].credential;
}

async function tokenOf({ call, server, wallet }: FlowContext, code: string): Promise<string> {
  const { url } = server;
  const challenge = await call('challenge', 'POST', '/authorize/attestation-challenge', 200);
  const client = { ...wallet, key: wallet.instance, clientId: CLIENT, habits: HABITS, now: seconds };
  const token = await call('token', 'POST', '/authorize/token', 200, {
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...attestationHeaders(client, url, challenge.attestation_challenge),
      dpop: dpopProof(wallet.dpop, { method: 'POST', url: `${url}/authorize/token` }),
    },
    body: new URLSearchParams({
      grant_type: PRE_AUTHORIZED,
      'pre-authorized_code': code,
      client_id: CLIENT,
    }).toString(),
  });
  return token.access_token;
}

async function credentialOf(context: FlowContext, metadata: IssuerMetadata, accessToken: string) {
  const { call, server, wallet } = context;
  const { c_nonce: nonce } = await call('nonce', 'POST', '/vci/nonce', 200);
  const { holder, attester } = wallet;
  const common = { keys: [holder], nonce, audience: server.url, iat: seconds(), clientId: CLIENT, attester };
  const asked = askEncryption(metadata, HABITS.encryption);
  const body = {
    credential_configuration_id: ATTESTED,
    proofs: makeProofs(common, HABITS.proof),
    ...(asked === undefined ? {} : { credential_response_encryption: asked.member }),
  };
  const text = await call('credential', 'POST', '/vci/credential', 200, {
    headers: bound(context, '/vci/credential', accessToken, 'application/jwt'),
    body: await encryptRequest(metadata.credential_request_encryption as EncryptionOffer, body, HABITS.encryption),
  });
  const headers = new Headers({ 'content-type': 'application/jwt' });
  return (await decryptAnswer({ status: 200, headers, text, json: undefined }, asked)).json;
}

function bound(
  { server, wallet }: FlowContext,
  path: string,
  accessToken: string,
  type: string,
): Record<string, string> {
  const dpop = dpopProof(wallet.dpop, { method: 'POST', url: `${server.url}${path}`, accessToken });
  return { 'content-type': type, authorization: `DPoP ${accessToken}`, dpop };
}

function seconds(): number {
  return Math.floor(Date.now() / 1000);
}
