import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readServices } from '../../src/xml-lists/read-services.ts';
import { readVerified } from '../../src/xml-lists/scan.ts';
import { listContent, provider, QUALIFIED, type ServiceParts, STATUS, service } from './list-content.ts';
import { base64Of, makeSigner, rooted } from './made-list.ts';
import { refusesAs } from './refused-list.ts';

const certificates = [base64Of(await makeSigner('Service'))];
const services = (...providers: readonly string[]) =>
  readServices(readVerified(rooted(listContent({ providers: providers.join('') }))));
const problemOf = (parts: ServiceParts) => services(provider([service(parts)])).skipped[0]?.problem;

describe('services of a list', () => {
  it('have their state, identity and history', () => {
    const history = [{ status: STATUS.withdrawn, since: '2025-01-01T00:00:00Z', keyIdentifiers: ['AAECAw=='] }];
    const { entries, skipped } = services(provider([service({ certificates, history })], 'A'), provider([], 'B'));
    assert.deepEqual(skipped, []);
    assert.deepEqual(entries, [
      {
        provider: 0,
        entity: 'A',
        entityNames: ['A', 'VATDE-123'],
        service: 'Attestations',
        serviceType: QUALIFIED,
        status: STATUS.granted,
        since: Date.UTC(2026, 0, 1),
        certificates,
        keyIdentifiers: [],
        subjectNames: [],
        history: [
          {
            serviceType: QUALIFIED,
            status: STATUS.withdrawn,
            since: Date.UTC(2025, 0, 1),
            certificates: [],
            keyIdentifiers: ['AAECAw=='],
            subjectNames: [],
          },
        ],
      },
    ]);
  });

  it('are skipped one by one, and never the whole list', () => {
    const good = service({ certificates });
    const { entries, skipped } = services(provider([good, service({ certificates: ['AAAA'] }), good]));
    assert.equal(entries.length, 2);
    assert.deepEqual(skipped, [{ entity: 'Provider', service: 'Attestations', problem: 'certificate' }]);
  });

  it('are skipped without a usable state, certificate or history', () => {
    assert.equal(problemOf({ certificates: [...certificates, ...certificates] }), 'certificate');
    assert.equal(problemOf({ certificates, since: '2026-01-01' }), 'state');
    assert.equal(problemOf({ certificates, status: '' }), 'state');
    assert.equal(problemOf({ certificates, history: [{ since: 'never' }] }), 'history');
  });

  it('are skipped with a critical extension that is not understood', () => {
    const extension = (critical: string, name: string): string =>
      `<Extension Critical="${critical}"><${name}/></Extension>`;
    assert.equal(problemOf({ certificates, extensions: extension('true', 'Unknown') }), 'critical extension');
    assert.equal(
      problemOf({ certificates, extensions: '<Extension Critical="true"></Extension>' }),
      'critical extension',
    );
    assert.equal(problemOf({ certificates, extensions: '<Extension><Unknown/></Extension>' }), 'critical extension');
    assert.equal(problemOf({ certificates, extensions: extension('false', 'Unknown') }), undefined);
    assert.equal(problemOf({ certificates, extensions: extension('true', 'AdditionalServiceInformation') }), undefined);
  });

  it('of a provider with a critical extension make the list unusable', () => {
    const extension = '<Extension Critical="true"><Unknown/></Extension>';
    refusesAs('critical_extension', () => services(provider([service({ certificates })], 'A', extension)));
  });
});
