/** The category and the statement of an mdoc. SD-JWT VCs are tested with the lists that decide on them. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { extensionOf } from '@countersign/european-trust/test/registration/made-certificates';
import type { AttestationCategory, ListedBy, TrustAnchor } from '@countersign/shared/trust/trust-anchor';
import { readPresentation, verifyPresentation } from '../../src/presentation/presentation.ts';
import { type MadeIssuer, makeIssuer } from '../mdoc/made-mdoc.ts';
import { mdocContext, mdocIssuer, mdocOf, mdocQueryOf } from './mdocs.ts';
import { refuses } from './refuses.ts';

function listedAs(more: Partial<ListedBy>, { anchor: certificate }: MadeIssuer = mdocIssuer): TrustAnchor {
  const listed = {
    list: 'national',
    url: 'https://tsl.example',
    sequenceNumber: 1,
    entity: 'Provider',
    service: 'urn:s',
  };
  return {
    certificate,
    vcts: 'any',
    doctypes: 'any',
    listed: { ...listed, ...more, revocation: [] },
  };
}

function present(category: AttestationCategory, element?: string, anchors: readonly TrustAnchor[] = []) {
  const elements = element === undefined ? {} : { 'org.etsi.01947201.010101': { category: element } };
  const names = { 'org.iso.18013.5.1': { given_name: 'Erika' }, ...elements };
  const [query] = mdocQueryOf().credentials;
  const ours = { ...mdocContext, anchors, listed: () => [listedAs({ category })] };
  const read = readPresentation(mdocOf({ elements: names }), query ?? assert.fail(), ours);
  return verifyPresentation(read, ours).signer.list;
}

it('an mdoc that discloses its category is decided by an entry of this category only', () => {
  const qualified = 'urn:etsi:esi:eaa:eu:qualified';
  assert.equal(present('qualified', qualified)?.category, 'qualified');
  assert.equal(present('public-body', 'urn:etsi:esi:eaa:eu:pub')?.category, 'public-body');
  assert.equal(present('qualified')?.category, undefined);
  refuses(() => present('public-body', qualified), 'issuer_trust');
  // The signer of an mdoc may be trusted as it is.
  const pinned = { certificate: mdocIssuer.signer, vcts: [], doctypes: 'any', pinned: true } as const;
  assert.equal(present('public-body', qualified, [pinned]), undefined);
});

it('an mdoc of a public body needs the statement in the certificate of its signer in profile eu', async () => {
  const body = await makeIssuer({ extensions: [extensionOf.publicBody()] });
  const shown = (by: MadeIssuer) => {
    const ours = { ...mdocContext, anchors: [], listed: () => [listedAs({ category: 'public-body' }, by)] };
    const read = readPresentation(mdocOf({}, by), mdocQueryOf().credentials[0] ?? assert.fail(), ours);
    return verifyPresentation(read, { ...ours, needsPublicBodyStatement: true }).signer.list?.publicBody?.country;
  };
  assert.equal(shown(body), 'DE');
  refuses(() => shown(mdocIssuer), 'public_body_statement');
});

it('an mdoc counts under the provider of the country that it claims', () => {
  const shown = (issuing_country: string, anchors: readonly TrustAnchor[] = []) => {
    const names = { 'org.iso.18013.5.1': { given_name: 'Erika' }, 'eu.europa.ec.eudi.pid.1': { issuing_country } };
    const ours = { ...mdocContext, anchors, listed: () => [listedAs({ territories: ['EL'] })] };
    const read = readPresentation(mdocOf({ elements: names }), mdocQueryOf().credentials[0] ?? assert.fail(), ours);
    return verifyPresentation(read, ours).signer.list?.entity;
  };
  assert.equal(shown('GR'), 'Provider');
  refuses(() => shown('DE'), 'issuing_country');
  const pinned = { certificate: mdocIssuer.signer, vcts: [], doctypes: 'any', pinned: true } as const;
  assert.equal(shown('DE', [pinned]), undefined);
});
