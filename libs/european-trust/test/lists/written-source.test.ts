import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sourceSchema } from '@countersign/shared/configuration-documents/trust-list-source';
import { parseJson } from '@countersign/shared/kernel/json';
import { LIST_NAMES, parseSource, sourceFindings } from '../../src/lists/written-source.ts';

const url = 'https://lists.example/list.jwt';
const LOTL = { url, list: 'list-of-trusted-lists', journal: 'https://journal.example/1', vct: ['urn:a'] };
const parsed = (value: object) => parseSource(JSON.stringify(value));
const pointers = (value: object) => sourceFindings(parseJson(JSON.stringify(value))).map(({ pointer }) => pointer);

describe('the source of a list', () => {
  it('has the profile of its name, and the settings of Europe', () => {
    for (const [list, type] of Object.entries(LIST_NAMES)) {
      const isNational = list === 'national-trusted-list' || list === 'list-of-trusted-lists';
      const more = {
        ...(isNational || list === 'public-body-attestation-providers' ? { vct: ['urn:a'] } : {}),
        ...(list === 'list-of-trusted-lists' ? { journal: 'https://journal.example/1' } : {}),
      };
      const { source, settings } = parsed({ url, list, ...more });
      assert.deepEqual(
        [source.profile.type, settings.acceptSelfPointer, settings.serialisation],
        [type, isNational ? 'off' : 'on', 'compact'],
      );
    }
    const named = sourceSchema.properties.list.anyOf.flatMap((branch) => ('enum' in branch ? branch.enum : []));
    assert.deepEqual([...named].sort(), Object.keys(LIST_NAMES).sort());
  });

  it('lets providers of PIDs issue PIDs, and others what it names', () => {
    assert.deepEqual(parsed({ url, list: 'pid-providers' }).types.vcts, ['urn:eudi:pid:*']);
    assert.deepEqual(parsed({ url, list: 'pid-providers', vct: ['urn:a'] }).types, { vcts: ['urn:a'], doctypes: [] });
    assert.deepEqual(parsed({ url, list: 'wallet-providers' }).types, { vcts: [], doctypes: [] });
  });

  it('may be of another list, with its service types', () => {
    const list = 'https://scheme.example/types/diplomas';
    const { source, settings } = parsed({ url, list, issuance: ['urn:i'], revocation: ['urn:r'], vct: ['urn:a'] });
    assert.deepEqual(
      [...source.profile.services],
      [
        ['urn:i', 'attestation/issuance'],
        ['urn:r', 'attestation/revocation'],
      ],
    );
    assert.deepEqual([source.profile.type, source.profile.eu, settings.acceptSelfPointer], [list, undefined, 'off']);
  });

  it('may be of the list of trusted lists, with what is followed', () => {
    const { source, follows, settings } = parsed({
      ...LOTL,
      territories: ['DE'],
      nationalExpired: 'warn',
      graceHours: 3,
      brainpool: 'on',
    });
    assert.deepEqual([source.journal, follows?.territories], [LOTL.journal, ['DE']]);
    assert.deepEqual([settings.nationalExpired, settings.graceHours, settings.brainpool], ['warn', 3, 'on']);
    assert.equal(parsed(LOTL).follows?.territories?.length, 30);
  });

  it('may be of a list of lists in JSON', () => {
    const { follows } = parsed({ url, list: 'https://scheme.example/lists', pointsTo: ['pid-providers'] });
    assert.deepEqual([...(follows?.profiles.keys() ?? [])], [LIST_NAMES['pid-providers']]);
    assert.equal(parsed({ url, list: 'national-trusted-list', vct: ['urn:a'] }).follows, undefined);
    assert.equal(parsed({ url, list: 'pid-providers' }).follows, undefined);
  });

  for (const [name, value, expected] of [
    ['no journal', { url, list: 'list-of-trusted-lists', vct: ['urn:a'] }, ['/journal']],
    ['no types of national lists', { ...LOTL, vct: undefined }, ['/vct']],
    ['a journal of another list', { url, list: 'pid-providers', journal: url }, ['/journal']],
    ['Brainpool for a list in JSON', { url, list: 'pid-providers', brainpool: 'on' }, ['/brainpool']],
    ['too long a grace', { url, list: 'pid-providers', graceHours: 73 }, ['/graceHours']],
    ['pointers of a list of Europe', { url, list: 'pid-providers', pointsTo: ['registrars'] }, ['/pointsTo']],
    ['nothing', {}, ['/url', '/list']],
    ['no address', { url: 'file:///etc/passwd', list: 'pid-providers' }, ['/url']],
    ['an unknown member', { url, list: 'pid-providers', other: 1 }, ['/other']],
    ['another list without services', { url, list: 'https://scheme.example', vct: ['urn:a'] }, ['/issuance']],
    ['another list without types', { url, list: 'https://scheme.example', issuance: ['urn:i'] }, ['/vct']],
    ['services of a list of Europe', { url, list: 'pid-providers', issuance: ['urn:i'] }, ['/issuance']],
    ['no types of public bodies', { url, list: 'public-body-attestation-providers' }, ['/vct']],
    ['no types of a national list', { url, list: 'national-trusted-list' }, ['/vct']],
  ] as const) {
    it(`is refused with ${name}`, () => {
      assert.deepEqual(pointers(value), expected);
      assert.throws(() => parsed(value));
    });
  }
});
