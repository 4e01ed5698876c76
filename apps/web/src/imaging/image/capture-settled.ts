/** Captures an image of the slide once the view has settled. */
import { type CaptureSize, createPictureCapture } from "@parfocal/viewer/capture/capture-picture.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";

/** Delay after the view has settled. Source: spec part 1, section 9. */
export const THUMBNAIL_CAPTURE_DELAY_MS = 200;
/** 16:10. */
export const THUMBNAIL_SIZE: CaptureSize = { width: 512, height: 320 };

/**
 * Waits until the view has not moved for 200 ms.
 *
 * @returns a JPEG as a data URL, with the displayed colours and without annotations.
 * @throws if no part of the slide is visible yet.
 */
export async function captureSettled(viewer: SlideViewer): Promise<string> {
  await viewAtRest(viewer);
  const tool = viewer.use(createPictureCapture);
  try {
    return await dataUrlOf(await tool.capture(THUMBNAIL_SIZE));
  } finally {
    tool.destroy();
  }
}

export function viewAtRest(viewer: Pick<SlideViewer, "on">): Promise<void> {
  return new Promise((resolve) => {
    const wait = (): ReturnType<typeof setTimeout> =>
      setTimeout(() => {
        stop();
        resolve();
      }, THUMBNAIL_CAPTURE_DELAY_MS);
    let timer = wait();
    const stop = viewer.on("view", () => {
      clearTimeout(timer);
      timer = wait();
    });
  });
}

function dataUrlOf(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}
