/** Faults of a wallet that presents an mdoc, before the functions of the server: each is refused for the reason of the fault. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type FaultName, faults } from '@countersign/wallet/faults/faults';
import { presentMdoc } from '@countersign/wallet/presentation/present-mdoc';
import type { Fault } from '@countersign/wallet/sending/fault';
import { Transport } from '@countersign/wallet/sending/transport';
import { credential, key, transcript, verified } from '../wallet/made-mdl.ts';

const cases: readonly { readonly fault: FaultName }[] = [
  { fault: 'issuer_header' },
  { fault: 'issuer_signature' },
  { fault: 'issuer_trust' },
  { fault: 'disclosure' },
  { fault: 'kb_missing' },
  { fault: 'kb_signature' },
  { fault: 'mdoc_element_moved' },
  { fault: 'mdoc_element_twice' },
  { fault: 'mdoc_device_element' },
  { fault: 'mdoc_digest_algorithm' },
  { fault: 'mdoc_two_documents' },
  { fault: 'mdoc_status' },
  { fault: 'mdoc_trailing_bytes' },
  { fault: 'mdoc_doctype' },
  { fault: 'mdoc_transcript' },
  { fault: 'mdoc_replay' },
  { fault: 'mdoc_mac' },
  { fault: 'mdoc_signature_and_mac' },
  { fault: 'mdoc_device_auth_missing' },
];

describe('faults: mdocs', () => {
  for (const { fault: name } of cases) {
    const fault: Fault = faults[name];
    it(name, () => {
      const { mdocChange } = new Transport({ fetch, fault });
      const vp_token = JSON.stringify({ mdl: [presentMdoc({ credential, key }, transcript, mdocChange)] });
      const sent = { step: fault.step, method: 'POST', url: 'https://v.example/', headers: {}, form: { vp_token } };
      const memory = { sent: () => assert.fail(), answered: () => assert.fail() };
      const posted = fault.request?.(sent, memory) ?? sent;
      assert.equal(verified(JSON.parse(posted.form?.vp_token ?? '').mdl[0]), fault.reason);
    });
  }

  it('without its elements a document is sound: that the query is not answered is checked afterwards', () => {
    const { mdocChange } = new Transport({ fetch, fault: faults.claims });
    assert.equal(verified(presentMdoc({ credential, key }, transcript, mdocChange)), undefined);
  });
});
