/** A renewal: a refresh token gets an access token, and the credential again (docs/how-to/refresh.md). */
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { type Limits, type Load, measure } from '../load/closed-loop.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { writeConfigurationOf } from '../server/site.ts';
import {
  type FlowKeys,
  type Issued,
  inTurn,
  type Received,
  receiveCredentials,
  receivePreAuthorized,
  requestToken,
  STEPS,
  siteOf,
} from './issuance-flow.ts';

export const REFRESH_STEPS = ['token', 'nonce', 'credential', 'notification'] as const;
type RefreshStep = (typeof REFRESH_STEPS)[number];

/** Id of the issuance configuration. */
export const RENEWABLE = 'bench-renewable';

/** A wallet that may renew its credential once. */
export interface Renewal {
  readonly refreshToken: string;
  readonly keys: FlowKeys;
}

export async function writeRenewable(server: ServerProcess): Promise<void> {
  await writeConfigurationOf(server, 'issuance', {
    id: RENEWABLE,
    config: { format: 'dc+sd-jwt', scope: RENEWABLE },
    claims: { given_name: 'Erika' },
    disclosureFrame: { _sd: ['given_name'] },
    schema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      properties: { given_name: { type: 'string' } },
      required: ['given_name'],
    },
    refresh: {},
  });
}

/** Issues a credential with a refresh token to each of `count` wallets: a renewal follows another after a minute at the earliest. */
export async function issueRenewable(
  server: ServerProcess,
  count: number,
  pace: Limits = {},
): Promise<readonly Renewal[]> {
  const load: Load<(typeof STEPS)[number], Renewal> = {
    server,
    steps: STEPS,
    flow: async (call) => {
      const keys = { holder: newWalletKey(), dpop: newWalletKey() };
      const received = await receivePreAuthorized({ ...siteOf(server), call, keys, configuration: RENEWABLE });
      return { refreshToken: refreshTokenOf(received), keys };
    },
  };
  return (await measure(load, count, 8, pace)).outcomes;
}

function refreshTokenOf({ token }: Received): string {
  if (typeof token.refresh_token !== 'string') throw new Error('The token endpoint issued no refresh token');
  return token.refresh_token;
}

/** @param renewals read at each flow: a run may replace them before it starts */
export function refreshLoad(server: ServerProcess, renewals: () => readonly Renewal[]): Load<RefreshStep, Issued> {
  return {
    server,
    steps: REFRESH_STEPS,
    flow: async (call, number) => {
      const { keys, refreshToken } = inTurn(renewals(), number);
      const context = { ...siteOf(server), call, keys, configuration: RENEWABLE };
      const token = await requestToken(context, { grant_type: 'refresh_token', refresh_token: refreshToken });
      const [credential = ''] = await receiveCredentials(context, token, [keys.holder]);
      return { credential, keys };
    },
  };
}
