/** Slides for journeys: files on the disk, and slides that are on the server before the test begins. */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { Upload } from "@parfocal/core/upload/upload.contract.ts";
import { type Api, callsOf } from "./api.ts";
import { serverOfTheRun, sitePath, test } from "./journey.ts";
import { adoptSlide, isSharedServer } from "./sites.ts";

const ROOT = join(import.meta.dirname, "../..");
const POLL_MS = 100;

/** A small generated file, see fixtures/README.md. */
export const fixturePath = (file: string): string => join(ROOT, "fixtures", file);

/** A third-party file of the test data; the test is skipped if it is missing. */
export function sharedPath(file: string): string {
  const path = join(ROOT, "../shared/data", file);
  test.skip(!existsSync(path), `needs ../shared/data/${file}, which is not on this machine`);
  return path;
}

export interface PlacedSlide {
  readonly courseId: number;
  readonly courseTitle: string;
  readonly imageId: number;
  /** Title on its card. */
  readonly title: string;
  /** Path of its page. */
  readonly path: string;
}

/**
 * Adds a slide that needs no conversion to a new course of the test's site. @param file default: a small generated
 * pyramid.
 */
export async function placeSlide({
  file = fixturePath("pyramid.tif"),
  courseTitle = `Course of ${test.info().title}`.slice(0, 150),
  serverUrl = serverOfTheRun(),
}: {
  file?: string;
  courseTitle?: string;
  serverUrl?: string;
} = {}): Promise<PlacedSlide> {
  const api = await callsOf("teacher", serverUrl);
  const { id: courseId } = await api.addCourse(courseTitle);
  const imageId = isSharedServer(serverUrl)
    ? await adoptSlide({ path: file, parentId: courseId })
    : await uploadSlide(api, file, courseId);
  const image = await eventually(
    () => api.getImage(imageId),
    ({ state }) => state === "ready",
  );
  const path = sitePath(`/course${courseId}/i${imageId}/`, serverUrl);
  return { courseId, courseTitle, imageId, title: image.title, path };
}

/** @returns the image's ID. */
async function uploadSlide(api: Api, file: string, parentId: number): Promise<number> {
  const bytes = readFileSync(file);
  const { id, chunkBytes, chunkCount } = await api.call<Upload>("POST", "/v2/upload", {
    filename: basename(file),
    bytes: bytes.length,
    parentId,
  });
  for (let number = 0; number < chunkCount; number += 1) {
    const chunk = bytes.subarray(number * chunkBytes, (number + 1) * chunkBytes);
    await api.putChunk(id, number, chunk, createHash("sha256").update(chunk).digest("base64"));
  }
  await api.call("POST", `/v2/upload/${id}/finish`, { sha256: createHash("sha256").update(bytes).digest("hex") });
  const { imageId } = await eventually(
    () => api.call<Upload>("GET", `/v2/upload/${id}`),
    ({ state }) => state === "done",
  );
  return imageId as number;
}

/** Repeats a request until its answer is as expected; otherwise the test's own time limit ends it. */
export async function eventually<Answer>(
  ask: () => Promise<Answer>,
  isExpected: (answer: Answer) => boolean,
): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (isExpected(answer)) return answer;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}
