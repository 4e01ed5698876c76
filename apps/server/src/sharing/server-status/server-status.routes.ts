import { getServerStatus } from "@parfocal/core/server-status/server-status.contract.ts";
import { countMails } from "#mail/mail.queries.ts";
import { route } from "#platform/http/route.ts";
import {
  countAttemptsInProgress,
  countJobs,
  countReceivingUploads,
  countSlideFiles,
  readDatabaseState,
} from "./server-status.queries.ts";

const MS_PER_SECOND = 1000;
const STARTED_AT = new Date(Date.now() - process.uptime() * MS_PER_SECOND).toISOString();

export const serverStatusRoutes = [
  route(getServerStatus, async ({ db, siteId, site, platform }) => {
    const sentMs = Date.now();
    const { version, bytes, now, lastBackupAt } = await readDatabaseState(db);
    // The database read its clock between the request and the response.
    const clockOffsetMs = now.getTime() - (sentMs + Date.now()) / 2;
    return {
      version: platform.version,
      startedAt: STARTED_AT,
      database: { version, bytes, clockOffsetSeconds: clockOffsetMs / MS_PER_SECOND },
      disk: { totalBytes: await platform.folders.totalBytes(), freeBytes: await platform.folders.freeBytes() },
      slides: await countSlideFiles(db, siteId),
      jobs: await countJobs(db, siteId),
      mails: { isServerConfigured: platform.mail.delivers, ...(await countMails(db, siteId)) },
      uploads: { receiving: await countReceivingUploads(db, siteId) },
      attempts: { inProgress: await countAttemptsInProgress(db, siteId) },
      hasAddress: site.origins.length > 0,
      lastBackup: lastBackupAt && {
        startedAt: lastBackupAt.toISOString(),
        ageSeconds: Math.max(0, now.getTime() - lastBackupAt.getTime()) / MS_PER_SECOND,
      },
    };
  }),
];
