/** The servers whose work is counted: their configurations. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PID_DOCTYPE, PID_NAMESPACE } from '@countersign/shared/mdoc/element-types';
import type { Environment } from '@countersign/shared/settings/read-settings';
import { createWalletProvider, type WalletProvider } from '@countersign/shared/test/crypto/wallet-provider';
import { tenantFiles } from '../support/haip.ts';
import { question } from '../support/mdoc.ts';
import { pidQuestion } from '../support/presentation.ts';
import { memberConfiguration } from '../support/presentation-during-issuance.ts';
import { writeRenewable } from '../support/renewable.ts';
import { type CountingServer, openCountingServer } from '../support/work/counting-server.ts';

const mdocQuery = {
  id: 'pid',
  format: 'mso_mdoc',
  meta: { doctype_value: PID_DOCTYPE },
  claims: [{ path: [PID_NAMESPACE, 'family_name'] }, { path: [PID_NAMESPACE, 'age_over_18'] }],
};

/** Environment that separate services must share. */
const separate: Environment = {
  SEPARATE: 'true',
  INTERNAL_SECRET: 'counted-work-internal-secret-0123456789',
  MASTER_KEY: Buffer.from('counted-work-master-key-01234567').toString('base64url'),
  // Five processes would have a port each.
  METRICS_PORT: '0',
  STOP_DELAY: '0',
};

/**
 * @param webhook address of the claims webhook of `member`
 * @param kind one process, or five services
 * @param more settings
 */
export function openCountedServer(
  now: number,
  webhook: string,
  kind: 'one' | 'five',
  more: Environment = {},
): Promise<CountingServer> {
  const configure = (folder: string): void => {
    const write = writer(folder);
    write('presentation/question.json', pidQuestion);
    write('presentation/identity.json', pidQuestion);
    write('presentation/mdoc.json', question([mdocQuery]));
    write('issuance/member.json', memberConfiguration({ url: webhook }));
    writeRenewable({ writeConfig: write }, { folder: '' });
  };
  return openCountingServer({ now, configure, env: { ...(kind === 'five' && separate), ...more } });
}

/** A server whose tenant has the profile `haip`, and the provider of the wallets that it trusts. */
export async function openAttestedServer(
  now: number,
): Promise<{ readonly server: CountingServer; readonly provider: WalletProvider }> {
  const provider = await createWalletProvider({ clock: () => now });
  const files = Object.entries(tenantFiles({ profile: 'haip', samples: 'attested', caPem: provider.caPem }));
  const configure = (folder: string): void => {
    for (const [path, content] of files) writer(folder)(path, content);
  };
  return { server: await openCountingServer({ now, configure }), provider };
}

function writer(folder: string): (path: string, content: unknown) => void {
  return (path, content) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), typeof content === 'string' ? content : JSON.stringify(content));
  };
}
