/** Samples of memory as lines and as a plot. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type MemorySample, memoryPlot, sampleLine, summaryLines } from '@countersign/bench/results/memory-report';

function sampleOf(done: number, own: number, name = 'one process'): MemorySample {
  return { name, done, own, mapped: 100 + done, heap: own / 2, heapTotal: own - 20, external: 8 };
}

const samples = [0, 10, 20, 90, 100].map((done) => sampleOf(done, 80 + done));

test('a sample is a line', () => {
  const line = '  1000 one process        MB: own 150, heap 75, of heap 130, external 8, mapped 1100';
  assert.equal(sampleLine(sampleOf(1000, 150)).trim(), line.trim());
});

test('the summary compares the second tenth with the last one, and says the most', () => {
  assert.deepEqual(summaryLines(samples), [
    'one process: own 100 MB in the second tenth, 180 in the last, at most 180; heap 50 MB in the second tenth, 90 in the last, at most 90',
  ]);
});

test('each process has its line of the summary', () => {
  const two = [...samples, ...samples.map((one) => ({ ...one, name: 'issuer 1' }))];
  assert.deepEqual(
    summaryLines(two).map((line) => line.split(':')[0]),
    ['one process', 'issuer 1'],
  );
});

test('one process is drawn with its heap and its mapped files, several by their own memory', () => {
  const one = memoryPlot(samples, 'issuance');
  assert.match(one, /<desc>issuance\. At the end: own and mapped files 380, own 180, heap 90\.<\/desc>/);
  assert.equal(one.match(/<polyline/g)?.length, 3);
  const several = memoryPlot([...samples, sampleOf(100, 50, 'issuer 1')], 'issuance');
  assert.match(several, /At the end: one process 180, issuer 1 50\./);
});
