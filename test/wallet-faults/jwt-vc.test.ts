/** Wallets with a fault that present a W3C credential of the server. */
import { DIPLOMA, diplomaConfiguration, diplomaQuery } from '../support/diploma.ts';
import { setStatus } from '../support/flows.ts';
import { explained, type FaultCase } from './explained.ts';
import { type FaultWorld, openFaultWorld } from './fault-world.ts';
import { presents, take } from './presenting.ts';

const types = { type: ['VerifiableCredential', 'BadgeCredential'] };
const badge = { ...diplomaConfiguration.config, credential_definition: types, scope: 'badge' };

const openJwtVcWorld = (): Promise<FaultWorld> =>
  openFaultWorld({
    'issuance/diploma.json': { ...diplomaConfiguration, lifetime: 3600 },
    'issuance/badge.json': { ...diplomaConfiguration, config: badge },
    'presentation/question.json': { dcql_query: { credentials: [diplomaQuery] } },
  });

const run = presents({ held: async (world, shape) => (await take(world, shape, 'diploma')).held });
const revoked = presents({
  held: async (world, shape) => {
    const { held, session } = await take(world, shape, 'diploma');
    await setStatus(world.server, session, 1);
    return held;
  },
});
const expired = presents({
  held: async (world, shape) => {
    const { held } = await take(world, shape, 'diploma');
    await world.wait(7200);
    return held;
  },
});
/** A badge where a diploma was requested. */
const other = presents({ held: async (world, shape) => (await take(world, shape, 'badge')).held });

const credential = { credential: 'diploma' };
const cases: readonly FaultCase[] = [
  { fault: 'presentation_format', facts: credential, run },
  { fault: 'issuer_header', facts: credential, run },
  { fault: 'issuer_signature', facts: credential, run },
  { fault: 'issuer_trust', both: true, facts: credential, run },
  { fault: 'kb_signature', both: true, facts: credential, run },
  { fault: 'kb_nonce', facts: credential, run },
  { fault: 'kb_aud', facts: credential, run },
  { fault: 'kb_iat', facts: credential, run },
  { fault: 'type', facts: { ...credential, expectedAny: [`VerifiableCredential ${DIPLOMA}`] }, run: other },
  { fault: 'jwt_vc_unsigned', both: true, facts: credential, run },
  { fault: 'jwt_vc_two_credentials', facts: { ...credential, detail: 'one_credential' }, run },
  { fault: 'jwt_vc_presentation_type', facts: { ...credential, detail: 'vp_type' }, run },
  { fault: 'revoked', facts: credential, run: revoked },
  { fault: 'time', waits: true, facts: credential, run: expired },
];

explained('W3C credentials', openJwtVcWorld, cases);
