import { attachmentKindOf } from "@parfocal/core/attachment/media-types.ts";
import { type Icon, IconFile, IconFileTypePdf, IconPhoto, IconVideo } from "@tabler/icons-react";

const ICON_OF: Readonly<Record<ReturnType<typeof attachmentKindOf>, Icon>> = {
  image: IconPhoto,
  video: IconVideo,
  pdf: IconFileTypePdf,
  file: IconFile,
};

export const fileIconOf = (mimeType: string): Icon => ICON_OF[attachmentKindOf(mimeType)];
