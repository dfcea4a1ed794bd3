import assert from 'node:assert/strict';
import { it } from 'node:test';
import { EU_LISTS } from '../../src/lists/list-source.ts';
import { type OpenedLote, openLote, pivotsOf, signerByPivots } from '../../src/lists/lote-pivots.ts';
import { refusesList } from './list-refusals.ts';
import { makeList, makeSigner, signedList, sourceOf, URL_OF_LIST } from './made-lists.ts';

const { signer, content } = await makeList();
const other = await makeSigner('other');
const JOURNAL = 'https://journal.example/2026';
const source = { ...sourceOf('PID', [signer.certificate]), journal: JOURNAL };
const { origin } = new URL(URL_OF_LIST);
const der = (one: typeof signer): string => one.certificate.raw.toString('base64');
const opened = (more: Partial<OpenedLote> = {}): OpenedLote => {
  return { signer: der(signer), announced: [der(signer)], informationUris: [], sequenceNumber: 1, ...more };
};
const at = (url: string, more: Partial<OpenedLote> = {}) => ({ url, opened: opened(more) });

it('a list is opened with its own signer, whoever that is, and with no other key', () => {
  const list = signedList(content({ successors: [other.certificate] }), { signer: other });
  const { signer: by, announced } = openLote(list, source, EU_LISTS);
  assert.deepEqual([by, announced], [der(other), [der(other)]]);
  const forged = signedList(content(), { signer: { ...other, key: signer.key } });
  refusesList(() => openLote(forged, source, EU_LISTS), 'trust_list_signature');
});

it('pivots are files of its own host, before the publication', () => {
  const [one, two] = [`${origin}/1.jwt`, `${origin}/2.json`];
  const elsewhere = ['https://other.example/3.jwt', `${origin}/about.html`, 'x'];
  const informationUris = [one, ...elsewhere, two, JOURNAL, `${origin}/4.jwt`];
  assert.deepEqual(pivotsOf(opened({ informationUris }), source), [one, two]);
  refusesList(() => pivotsOf(opened({ informationUris: [one] }), source), 'trust_list_signer');
});

it('the signers lead from the list to one that is configured', () => {
  const list = at(URL_OF_LIST, { signer: der(other), sequenceNumber: 2 });
  const pivot = at(`${origin}/1.jwt`, { announced: [der(signer), der(other)] });
  const { by, path } = signerByPivots(list, [pivot], source);
  assert.deepEqual([by, path?.map(({ sequenceNumber }) => sequenceNumber)], ['pivots', [2, 1]]);
  refusesList(() => signerByPivots(list, [], source), 'trust_list_signer');
  refusesList(() => signerByPivots(list, [at(`${origin}/1.jwt`)], source), 'trust_list_signer');
});
