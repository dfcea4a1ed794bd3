/** What a dry run needs of the process that performs it. */
import type { DryRun, OperationRequest } from '@countersign/shared/http/message';
import type { ProtocolError } from '@countersign/shared/kernel/errors';
import type { Reasons } from '@countersign/shared/kernel/reasons/reasons';
import type { Platform } from '@countersign/shared/runtime/service';

/** The requests of a run, as the process recognizes them. */
export interface RunCall {
  /** Headers of each request. Their value is secret, and leaves the process over loopback only. */
  readonly headers: Readonly<Record<string, string>>;
  /** What the requests carry to the services; gains the session once there is one. */
  carries: { readonly dryRun: DryRun };
  /** What the requests were refused with, by request id. */
  readonly refusals: Map<string, ProtocolError>;
}

export interface RunCalls {
  /** Starts a run: its requests are recognized by their headers until `end`. */
  begin(carries: RunCall['carries']): RunCall;
  end(call: RunCall): void;
}

/** A run that has ended. */
export interface EndedRun extends Pick<OperationRequest, 'tenant'> {
  readonly session: string;
  /** Id of the request that ran it. */
  readonly request: string;
  readonly client: string;
}

export interface DryRunParts {
  /** Its settings include HOST and PORT on which this process listens. */
  readonly platform: Platform;
  readonly calls: RunCalls;
  /** What the services refuse requests for. */
  readonly reasons: Reasons;
  /**
   * Revokes what a run was issued and erases its session.
   * @returns number of revoked entries of the status list
   */
  readonly end: (run: EndedRun) => Promise<number>;
}
