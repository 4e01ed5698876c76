/** The security events that a test's server has logged. */
import type { EventFacts, SecurityEvent } from "#platform/security-log.ts";
import type { TestServer } from "./test-server.ts";

interface LoggedEvent extends EventFacts {
  readonly event: SecurityEvent;
  readonly level: number;
  readonly reqId?: string;
  readonly method?: string;
  readonly route?: string;
  readonly network?: string;
  /** Number of omitted lines that this line replaces. */
  readonly omitted?: number;
}

/** @param siteId only events of this site. */
export const securityEventsOf = ({ logLines }: Pick<TestServer, "logLines">, siteId?: number): LoggedEvent[] =>
  logLines
    .map((line) => JSON.parse(line) as LoggedEvent)
    .filter((line) => line.event !== undefined && (siteId === undefined || line.siteId === siteId));
