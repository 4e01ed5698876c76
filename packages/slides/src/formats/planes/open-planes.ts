/** Opens a TIFF with several planes: served from its own tiles if it has any, otherwise marked for conversion. */
import type { ConvertibleFile } from "../../opening/convertible-file.ts";
import type { FileToOpen } from "../../opening/file-kind.ts";
import type { OpenedSlide } from "../../opening/opened-slide.ts";
import { isServedFromFile, type PlaneLayout } from "./plane-layout.ts";
import { PlaneSlideSource } from "./plane-slide-source.ts";

export function openPlanes(layout: PlaneLayout, { file }: FileToOpen): OpenedSlide | ConvertibleFile {
  return isServedFromFile(layout) ? new PlaneSlideSource(file, layout) : { kind: "convertible", by: "planes" };
}
