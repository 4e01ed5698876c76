/** Opens a TIFF file of any type. */
import { openNdpi } from "../formats/ndpi/open-ndpi.ts";
import { isNdpi } from "../formats/ndpi/read-ndpi.ts";
import type { OpenFile } from "../opening/file-kind.ts";
import { unreadFormat } from "../opening/unread-format.ts";
import { readTiff } from "../tiff/read-tiff.ts";
import { TIFF_FLAVOURS } from "./tiff-flavours.ts";

export const openTiff: OpenFile = async (opening) => {
  const { file, pieces, signal } = opening;
  if (await isNdpi({ size: file.size, read: (position, length) => pieces.read(position, length) }))
    return openNdpi(opening);
  const tiff = await readTiff(file, pieces);
  signal?.throwIfAborted();
  const flavour = TIFF_FLAVOURS.find(({ recognises }) => recognises(tiff))!;
  if (flavour.open === null) throw unreadFormat(flavour.name);
  return flavour.open(tiff, opening);
};
