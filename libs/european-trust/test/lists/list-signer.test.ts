import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { makeTestAuthority, USAGE } from '../registration/made-certificates.ts';
import { NOW, VALIDITY } from '../registration/registrar.ts';
import { refusesList } from './list-refusals.ts';
import { DAY, makeList, makeSigner, OPERATOR, read, signedList, sourceOf } from './made-lists.ts';

const { signer, source, content } = await makeList();
const base64 = (one: typeof signer): string => one.certificate.raw.toString('base64');

describe('the signer of a list', () => {
  it('is one that the source names, or under an authority that it names', async () => {
    const authority = await makeTestAuthority('list CA', VALIDITY);
    const under = await makeSigner('under it', { issuer: authority });
    const pinned = sourceOf('PID', [authority.certificate]);
    for (const chain of [[under.certificate], [under.certificate, authority.certificate]]) {
      assert.equal(read(signedList(content(), { signer: under, chain }), pinned).signer.by, 'authority');
    }
    refusesList(() => read(signedList(content(), { signer: under }), source), 'trust_list_signer', '/x5c/0');
  });

  it('is none where the source names none', () => {
    refusesList(() => read(signedList(content(), { signer }), { ...source, signers: [] }), 'trust_list_signer');
  });

  it('is not an end entity above another certificate, and not one that brings its own authority', async () => {
    const under = await makeSigner('under the signer', { issuer: signer });
    const chain = [under.certificate, signer.certificate];
    refusesList(() => read(signedList(content(), { signer: under, chain }), source), 'trust_list_signer');
    const own = await makeTestAuthority('own CA', VALIDITY);
    const brought = await makeSigner('brought', { issuer: own });
    const two = [brought.certificate, own.certificate];
    refusesList(() => read(signedList(content(), { signer: brought, chain: two }), source), 'trust_list_signer');
  });

  for (const [name, validity] of [
    ['has expired', { notBefore: NOW - 9 * DAY, notAfter: NOW - DAY }],
    ['is not valid yet', { notBefore: NOW + DAY, notAfter: NOW + 9 * DAY }],
  ] as const) {
    it(`is refused when its certificate ${name}`, async () => {
      const own = await makeSigner(name, validity);
      const signed = signedList(content(), { signer: own });
      refusesList(() => read(signed, sourceOf('PID', [own.certificate])), 'trust_list_signer');
    });
  }

  it('may be one that the list before announces, if that is allowed', async () => {
    const [next, third] = [await makeSigner('next signer'), await makeSigner('third signer')];
    const announcing = read(
      signedList(content({ successors: [signer.certificate, next.certificate] }), { signer }),
      source,
    );
    const { successors } = announcing;
    assert.deepEqual(successors, [base64(signer), base64(next)]);
    const byNext = signedList(content(), { signer: next });
    assert.equal(read(byNext, source, { successors }).signer.by, 'successor');
    refusesList(() => read(byNext, source), 'trust_list_signer');
    refusesList(
      () => read(byNext, source, { successors, settings: { acceptSelfPointer: 'off' } }),
      'trust_list_signer',
    );
    refusesList(() => read(signedList(content(), { signer: third }), source, { successors }), 'trust_list_signer');
  });

  it('is announced by a pointer of the list to itself only', async () => {
    const next = await makeSigner('next signer');
    const list = read(signedList(content({ successors: [next.certificate] }), { signer }), {
      ...source,
      url: 'https://other.example',
    });
    assert.deepEqual([list.successors, list.pointers[0]?.signers], [[], [base64(next)]]);
  });
});

describe('the name of a signer', () => {
  const named = (C: string, O: string) =>
    makeSigner(`${C} ${O}`, {
      subject: [
        ['C', C],
        ['O', O],
      ],
    });

  it('is that of the operator in any case', async () => {
    const own = await named('EU', OPERATOR.toUpperCase());
    assert.deepEqual(read(signedList(content(), { signer: own }), sourceOf('PID', [own.certificate])).warnings, []);
  });

  it('has warnings where it differs, or refuses by setting', async () => {
    const own = await named('LU', 'Another operator');
    const signed = signedList(content(), { signer: own });
    const pinned = sourceOf('PID', [own.certificate]);
    const strict = { settings: { strictSignerName: 'refuse' } } as const;
    assert.equal(read(signed, pinned).warnings.length, 2);
    assert.equal(refusesList(() => read(signed, pinned, strict), 'trust_list_signer').findings.length, 2);
  });

  it('and its purposes only warn', async () => {
    const own = await makeSigner('for anything', { extensions: [], usage: USAGE.keyEncipherment });
    const { warnings } = read(signedList(content(), { signer: own }), sourceOf('PID', [own.certificate]));
    assert.deepEqual(
      warnings.map(({ detail }) => detail),
      ['The certificate does not have the purpose of signing lists', 'The key usage does not allow signing lists'],
    );
  });
});
