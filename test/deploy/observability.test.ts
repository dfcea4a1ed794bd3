/** Dashboard and alarms are no better than the metrics that they name. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type MetricName, metricDefinitions } from '@countersign/shared/metrics/catalogue';
import { createPromMetrics } from '@countersign/shared/metrics/prom';
import { DEFAULT_PORTS } from '@countersign/shared/settings/service-settings';
import { parse } from 'yaml';
import { SERVICES } from '../cluster/cluster-processes.ts';
import { METRICS_OFFSET } from './facts.ts';

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

/** A histogram's samples have separate names. */
function definitionOf(sample: string): MetricName | undefined {
  const name = sample.replace(/_(bucket|count|sum)$/, '');
  return [sample, name].find((one): one is MetricName => Object.hasOwn(metricDefinitions, one));
}

async function wrong(expression: string): Promise<readonly string[]> {
  const { metrics, labels } = used(expression);
  const ofProcess = (await createPromMetrics({ service: 'gateway' }).scrape()).body;
  const unknown = metrics.filter((name) => definitionOf(name) === undefined && !ofProcess.includes(`# TYPE ${name} `));
  // `instance` and `service` are in every sample, `le` in histograms.
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
      const named = [...annotations.summary.matchAll(/\$labels\.(\w+)/g)].map(([, label = '']) => label);
      for (const label of named) assert.ok(used(expr).labels.includes(label) || alert === 'CountersignDown', label);
      assert.ok(['page', 'ticket'].includes(labels.severity));
    });
  }

  it('are explained, each under its name', () => {
    const operations = readFileSync(join(ROOT, 'docs/explanation/operations.md'), 'utf8');
    assert.deepEqual(
      rules.map(({ alert }) => alert).filter((name) => !operations.includes(name)),
      [],
    );
  });
});

/** Without Prometheus the alarms are read only, not run. */
const promtool = spawnSync('promtool', ['--version']).error === undefined;
const skip = !promtool && 'needs promtool (Debian: apt-get install prometheus)';

describe('alarms, as Prometheus runs them', { skip }, () => {
  /** Series of `countersign_ready`, one sample per minute, and the alerts that fire after six. */
  const check = (name: string, ready: Readonly<Record<string, string>>, services: readonly string[]) =>
    it(name, (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'countersign-alarms-'));
      t.after(() => rmSync(folder, { recursive: true, force: true }));
      const fired = services.map((service) => ({
        exp_labels: { severity: 'page', service },
        exp_annotations: { summary: `No replica of ${service} takes requests` },
      }));
      const series = Object.entries(ready).map(([service, values]) => ({
        series: `countersign_ready{service="${service}", instance="${service}:9000"}`,
        values,
      }));
      const alert = { eval_time: '12m', alertname: 'CountersignDown', exp_alerts: fired };
      const tests = [{ interval: '1m', input_series: series, alert_rule_test: [alert] }];
      const file = join(folder, 'test.yaml');
      writeFileSync(file, JSON.stringify({ rule_files: [join(FOLDER, 'alerts.yaml')], tests }));
      const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    });
  const all = Object.fromEntries(SERVICES.map((service) => [service, '1x20']));

  check('none where all report', all, []);
  check('one service that does not take requests', { ...all, issuer: '1 1 0x20' }, ['issuer']);
  // `_` is a missing sample: the process, its target and its Service no longer exist.
  for (const service of SERVICES) {
    check(`${service} has vanished`, { ...all, [service]: '1 1 _x20' }, [service]);
  }
  check('one process misses none of the five', { standalone: '1x20' }, []);
  check('one process that takes no requests', { standalone: '0x20' }, ['standalone']);
  check('all have vanished', {}, [...SERVICES]);
});

describe('Prometheus and Grafana of docker-compose.yml', () => {
  const compose = parse(readFileSync(join(ROOT, 'docker-compose.yml'), 'utf8')) as {
    services: Record<string, { image: string; profiles?: string[]; volumes?: string[]; ports?: string[] }>;
  };
  const profiled = Object.entries(compose.services).filter(([, { profiles }]) => profiles !== undefined);

  it('are there where they are asked for, pinned, on loopback, with files that exist', () => {
    assert.deepEqual(
      profiled.map(([name]) => name),
      ['prometheus', 'grafana'],
    );
    for (const [name, { image, profiles, volumes = [], ports = [] }] of profiled) {
      assert.deepEqual(profiles, ['observability']);
      assert.match(image, /:v?\d+\.\d+\.\d+$/);
      for (const volume of volumes.filter((one) => one.startsWith('./'))) {
        assert.ok(existsSync(join(ROOT, volume.split(':')[0] ?? '')), `${name}: ${volume}`);
      }
      for (const port of ports) assert.match(port, /^127\.0\.0\.1:/);
    }
  });

  it('scrape the metrics port of each service, and read the alarms', () => {
    const { scrape_configs: jobs, rule_files: files } = parse(readFileSync(join(FOLDER, 'prometheus.yml'), 'utf8')) as {
      scrape_configs: { static_configs: { targets: string[] }[] }[];
      rule_files: string[];
    };
    const targets = jobs.flatMap((job) => job.static_configs.flatMap((one) => one.targets));
    const wanted = SERVICES.map((service) => `${service}:${Number(DEFAULT_PORTS[service]) + METRICS_OFFSET}`);
    assert.deepEqual([...targets].sort(), [...wanted].sort());
    const [, mounted] = profiled.map(([, { volumes = [] }]) => volumes)[0] ?? [];
    assert.equal(mounted, `./deploy/observability/alerts.yaml:${files[0]}:ro`);
  });
});

describe('the dashboard', () => {
  for (const { title, targets = [] } of panels) {
    for (const { expr, legendFormat } of targets) {
      it(`${title} refers to metrics and labels that exist`, async () => {
        assert.deepEqual(await wrong(expr), []);
        const named = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label = '']) => label);
        for (const label of named) assert.ok(used(expr).labels.includes(label), label);
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
        // Their durations are.
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
