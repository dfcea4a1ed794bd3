/** Scenarios in which a wallet presents a credential. */
import { newWalletKey } from '@countersign/wallet/jwt/keys';
import { DC_API_STEPS, dcApiLoad, ORIGIN, PAGE_QUESTION } from '../flows/dc-api-flow.ts';
import { issuanceLoad } from '../flows/issuance-flow.ts';
import { LOGIN_CLIENT, LOGIN_STEPS, loginLoad, writeLoginClient } from '../flows/login-flow.ts';
import { MDOC_PRESENTATION_STEPS, mdocPresentationLoad, writeMdocQuestion } from '../flows/mdoc-flow.ts';
import {
  type ClaimsTarget,
  checkMember,
  DEFERRED_STEPS,
  deferredLoad,
  MEMBER,
  WHOLE_STEPS,
  wholeLoad,
  writeMember,
} from '../flows/presentation-during-issuance-flow.ts';
import {
  CONFIGURATION,
  PRESENTATION_STEPS,
  type Presenter,
  presentationLoad,
  writeConfiguration,
} from '../flows/presentation-flow.ts';
import { measure } from '../load/closed-loop.ts';
import { onlyOnce, type Prepared, prepared, type Scenario, type World } from './scenario.ts';

const CHECKED = 'every session verified, with the claim that was presented';

export const presentationScenarios: readonly Scenario[] = [
  {
    name: 'presentation',
    title: 'presentation, response mode direct_post.jwt',
    needs: [],
    steps: PRESENTATION_STEPS,
    checked: CHECKED,
    prepare: (world) => presenting(world, 'direct_post.jwt'),
  },
  {
    name: 'presentation-clear',
    title: 'presentation, response mode direct_post',
    needs: [],
    steps: PRESENTATION_STEPS,
    checked: CHECKED,
    prepare: (world) => presenting(world, 'direct_post'),
  },
  {
    name: 'login',
    title: 'login at an application by OpenID Connect, wallet on the same device',
    needs: [],
    steps: LOGIN_STEPS,
    checked: 'every login has the claim that was presented, no code twice',
    prepare: async (world) => {
      await question(world);
      await world.configure('login', LOGIN_CLIENT, () => writeLoginClient(world.server));
      return prepared(loginLoad(world.server, await world.presenters()), sessionCheck());
    },
  },
  {
    name: 'presentation-dc-api',
    title: 'presentation on a page by the Digital Credentials API, encrypted',
    needs: [],
    steps: DC_API_STEPS,
    checked: CHECKED,
    prepare: async (world) => {
      const question = { id: PAGE_QUESTION, vct: world.vct, origins: [ORIGIN] };
      await world.configure('presentation', PAGE_QUESTION, () => writeConfiguration(world.server, question));
      return prepared(dcApiLoad(world.server, await world.presenters()), sessionCheck());
    },
  },
  {
    name: 'presentation-mdoc',
    title: 'presentation of an mdoc, response mode direct_post.jwt',
    needs: [],
    steps: MDOC_PRESENTATION_STEPS,
    checked: 'every session verified',
    prepare: async ({ server, wallets, mdoc, pace, configure }) => {
      await configure('presentation', 'bench-mdoc', () => writeMdocQuestion(server));
      const keys = Array.from({ length: wallets }, () => ({ holder: newWalletKey() }));
      const { outcomes } = await measure(issuanceLoad(server, keys, mdoc), keys.length, 8, pace);
      const held = outcomes.map(({ credential, keys: own }) => ({ credential, key: own.holder }));
      return prepared(mdocPresentationLoad(server, held), sessionCheck());
    },
  },
  {
    name: 'presentation-during-issuance',
    title: 'issuance that needs a presentation first, claims from a webhook that responds immediately',
    needs: ['claims webhook'],
    steps: WHOLE_STEPS,
    checked: 'every credential has the claims of the webhook, no status index twice',
    prepare: async (world) => {
      const { presenters } = await member(world, false);
      return prepared(wholeLoad(world.server, presenters), memberCheck());
    },
  },
  {
    name: 'issuance-deferred',
    title:
      'issuance that needs a presentation first, deferred: the webhook answers when the wallet has its transaction',
    needs: ['claims webhook', 'short wait'],
    steps: DEFERRED_STEPS,
    checked: 'every credential has the claims of the webhook, no status index twice',
    prepare: async (world) => {
      const { presenters, target } = await member(world, true);
      return prepared(deferredLoad(world.server, presenters, target), memberCheck());
    },
  },
];

async function presenting(world: World, mode: 'direct_post' | 'direct_post.jwt'): Promise<Prepared> {
  await question(world);
  return prepared(presentationLoad(world.server, await world.presenters(), { mode }), sessionCheck());
}

function question({ server, vct, configure }: World): Promise<void> {
  return configure('presentation', CONFIGURATION, () => writeConfiguration(server, { vct }));
}

async function member(
  world: World,
  holds: boolean,
): Promise<{ readonly presenters: readonly Presenter[]; readonly target: ClaimsTarget }> {
  const { server, target } = world;
  if (target === undefined) throw new Error('The scenario needs a claims webhook');
  await question(world);
  await world.configure('issuance', MEMBER, () => writeMember(server, target));
  target.holds = holds;
  return { presenters: await world.presenters(), target };
}

function sessionCheck(): (sessions: readonly string[]) => void {
  const once = onlyOnce('session');
  return (sessions) => sessions.forEach(once);
}

function memberCheck(): (credentials: readonly string[]) => void {
  const once = onlyOnce('status index');
  return (credentials) => {
    for (const credential of credentials) once(checkMember(credential));
  };
}
