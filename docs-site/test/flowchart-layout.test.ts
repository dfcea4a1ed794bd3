import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { test } from 'node:test';
import { BOX_HEIGHT, layoutOf } from '../src/flowchart-layout.ts';
import { parseFlowchart } from '../src/flowchart-source.ts';

const ROOT = resolve(import.meta.dirname, '../../..');

test('each box is above what its arrows lead to, and no two boxes touch', () => {
  const document = readFileSync(join(ROOT, 'docs/explanation/architecture.md'), 'utf8');
  const text = /```mermaid\n([\s\S]*?)```/.exec(document)?.[1] ?? '';
  const chart = parseFlowchart(text) ?? assert.fail();
  const { boxes, arrows, width, height } = layoutOf(chart);
  assert.equal(boxes.length, chart.nodes.size);
  assert.equal(arrows.length, chart.edges.length);
  for (const [index, one] of boxes.entries()) {
    assert.ok(one.x - one.width / 2 >= 0 && one.x + one.width / 2 <= width && one.y + BOX_HEIGHT / 2 <= height);
    for (const other of boxes.slice(index + 1)) {
      const apart = Math.abs(one.x - other.x) >= (one.width + other.width) / 2;
      assert.ok(apart || Math.abs(one.y - other.y) >= BOX_HEIGHT, `${one.label} ${other.label}`);
    }
  }
  for (const points of arrows) {
    for (const [index, [, y]] of points.entries()) assert.ok(index === 0 || y > (points[index - 1]?.[1] ?? 0));
  }
});
