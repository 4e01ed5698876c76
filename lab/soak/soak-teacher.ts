/** A teacher who repeatedly uploads an image that has to be converted and deletes its slide. */
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { queryDatabase } from "../database-of.ts";
import { sampleOf } from "../kill-stages/samples.ts";
import { ask, DONE, make } from "../learners.ts";
import { pause, type ServerUnderTest } from "../server-under-test.ts";
import { settledImage, uploadFile } from "../upload-file.ts";

const PAUSE_MS = 10_000;
const LOOK_EVERY_MS = 100;

interface Work {
  readonly token: string;
  readonly isOver: () => boolean;
  readonly faults: string[];
}

/** @returns the number of slides that were ready. */
export async function uploadUntilOver(server: ServerUnderTest, { token, isOver, faults }: Work): Promise<number> {
  const course = await make<{ id: number }>(server, "/v2/course", { token, body: { title: "Uploads" } });
  const { bytes } = await sampleOf("fewStrips");
  let ready = 0;
  while (!isOver()) {
    const { upload } = await uploadFile(server, token, bytes, "slide.tif", course.id);
    if (upload.imageId === null) {
      faults.push(`an upload is ${upload.state}: ${upload.error}`);
    } else {
      const image = await settledImage(server, token, upload.imageId);
      if (image.state === "ready") ready += 1;
      else faults.push(`a slide is ${image.state}: ${image.job?.error}`);
      faults.push(...(await deleteSlide(server, token, { courseId: course.id, imageId: upload.imageId })));
    }
    for (const until = performance.now() + PAUSE_MS; performance.now() < until && !isOver(); )
      await pause(LOOK_EVERY_MS);
  }
  return ready;
}

/**
 * Also deletes its files, which the product keeps for 30 days: the disk usage would grow by gigabytes. @returns
 * rejections.
 */
async function deleteSlide(
  server: ServerUnderTest,
  token: string,
  { courseId, imageId }: { courseId: number; imageId: number },
): Promise<string[]> {
  const path = `/course/item/delete/${courseId}`;
  const { status, answer } = await ask(server, "PUT", path, { token, body: { itemIds: [imageId] } });
  if (status !== DONE) return [`PUT ${path} ${status} ${JSON.stringify(answer)}`];
  const rows = await queryDatabase<{ slide_file_id: string }>(
    server,
    "SELECT slide_file_id FROM image WHERE item_id = $1",
    [imageId],
  );
  for (const { slide_file_id: id } of rows) await rm(join(server.dataFolder, "slides/1", id), { recursive: true });
  return [];
}
