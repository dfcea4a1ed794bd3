/** A service whose operations and jobs are timed and counted. */

import type { Operation } from '../http/message.ts';
import { ProtocolError } from '../kernel/errors.ts';
import { type Metrics, noMetrics, secondsSince } from '../metrics/metrics.ts';
import type { Job, Service } from './service.ts';

/**
 * Decorates a service with metrics of its operations and jobs. `meteredBus` counts the events that its consumers
 * handle.
 */
export function meteredService<S extends Service>(service: S, metrics: Metrics): S {
  if (metrics === noMetrics) return service;
  const operations = Object.fromEntries(
    Object.entries(service.operations).map(([name, operation]) => [name, meteredOperation(name, operation, metrics)]),
  );
  return { ...service, operations, jobs: service.jobs.map((job) => meteredJob(job, metrics)) };
}

function meteredOperation(operation: string, run: Operation<never>, metrics: Metrics): Operation<never> {
  return async (request, progress) => {
    const begun = performance.now();
    let outcome = 'ok';
    try {
      return await run(request, progress);
    } catch (error) {
      outcome = error instanceof ProtocolError ? error.code : 'server_error';
      throw error;
    } finally {
      metrics.count('countersign_operations_total', { operation, outcome });
      metrics.observe('countersign_operation_duration_seconds', { operation }, secondsSince(begun));
    }
  };
}

function meteredJob(job: Job, metrics: Metrics): Job {
  return {
    ...job,
    run: async () => {
      const begun = performance.now();
      let outcome = 'failed';
      try {
        await job.run();
        outcome = 'ok';
      } finally {
        metrics.count('countersign_job_runs_total', { job: job.name, outcome });
        metrics.observe('countersign_job_duration_seconds', { job: job.name }, secondsSince(begun));
      }
    },
  };
}
