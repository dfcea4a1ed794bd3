/** Wallets with a fault that present an mdoc of the server. */
import { setStatus } from '../support/flows.ts';
import { mdlConfiguration, mdlQuery, question } from '../support/mdl.ts';
import { explained, type FaultCase } from './explained.ts';
import { type FaultWorld, openFaultWorld } from './fault-world.ts';
import { presents, take } from './presenting.ts';

const CARD = 'org.example.card';

const openMdocWorld = (): Promise<FaultWorld> =>
  openFaultWorld({
    'issuance/mdl.json': { ...mdlConfiguration, lifetime: 3600 },
    'issuance/card.json': { ...mdlConfiguration, config: { ...mdlConfiguration.config, doctype: CARD, scope: 'card' } },
    'presentation/question.json': question(mdlQuery('family_name', 'given_name')),
  });

const run = presents({ held: async (world, shape) => (await take(world, shape, 'mdl')).held });
const revoked = presents({
  held: async (world, shape) => {
    const { held, session } = await take(world, shape, 'mdl');
    await setStatus(world.server, session, 1);
    return held;
  },
});
const expired = presents({
  held: async (world, shape) => {
    const { held } = await take(world, shape, 'mdl');
    await world.wait(7200);
    return held;
  },
});
/** A member card where a licence was requested. */
const other = presents({ held: async (world, shape) => (await take(world, shape, 'card')).held });

const credential = { credential: 'mdl' };
const cases: readonly FaultCase[] = [
  { fault: 'presentation_format', facts: credential, run },
  { fault: 'issuer_header', facts: credential, run },
  { fault: 'issuer_signature', facts: credential, run },
  { fault: 'issuer_trust', both: true, facts: credential, run },
  { fault: 'disclosure', facts: credential, run },
  { fault: 'kb_missing', facts: credential, run },
  { fault: 'kb_signature', both: true, facts: credential, run },
  { fault: 'claims', facts: credential, run },
  { fault: 'type', facts: { ...credential, received: CARD }, run: other },
  { fault: 'mdoc_element_moved', facts: credential, run },
  { fault: 'mdoc_element_twice', facts: credential, run },
  { fault: 'mdoc_device_element', facts: credential, run },
  { fault: 'mdoc_digest_algorithm', facts: credential, run },
  { fault: 'mdoc_two_documents', facts: { ...credential, expected: 1, received: 2 }, run },
  { fault: 'mdoc_status', facts: credential, run },
  { fault: 'mdoc_trailing_bytes', facts: credential, run },
  { fault: 'mdoc_doctype', facts: credential, run },
  { fault: 'mdoc_transcript', both: true, facts: credential, run },
  { fault: 'mdoc_replay', both: true, facts: credential, run },
  { fault: 'mdoc_mac', facts: { ...credential, detail: 'mac' }, run },
  { fault: 'mdoc_signature_and_mac', facts: credential, run },
  { fault: 'mdoc_device_auth_missing', facts: credential, run },
  { fault: 'revoked', facts: credential, run: revoked },
  { fault: 'time', waits: true, facts: credential, run: expired },
];

explained('mdocs', openMdocWorld, cases);
