/** Opens one DICOM file as a slide of one level. */
import type { OpenFile } from "../opening/file-kind.ts";
import { chooseSlide } from "./choose-slide.ts";
import { DicomSlideSource } from "./dicom-slide-source.ts";
import { readDicomObject } from "./slide-object.ts";

export const openDicom: OpenFile = async ({ file, signal }) => {
  const object = await readDicomObject(file, signal);
  return new DicomSlideSource(chooseSlide([object]), [], () => file.close());
};
