/** Measured figures that are easy to compute with. */
import type { Measured, MeasuredPoint } from '@countersign/bench/scaling/measured';

const cpu = { gateway: 4, issuer: 9, verifier: 0.5, status: 1, 'webhook-dispatcher': 1, '(mongodb)': 6, '(kafka)': 2 };

export const fivePoint: MeasuredPoint = {
  ...{ shape: 'five services', flow: 'issuance', clients: 32, perSecond: 70, p50: 440, p99: 580, clientCpu: 1 },
  cpu,
};

export const onePoint: MeasuredPoint = {
  ...{ shape: 'one process', flow: 'issuance', clients: 32, perSecond: 250, p50: 128, p99: 150, clientCpu: 2 },
  cpu: { 'main thread': 4, 'other threads': 0.5 },
};

export const sample: Measured = {
  ...{ machine: 'a machine', cores: 2, node: 'v20', commit: 'abc', date: '2026-01-01', commitMilliseconds: 0.5 },
  points: [onePoint, fivePoint],
  flows: {
    issuance: {
      ...{ requests: 8, storeReads: 9, storeWrites: 6, events: 3, received: 10_000, sent: 20_000 },
      stored: { sessions: 4000, statusEntries: 250 },
    },
    presentation: {
      ...{ requests: 4, storeReads: 6, storeWrites: 4, events: 1, received: 8000, sent: 9000 },
      stored: { sessions: 5000 },
    },
  },
};
