/**
 * The formats read by another program (OpenSlide, through the `vips` of Debian's libvips-tools), if it is
 * installed, and alternatives.
 *
 * Source: OpenSlide 3.4.1 (Debian 12), "Supported formats"; CZI came with OpenSlide 4.1.
 */
import { SlideFileError } from "../../slide-source.ts";

interface ForeignFormat {
  /** How to export a supported file with the manufacturer's own program. */
  readonly instead: string;
  /** Whether Debian's current program reads it. */
  readonly isReadByDebian: boolean;
}

const SINCE_OPENSLIDE_4 = "OpenSlide 4.1 or newer";

/** By display name; formats that are not listed are read by Debian's program. */
const FORMATS: Readonly<Record<string, ForeignFormat>> = {
  MIRAX: { instead: "Export it as TIFF or DICOM with 3DHISTECH's SlideConverter.", isReadByDebian: true },
  "Hamamatsu VMS": { instead: "Convert it to NDPI with Hamamatsu's NDP.toolkit.", isReadByDebian: true },
  "Hamamatsu VMU": { instead: "Convert it to NDPI with Hamamatsu's NDP.toolkit.", isReadByDebian: true },
  "Hamamatsu NDPI": { instead: "Export it as TIFF with Hamamatsu's NDP.view2.", isReadByDebian: true },
  Sakura: { instead: "Export it as TIFF with the scanner's own program.", isReadByDebian: true },
  Trestle: { instead: "Export it as a pyramid TIFF.", isReadByDebian: true },
  "Zeiss CZI": { instead: "Export it as OME-TIFF with ZEN or QuPath.", isReadByDebian: false },
  "Olympus VSI": { instead: "Export it as OME-TIFF with QuPath or cellSens.", isReadByDebian: false },
};

const OTHERS: ForeignFormat = { instead: "Export it as a pyramid TIFF or OME-TIFF.", isReadByDebian: true };

/** No program that reads it is available, or its use is disabled. */
export function programMissing(formatName: string): SlideFileError {
  const { instead, isReadByDebian } = FORMATS[formatName] ?? OTHERS;
  const remedy = isReadByDebian
    ? `Ask your server administrator to install libvips-tools (Debian: apt-get install libvips-tools), then try again. Or: ${instead}`
    : `${instead} (A server with libvips-tools and ${SINCE_OPENSLIDE_4} may read it.)`;
  return new SlideFileError(
    "unsupported",
    `Parfocal reads ${formatName} only with OpenSlide or libvips installed. ${remedy}`,
  );
}

/** The program does not recognize the file, or fails. */
export function programRejected(formatName: string, cause: unknown): SlideFileError {
  const { instead, isReadByDebian } = FORMATS[formatName] ?? OTHERS;
  const message = isReadByDebian
    ? `OpenSlide cannot read this ${formatName} slide: it is damaged, incomplete or not supported. ${instead}`
    : `The OpenSlide of this server does not read ${formatName}. ${instead}`;
  return new SlideFileError(isReadByDebian ? "damaged" : "unsupported", message, { cause });
}

/** No installable program reads it. */
export function unreadableAnywhere(formatName: string): SlideFileError {
  const { instead } = FORMATS[formatName] ?? OTHERS;
  return new SlideFileError("unsupported", `Neither Parfocal nor OpenSlide reads ${formatName}. ${instead}`);
}
