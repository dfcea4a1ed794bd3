import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { CallOperation, OperationRequest } from '@countersign/shared/http/message';
import { ProtocolError } from '@countersign/shared/kernel/errors';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Platform } from '@countersign/shared/runtime/service';
import {
  describedIssuance,
  followPath,
  type PageSurroundings,
  statedPurpose,
} from '../../src/authorize/authorize-page-contents.ts';
import type { IssuanceSession } from '../../src/session/issuance-transition.ts';
import { given, progresses } from '../session/issuance-given.ts';

const request = {
  id: 'r1',
  tenant: 'default',
  headers: { 'accept-language': 'de' },
} as unknown as OperationRequest;

const displays: Readonly<Record<string, JsonObject>> = {
  pid: { name: 'Ausweis', locale: 'de', background_color: '#000000', text_color: '#ffffff', description: 'Alles' },
  pass: { name: 'Pass', locale: 'en' },
};

function surroundings(): PageSurroundings {
  return {
    configurations: {
      get: async (_: string, id: string) => {
        const display = displays[id];
        return display === undefined ? undefined : { metadata: { credential_metadata: { display: [display] } } };
      },
    },
    brandOf: (tenant: string, language: string) => ({ name: `${tenant} ${language}` }),
  } as unknown as PageSurroundings;
}

const session = (change: Partial<IssuanceSession['issuance']>): IssuanceSession =>
  ({ issuance: given('created', change) }) as unknown as IssuanceSession;

test('the card shows the requested credential, with its colours', async () => {
  const asked = session({ progress: progresses.presentation_required });
  assert.deepEqual(await describedIssuance(surroundings(), request, asked), {
    language: 'de',
    brand: { name: 'default de' },
    coming: { name: 'Ausweis', description: 'Alles', background: '#000000', text: '#ffffff' },
  });
});

test('an issuance that has ended is described by its offer; several credentials are named together', async () => {
  const ended = session({ progress: { state: 'failed', reason: 'x' }, configurationIds: ['pid', 'pass', 'gone'] });
  const { coming } = await describedIssuance(surroundings(), request, ended);
  assert.deepEqual(coming, { name: 'Ausweis, Pass', background: '#000000', text: '#ffffff' });
  const { coming: none } = await describedIssuance(surroundings(), request, session({ configurationIds: ['gone'] }));
  assert.deepEqual(none, {});
});

test('the path to follow contains the prefix of the public address and the tenant', () => {
  const settings = { PUBLIC_URL: 'https://issuer.example/base' } as Platform['settings'];
  assert.equal(followPath({ settings }, 'default', 'ref'), '/base/authorize/follow/ref');
  assert.equal(followPath({ settings }, 'root', 'ref'), '/base/root/authorize/follow/ref');
});

test('the purpose is in the language of the page; while the verifier is unreachable there is none, which is logged', async () => {
  const logged: string[] = [];
  const log = { warn: (message: string) => logged.push(message) } as unknown as Platform['log'];
  const ask = (call: CallOperation): Promise<object> => statedPurpose({ call, log }, request, 'identity', 'de');
  const purpose = [
    { locale: 'en', name: 'Name' },
    { locale: 'de', name: 'Namensprüfung' },
  ];
  const called: unknown[] = [];
  const answered = await ask(async (operation, { params }) => {
    called.push(operation, params);
    return { body: { purpose, privacyPolicy: 'https://issuer.example/p' } };
  });
  assert.deepEqual(called, ['verifier.configuration.purpose', { id: 'identity' }]);
  assert.deepEqual(answered, { purpose: 'Namensprüfung', privacyPolicy: 'https://issuer.example/p' });
  assert.deepEqual(await ask(async () => ({ body: { purpose: 'x' } })), {});
  assert.deepEqual(logged, []);
  const away = ask(async () => {
    throw new ProtocolError('temporarily_unavailable', 'away', { reason: 'dependency_away' });
  });
  assert.deepEqual(await away, {});
  assert.deepEqual(logged, ['authorization page without purpose']);
});
