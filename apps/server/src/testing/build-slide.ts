import { copyFile, mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { openSlideFile } from "@parfocal/slides/open-slide-file.ts";
import type { PixelSizeUm } from "@parfocal/slides/slide-source.ts";
import { factsOf } from "#image/adopt-slide-file.ts";
import { findSlideFile, insertImage, insertSlideFile, updateSlideFacts } from "#image/image.queries.ts";
import { insertItem } from "#item/item.queries.ts";
import { withSite } from "#platform/db/database.ts";
import { buildCourse, type Placing, place } from "./build-content.ts";
import type { TestSite } from "./build-site.ts";
import { tinyPyramid } from "./tiny-pyramid.ts";

export interface TestSlide {
  /** ID of the image. */
  readonly id: number;
  readonly slideFileId: number;
  /** Parent course or folder. */
  readonly parentId: number;
  /** Version of its tiles; 0 while it has none. */
  readonly version: number;
  /** The stored file. */
  readonly path: string;
}

interface SlideOptions extends Placing {
  readonly title?: string;
  /** Default: a new visible course. */
  readonly parentId?: number;
  readonly width?: number;
  readonly height?: number;
  readonly tileSize?: number;
  readonly pixelSizeUm?: PixelSizeUm | null;
  /** A file to be stored instead of a generated pyramid, e.g. a real SVS. */
  readonly file?: string;
  /** Whether it has no tiles yet: the state of an image before its file is ready. */
  readonly isProcessing?: boolean;
}

/** An image whose tiles can be read. */
export async function buildSlide(
  site: TestSite,
  {
    title = "Kidney, HE",
    parentId,
    width = 700,
    height = 500,
    tileSize = 256,
    pixelSizeUm = { x: 0.5, y: 0.5 },
    file,
    isProcessing = false,
    ...placing
  }: SlideOptions = {},
): Promise<TestSlide> {
  const { platform } = site.server;
  const from = file ?? (await tinyPyramid(site.server, { width, height, tileSize, pixelSizeUm }));
  const source = await openSlideFile(from);
  const facts = factsOf(source);
  await source.close();
  const { size } = await stat(from);
  const { id, slideFileId, version } = await withSite(platform.database, site.id, async (db) => {
    const slideFileId = await insertSlideFile(db, site.id, {
      sha256: "0".repeat(64),
      bytes: size,
      originalFilename: "slide.tif",
    });
    const item = await insertItem(db, site.id, { kind: "image", title, createdBy: null });
    await insertImage(db, site.id, { itemId: item.id, slideFileId });
    if (!isProcessing) await updateSlideFacts(db, site.id, slideFileId, facts);
    const slideFile = await findSlideFile(db, site.id, slideFileId);
    return { id: item.id, slideFileId, version: isProcessing ? 0 : (slideFile?.version ?? 0) };
  });
  const path = platform.folders.original(site.id, slideFileId);
  await mkdir(dirname(path), { recursive: true });
  await copyFile(from, path);
  const parent = parentId ?? (await buildCourse(site));
  await place(site, { parentId: parent, itemId: id, ...placing });
  return { id, slideFileId, parentId: parent, version, path };
}
