/** The plots of a result. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plotsOf } from '@countersign/bench/plots/plots';
import { resultOf, scenarioOf } from '../sample-result.ts';

const result = resultOf([scenarioOf('issuance'), scenarioOf('refresh'), scenarioOf('revoke')]);

test('three files; the same result gives the same files', () => {
  const plots = plotsOf(result);
  assert.deepEqual([...plots.keys()], ['latency.svg', 'throughput.svg', 'cost.svg']);
  assert.deepEqual(plotsOf(structuredClone(result)), plots);
});

test('each file names machine, commit and date, and every scenario', () => {
  for (const [file, svg] of plotsOf(result)) {
    assert.match(svg, /2026-11-23, commit 0123abcd, Node 20\.20\.2, 2 cores \(A processor\)/, file);
    for (const name of ['issuance', 'refresh', 'revoke']) assert.ok(svg.includes(`>${name}</text>`), `${file} ${name}`);
  }
});

test('every element of a file is closed, and no figure is missing', () => {
  for (const [file, svg] of plotsOf(result)) {
    assert.doesNotMatch(svg, /NaN|undefined|Infinity/, file);
    const open: string[] = [];
    for (const [, close, name = '', self] of svg.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (close === '/') assert.equal(open.pop(), name, file);
      else if (self !== '/') open.push(name);
    }
    assert.deepEqual(open, [], file);
  }
});

test('without profiles there is no plot of the cost, and without runs no plot', () => {
  const [file] = [...plotsOf(resultOf([scenarioOf('issuance', { parts: undefined })])).keys()].slice(-1);
  assert.equal(file, 'throughput.svg');
  assert.throws(() => plotsOf(resultOf([])), /The result has no runs/);
  assert.throws(() => plotsOf(resultOf([scenarioOf('issuance', { runs: [] })])), /The result has no runs/);
});
