/** Copies a file of the host site's media library into the library of the site, by the rules of uploads. */
import { AppError } from "@parfocal/core/errors.ts";
import type { MediaFile } from "@parfocal/core/media/media.contract.ts";
import { withFormFiles } from "#attachment/form-files.ts";
import type { PartFor, ReceivedFile } from "#attachment/receive-form.ts";
import { type SiteDb, withSite } from "#platform/db/database.ts";
import { mediaName } from "#platform/files/file-store.ts";
import type { LongRouteContext } from "#platform/http/route.ts";
import { createLimiter } from "#platform/limiter.ts";
import { assertAccepted } from "./accept-media.ts";
import { presentMedia } from "./media.present.ts";
import {
  findHostCopy,
  findMediaFile,
  type HostOrigin,
  insertMediaFile,
  type KnownFile,
  lockHostCopies,
} from "./media.queries.ts";
import { keepAll, titleOfFile } from "./receive-media.ts";

/** Files read from hosts in parallel. Uploads do not wait for slow hosts. */
const AT_ONCE = 4;
const MAX_WAITING = 50;
const limiter = createLimiter(AT_ONCE, MAX_WAITING);

interface HostFile {
  readonly origin: HostOrigin;
  /** Empty: derived from the file name. */
  readonly title: string;
  /** Types accepted where the file will be used. */
  readonly accept: string;
  /** Reads it from the host. @throws AppError */
  readonly receive: (partFor: PartFor) => Promise<ReceivedFile>;
}

/** @returns the existing copy, or a new one. @throws AppError */
export async function copyHostMedia(context: LongRouteContext, file: HostFile): Promise<MediaFile> {
  const { siteId, platform } = context;
  const known = await withSite(platform.database, siteId, (db) => findHostCopy(db, siteId, file.origin));
  return known ? presentAccepted(known, file) : limiter.run(() => addCopy(context, file));
}

function presentAccepted(known: KnownFile, { accept }: HostFile): MediaFile {
  assertAccepted({ mediaType: known.media_type, filename: known.filename }, accept);
  return presentMedia(known);
}

async function addCopy({ siteId, platform, caller }: LongRouteContext, file: HostFile): Promise<MediaFile> {
  const received = await file.receive((storedName) => platform.files.partFor(mediaName(siteId, storedName)));
  const left = { parts: new Set([received.partPath]), names: new Set<string>() };
  return withFormFiles(platform.files, left, async () => {
    assertAccepted(received, file.accept);
    const [stored] = await keepAll({ siteId, platform }, [received], true, left.names);
    if (!stored) throw new AppError("internal", "A received file was not kept.");
    return withSite(platform.database, siteId, async (db: SiteDb) => {
      await lockHostCopies(db, siteId);
      const known = await findHostCopy(db, siteId, file.origin);
      if (known) return { answer: presentAccepted(known, file), isNew: false };
      const id = await insertMediaFile(db, siteId, {
        ...stored,
        ...{ shelf: "media", folderId: null, title: file.title || titleOfFile(received.filename) },
        ...{ createdBy: caller.signedIn().id, origin: file.origin },
      });
      return { answer: presentMedia((await findMediaFile(db, siteId, id, "media")) as KnownFile), isNew: true };
    });
  });
}
