/** Scenarios in which a wallet receives a credential. */
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { issuedFaults } from '@countersign/wallet/mdoc/issued-faults';
import { batchLoad, batchSize } from '../flows/batch-flow.ts';
import { CODE_STEPS, codeLoad } from '../flows/code-flow.ts';
import { HAIP_STEPS, haipLoad } from '../flows/haip-flow.ts';
import { checkCredential, type FlowKeys, type Issued, issuanceLoad, STEPS } from '../flows/issuance-flow.ts';
import {
  issueRenewable,
  REFRESH_STEPS,
  RENEWABLE,
  type Renewal,
  refreshLoad,
  writeRenewable,
} from '../flows/refresh-flow.ts';
import type { ServerProcess } from '../server/server-process.ts';
import { walletBase } from '../server/site.ts';
import { onlyOnce, prepared, type Scenario } from './scenario.ts';

const PID_DOCTYPE = 'eu.europa.ec.eudi.pid.1';
const CHECKED = 'every credential checked, no status index twice';

export const issuanceScenarios: readonly Scenario[] = [
  {
    name: 'issuance',
    title: 'issuance by pre-authorized code, Bearer token',
    needs: [],
    steps: STEPS,
    checked: CHECKED,
    prepare: async ({ server, wallets, pid }) =>
      prepared(issuanceLoad(server, keysOf(wallets), pid), await credentialCheck(server)),
  },
  {
    name: 'issuance-dpop',
    title: 'issuance by pre-authorized code, DPoP',
    needs: [],
    steps: STEPS,
    checked: CHECKED,
    prepare: async ({ server, wallets, pid }) => {
      const keys = keysOf(wallets).map((own) => ({ ...own, dpop: newWalletKey() }));
      return prepared(issuanceLoad(server, keys, pid), await credentialCheck(server));
    },
  },
  {
    name: 'issuance-code',
    title: 'issuance by authorization code: pushed request, PKCE, Bearer token',
    needs: [],
    steps: CODE_STEPS,
    checked: CHECKED,
    prepare: async ({ server, wallets, pid }) =>
      prepared(codeLoad(server, keysOf(wallets), pid), await credentialCheck(server)),
  },
  {
    name: 'issuance-attested',
    title: 'issuance to an attested wallet (HAIP): DPoP, key attestation, request and answer encrypted',
    needs: ['attested tenant'],
    steps: HAIP_STEPS,
    checked: CHECKED,
    prepare: async ({ server, attested }) => prepared(haipLoad(server, attested), await credentialCheck(server)),
  },
  {
    name: 'issuance-mdoc',
    title: 'issuance of an mdoc by pre-authorized code, Bearer token',
    needs: [],
    steps: STEPS,
    checked: 'every mdoc checked as a strict wallet does',
    prepare: async ({ server, wallets, mdoc }) =>
      prepared(issuanceLoad(server, keysOf(wallets), mdoc), (outcomes) => outcomes.forEach(checkMdoc)),
  },
  {
    name: 'issuance-batch',
    title: 'issuance of a batch by pre-authorized code, a credential for each key of the request',
    needs: [],
    steps: STEPS,
    checked: CHECKED,
    prepare: async ({ server, wallets, pid }) => {
      const check = await credentialCheck(server);
      const load = batchLoad(server, { wallets, size: await batchSize(server), configuration: pid });
      return prepared(load, (outcomes) => {
        for (const { credentials, keys } of outcomes) {
          if (credentials.length !== keys.length) throw new Error(`${credentials.length} credentials were issued`);
          check(keys.map((holder, index) => ({ credential: credentials[index] ?? '', keys: { holder } })));
        }
      });
    },
  },
  {
    name: 'refresh',
    title: 'renewal of a credential by refresh token, DPoP',
    needs: [],
    steps: REFRESH_STEPS,
    checked: CHECKED,
    prepare: async (world) => {
      const { server, pace } = world;
      await world.configure('issuance', RENEWABLE, () => writeRenewable(server));
      let renewals: readonly Renewal[] = [];
      const before = async (flows: number): Promise<void> => {
        renewals = await issueRenewable(server, flows, pace);
      };
      return prepared(
        refreshLoad(server, () => renewals),
        await credentialCheck(server),
        before,
      );
    },
  },
];

function keysOf(wallets: number): readonly FlowKeys[] {
  return Array.from({ length: wallets }, () => ({ holder: newWalletKey() }));
}

/** Signature and holder key of each credential, and that no status index comes twice. */
async function credentialCheck(server: ServerProcess): Promise<(outcomes: readonly Issued[]) => void> {
  const answer = await fetch(`${server.url}${walletBase(server)}/.well-known/jwks.json`);
  const { keys } = (await answer.json()) as { keys: readonly object[] };
  const once = onlyOnce('status index');
  return (outcomes) => {
    for (const { credential, keys: own } of outcomes) once(checkCredential(credential, own.holder, keys[0]));
  };
}

/** @throws if a strict wallet would refuse the mdoc */
function checkMdoc({ credential, keys }: Issued): void {
  const faults = issuedFaults({ credential, key: keys.holder, docType: PID_DOCTYPE, now: Date.now() });
  if (faults.length > 0) throw new Error(`An mdoc is wrong: ${faults.join('; ')}`);
}
