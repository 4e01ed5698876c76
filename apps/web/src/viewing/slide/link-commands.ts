/** The commands that share the slide by a link. */
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import { openShareDialog } from "#ui/share-request.ts";
import type { ChannelSettings } from "./channel-settings.ts";
import { copyLinkToView } from "./copy-link.ts";
import { sharedSlide } from "./shared-slide.ts";

/**
 * @param viewer null: the slide cannot be shared (yet).
 * @param channels null: the slide has none.
 */
export const linkCommands = (image: SeenImage, viewer: SlideViewer | null, channels: ChannelSettings | null) => ({
  copyLink: () => void copyLinkToView(image.title),
  share: () => {
    if (viewer) openShareDialog(sharedSlide(image, viewer, channels));
  },
});
