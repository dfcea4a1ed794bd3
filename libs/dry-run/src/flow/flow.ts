/** A dry run in progress: the state that its parts share. */

import type { ReadConfiguration } from '@countersign/shared/flow-config/read-configurations';
import type { OperationRequest } from '@countersign/shared/http/message';
import type { JsonObject } from '@countersign/shared/kernel/json';
import type { Reasons } from '@countersign/shared/kernel/reasons/reasons';
import type { DryRunReport } from '@countersign/shared/messages/dry-run-report';
import type { DryRunRequest } from '@countersign/shared/messages/dry-run-request';
import type { Platform } from '@countersign/shared/runtime/service';
import type { RunCall } from '../port/dry-run-parts.ts';
import type { StepLog } from './step-log.ts';

export interface Flow {
  readonly platform: Platform;
  readonly reasons: Reasons;
  /** The call that requested the run. */
  readonly request: OperationRequest<unknown>;
  readonly body: DryRunRequest;
  readonly run: RunCall;
  readonly log: StepLog;
  /** Credential issuer identifier of the tenant. */
  readonly issuer: string;
  readonly listed: ReadConfiguration;
  readonly credentials: readonly ReadConfiguration[];
  readonly presentations: readonly ReadConfiguration[];
  readonly signal: AbortSignal;
}

/** Whether the wallet got through the flow. */
export interface FlowOutcome
  extends Pick<DryRunReport, 'outcome' | 'refusal' | 'stopped' | 'credential' | 'request' | 'presented'> {
  /** Not for the report. */
  readonly seen?: SeenRequest;
}

/** A presentation request as the wallet received it, and the status returned for its response. */
export interface SeenRequest {
  readonly request: JsonObject;
  readonly status?: number;
  /** Set if the link contains the request. */
  readonly link?: string;
}

type Stop = NonNullable<DryRunReport['stopped']>;

/** Ends a run that a user or a backend would have to continue. */
export class Stopped extends Error {
  readonly view: Stop;
  constructor(view: Stop) {
    super(view.explanation);
    this.view = view;
  }
}
