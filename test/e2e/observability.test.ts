/** What an operator sees from outside: metrics on a separate port, spans of a preloaded SDK, log lines. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { metricDefinitions } from '@countersign/shared/metrics/catalogue';
import { Wallet } from '@countersign/wallet/issuance/wallet';
import { bundled } from '../support/bundled.ts';
import { type ChildServer, createChildServer, freePort } from '../support/child-server.ts';
import { SAMPLES } from '../support/samples.ts';

const API_KEY = 'observability-api-key-0123456789';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CANARY = 'canary-given-name-8241';

describe('a server that is watched', () => {
  let folder: string;
  let server: ChildServer;
  let url: string;
  let metricsUrl: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-observed-'));
    const [port, metricsPort] = [await freePort(), await freePort()];
    url = `http://127.0.0.1:${port}`;
    metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
    server = createChildServer({
      main: bundled('standalone'),
      folder,
      url,
      env: {
        PORT: String(port),
        PUBLIC_URL: url,
        METRICS_PORT: String(metricsPort),
        CONFIG_FOLDER: SAMPLES,
        DATA_FOLDER: join(folder, 'data'),
        AUTH_API_KEY: API_KEY,
      },
      nodeOptions: ['--import', pathToFileURL(join(import.meta.dirname, '../support/tracing-preload.js')).href],
    });
    await server.start();
  });
  after(async () => {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const scrape = async (): Promise<string> => (await fetch(metricsUrl)).text();
  /** Value of the first sample whose line contains all of these. */
  const sample = (body: string, ...parts: readonly string[]): number | undefined => {
    const line = body.split('\n').find((text) => parts.every((part) => text.includes(part)));
    return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ') + 1));
  };
  const issue = async (): Promise<void> => {
    const made = await fetch(`${url}/vci/offer`, {
      method: 'POST',
      headers: {
        'x-api-key': API_KEY,
        'content-type': 'application/json',
        traceparent: `00-${TRACE}-00f067aa0ba902b7-01`,
      },
      body: JSON.stringify({
        response_type: 'uri',
        credentialConfigurationIds: ['pid'],
        flow: 'pre_authorized_code',
        claims: { pid: { given_name: CANARY, family_name: CANARY, birthdate: '1990-01-01' } },
      }),
    });
    assert.equal(made.status, 201);
    const wallet = new Wallet({ issuer: url });
    const { token, answer } = await wallet.receive(((await made.json()) as { uri: string }).uri);
    assert.equal(answer.status, 200);
    assert.equal((await wallet.notify(token, answer.json.notification_id)).status, 204);
  };

  it('counts requests by route and status, steps by outcome, and what store and cache do', async () => {
    await issue();
    assert.equal((await fetch(`${url}/no/such/${CANARY}`)).status, 404);
    const body = await scrape();
    assert.equal(sample(body, 'countersign_requests_total', 'route="/vci/offer"', 'status="201"'), 1);
    assert.equal(sample(body, 'countersign_requests_total', 'route="none"', 'status="404"'), 1);
    assert.equal(sample(body, 'countersign_request_duration_seconds_count', 'route="/vci/credential"'), 1);
    assert.equal(sample(body, 'countersign_operations_total', 'issuer.credential', 'outcome="ok"'), 1);
    assert.ok((sample(body, 'countersign_store_duration_seconds_count', 'sessions', 'replace') ?? 0) >= 3);
    assert.ok((sample(body, 'countersign_cache_duration_seconds_count', 'addOnce') ?? 0) >= 1);
    assert.equal(sample(body, 'countersign_ready', 'service="standalone"'), 1);
    assert.equal(sample(body, 'countersign_outbox_age_seconds', 'sessions') === undefined, false);
    assert.ok(body.includes('nodejs_eventloop_lag_p99_seconds'));
    assert.ok(!body.includes(CANARY), 'nothing that a caller wrote');
  });

  it('every metric of the catalogue that one process can have is there', async () => {
    await issue();
    const body = await scrape();
    // Lag and breakers of replicas belong to separate services.
    const separate = new Set(['countersign_consumer_lag_events', 'countersign_breaker_open']);
    const missing = Object.keys(metricDefinitions).filter(
      (name) => !separate.has(name) && !body.includes(`# TYPE ${name} `),
    );
    assert.deepEqual(missing, []);
  });

  it('/metrics is not on the public port', async () => {
    assert.equal((await fetch(`${url}/metrics`)).status, 404);
  });

  it('spans of a request belong to the trace of its caller, which stands in the log', async () => {
    await issue();
    const parsed = server.lines.flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
    const spans = parsed.filter((line) => line.span !== undefined && line.traceId === TRACE);
    const request = spans.find((line) => line.span === 'POST /vci/offer');
    assert.equal(request?.parent, '00f067aa0ba902b7');
    assert.equal(request?.attributes['http.response.status_code'], 201);
    const operation = spans.find((line) => line.span === 'issuer.offer.create');
    assert.equal(operation?.parent, request?.spanId);
    const logged = parsed.find((line) => line.message === 'request' && line.route === '/vci/offer');
    assert.equal(logged?.trace, TRACE);
    assert.ok(!JSON.stringify(parsed).includes(CANARY));
  });
});
