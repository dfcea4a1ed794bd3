/** Dashboard and alarms are no better than the metrics that they name. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type MetricName, metricDefinitions } from '@countersign/shared/metrics/catalogue';
import { createPromMetrics } from '@countersign/shared/metrics/prom';
import { parse } from 'yaml';

const ROOT = resolve(import.meta.dirname, '../../..');
const FOLDER = join(ROOT, 'deploy/observability');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string };
}
interface Panel {
  readonly title: string;
  readonly type: string;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const rules = (
  parse(readFileSync(join(FOLDER, 'alerts.yaml'), 'utf8')) as { groups: readonly { rules: readonly Rule[] }[] }
).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readFileSync(join(FOLDER, 'grafana-dashboard.json'), 'utf8')) as { panels: Panel[] };

/** Names and labels that an expression uses. */
function used(expression: string): { readonly metrics: readonly string[]; readonly labels: readonly string[] } {
  const text = expression.replaceAll(/"[^"]*"/g, '""');
  const metrics = [...text.matchAll(/\b(?:countersign|nodejs|process)_[a-z0-9_]+/g)].map(([name]) => name);
  const grouped = [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(','));
  const matched = [...text.matchAll(/\{([^}]*)\}/g)].flatMap(([, list = '']) => list.split(','));
  const labels = [...grouped, ...matched.map((matcher) => matcher.split(/[=!]/)[0] ?? '')].map((label) => label.trim());
  return { metrics, labels: labels.filter((label) => label !== '') };
}

/** The samples of a histogram have names of their own. */
function definitionOf(sample: string): MetricName | undefined {
  const name = sample.replace(/_(bucket|count|sum)$/, '');
  return [sample, name].find((one): one is MetricName => Object.hasOwn(metricDefinitions, one));
}

async function wrong(expression: string): Promise<readonly string[]> {
  const { metrics, labels } = used(expression);
  const ofProcess = (await createPromMetrics({ service: 'gateway' }).scrape()).body;
  const unknown = metrics.filter((name) => definitionOf(name) === undefined && !ofProcess.includes(`# TYPE ${name} `));
  // `instance` and `service` stand in every sample, `le` in those of histograms.
  const known = new Set(['service', 'instance', 'le', ...metrics.flatMap((name) => labelsOf(name))]);
  return [...unknown, ...labels.filter((label) => !known.has(label)).map((label) => `label ${label}`)];
}

function labelsOf(sample: string): readonly string[] {
  const name = definitionOf(sample);
  return name === undefined ? [] : metricDefinitions[name].labels;
}

describe('alarms', () => {
  for (const { alert, expr, labels, annotations } of rules) {
    it(`${alert} refers to metrics and labels that exist`, async () => {
      assert.deepEqual(await wrong(expr), []);
      assert.ok(used(expr).metrics.length > 0);
      const told = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
      for (const label of told) assert.ok(used(expr).labels.includes(label) || alert === 'CountersignDown', label);
      assert.ok(['page', 'ticket'].includes(labels.severity));
    });
  }

  it('are explained, each under its name', () => {
    const operations = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
    assert.deepEqual(
      rules.map(({ alert }) => alert).filter((name) => !operations.includes(name)),
      [],
    );
  });
});

describe('the dashboard', () => {
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      it(`${title} refers to metrics and labels that exist`, async () => {
        assert.deepEqual(await wrong(expr), []);
        const told = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        for (const label of told) assert.ok(used(expr).labels.includes(label), label);
      });
    }
  }

  it('shows every metric of the catalogue', () => {
    const shown = new Set(
      panels.flatMap(({ targets = [] }) => targets.flatMap(({ expr }) => used(expr).metrics.map(definitionOf))),
    );
    assert.deepEqual(
      Object.keys(metricDefinitions).filter((name) => !shown.has(name as MetricName)),
      [
        // Beside their durations, which are.
      ],
    );
  });
});

describe('the check', () => {
  it('finds a metric and a label that do not exist', async () => {
    assert.deepEqual(await wrong('sum by (rout) (rate(countersign_request_total{code="1"}[5m]))'), [
      'countersign_request_total',
      'label rout',
      'label code',
    ]);
  });
});
