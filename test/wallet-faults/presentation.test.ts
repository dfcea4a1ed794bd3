import { payload } from '@countersign/wallet/faults/change';
import { setStatus } from '../support/flows.ts';
import { explained } from './explained.ts';
import type { FaultCourse } from './fault-world.ts';
import { openPresentationWorld, presents, take } from './presenting.ts';

const other = presents({ held: async (world, shape) => (await take(world, shape, 'short')).held });
const revoked = presents({
  held: async (world, shape) => {
    const { held, session } = await take(world, shape, 'pid');
    await setStatus(world.server, session, 1);
    return held;
  },
});

const expired = presents({
  request: { requestId: 'short' },
  held: async (world, shape) => {
    const { held } = await take(world, shape, 'short');
    await world.wait(7200);
    return held;
  },
});

/** A wallet of a draft: the client id without its prefix is the audience. */
const unprefixed: FaultCourse = (world, shape, fault) => {
  const { request: _, ...rest } = fault;
  const jwt = payload('kb', ({ aud }) => ({ aud: String(aud).replace(/^[^:]+:/, '') }));
  return presents()(world, shape, { ...rest, jwt });
};

explained('presentations', openPresentationWorld, [
  { fault: 'presentation_format', facts: { credential: 'pid' }, run: presents() },
  { fault: 'issuer_header', facts: { expected: 'dc+sd-jwt', received: 'vc+sd-jwt' }, run: presents() },
  { fault: 'issuer_signature', run: presents() },
  {
    fault: 'issuer_trust',
    both: true,
    facts: { subject: /provider\.example/, sha256: /^[0-9a-fA-F:]{64,95}$/, place: /trust\/issuers/ },
    run: presents(),
  },
  { fault: 'disclosure', run: presents() },
  { fault: 'kb_missing', facts: { credential: 'pid' }, run: presents() },
  { fault: 'kb_signature', run: presents() },
  { fault: 'kb_nonce', run: presents() },
  { fault: 'kb_aud', both: true, facts: { received: 'x509_hash:another-verifier' }, run: presents() },
  {
    fault: 'response_legacy',
    variant: 'audience without prefix',
    facts: { claim: 'aud', expected: /^x509_\w+:/, difference: /prefix/ },
    run: unprefixed,
  },
  { fault: 'kb_iat', facts: { offsetSeconds: (behind) => Number(behind) <= -7200 }, run: presents() },
  { fault: 'kb_sd_hash', run: presents() },
  { fault: 'claims', facts: { credential: 'pid', paths: ['["given_name"]'] }, run: presents() },
  {
    fault: 'type',
    facts: { received: /\/vct\/short$/, expectedAny: (all) => String(all).endsWith('/vct/pid') },
    run: other,
  },
  { fault: 'trusted_authorities', run: presents({ request: { requestId: 'foreign' } }) },
  { fault: 'time', waits: true, facts: { claim: 'exp', expiredSeconds: (late) => Number(late) > 0 }, run: expired },
  { fault: 'revoked', facts: { credential: 'pid' }, run: revoked },
]);
