/** Services available to every slice: created once at startup, passed to each request. */
import type { FastifyBaseLogger } from "fastify";
import type { CellServiceSettings } from "./access/cell-service-settings.ts";
import type { SingleSignOnSettings } from "./access/single-sign-on-settings.ts";
import type { Database } from "./db/database.ts";
import type { FileStore } from "./files/file-store.ts";
import type { SlideFolders } from "./files/slide-folders.ts";
import type { PictureBudget } from "./http/picture-budget.ts";
import type { JobQueue } from "./jobs/job-queue.ts";
import type { MailTransport } from "./mail-transport.ts";
import type { SecurityLog } from "./security-log.ts";
import type { Tracing } from "./tracing/tracing.ts";

/** Processing of each new slide. */
export interface IntakeSettings {
  /** Whether barcodes are read from label images. */
  readonly readsLabelBarcodes: boolean;
  /** Whether patient data is removed from every file. */
  readonly deidentifiesFiles: boolean;
  /** Whether an external program, if installed, reads formats that Parfocal does not read itself (MIRAX and others). */
  readonly usesOtherPrograms: boolean;
}

export interface Platform {
  readonly version: string;
  readonly database: Database;
  /** A few connections for health checks and sign-in only, available even while all others are in use. */
  readonly reserve: Database;
  /** Key of nonces and other signatures, the same for all servers of an installation. */
  readonly nonceKey: Buffer;
  readonly folders: SlideFolders;
  readonly files: FileStore;
  readonly jobs: JobQueue;
  readonly log: FastifyBaseLogger;
  readonly securityLog: SecurityLog;
  /** null: no collector is set. */
  readonly tracing: Tracing | null;
  readonly intake: IntakeSettings;
  readonly pictureBudget: PictureBudget;
  /** The institution's sign-in page; null: none. */
  readonly singleSignOn: SingleSignOnSettings | null;
  /** External service for cell analysis; null: not configured, and no request is made. */
  readonly cellService: CellServiceSettings | null;
  readonly mail: MailTransport;
  /**
   * Networks in which the server reads the keys of host sites although they are not public, as in
   * PARFOCAL_HOST_NETWORKS.
   */
  readonly hostNetworks: readonly string[];
}
