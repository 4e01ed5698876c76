/** The state of a slide that a share link stores. */
import { hasSeveralPlanes } from "@parfocal/viewer/planes/plane.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import type { SeenImage } from "#slide-feature/slide-feature-props.ts";
import type { ShareRequest } from "#ui/share-request.ts";
import type { ChannelSettings } from "./channel-settings.ts";

/** @param channels null: the slide has none. */
export function sharedSlide(
  { id, title, slideInformation: { planes } }: Pick<SeenImage, "id" | "title" | "slideInformation">,
  viewer: Pick<SlideViewer, "getView" | "getColour" | "getPlane">,
  channels: ChannelSettings | null,
): ShareRequest {
  const { center, zoom, rotationDeg } = viewer.getView();
  return {
    ...{ shareType: "slide", itemId: id, title },
    view: {
      center: [center[0], center[1]],
      zoom,
      rotation: rotationDeg,
      viewSettings: {
        colour: viewer.getColour(),
        channels: channels && { channels: channels.channels.map(plainChannel), isAloneGrey: channels.isAloneGrey },
        plane: hasSeveralPlanes(planes) ? viewer.getPlane() : null,
      },
    },
  };
}

const plainChannel = ({ isShown, colour, window: { min, max }, gamma }: ChannelSettings["channels"][number]) => ({
  ...{ isShown, colour: colour.toLowerCase(), gamma },
  window: { min, max },
});
