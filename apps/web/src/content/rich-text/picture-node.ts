/** An image of this site in a text. */
import { isSitePicture } from "@parfocal/core/rich-text/rich-text-address.ts";
import { Node } from "@tiptap/core";
import { withoutFilePass } from "#platform/file-pass.ts";

export interface PictureFacts {
  /** Path on this site. */
  readonly src: string;
  /** Alternative text; empty: decorative. */
  readonly alt: string;
}

const PICTURE_ATTRIBUTES = ["src", "alt", "title", "width", "height"] as const;

export const Picture = Node.create({
  name: "picture",
  inline: true,
  group: "inline",
  draggable: true,
  addAttributes() {
    return Object.fromEntries(
      PICTURE_ATTRIBUTES.map((name) => [
        name,
        { default: null, parseHTML: (element: HTMLElement) => element.getAttribute(name) },
      ]),
    );
  },
  parseHTML: () => [
    {
      tag: "img[src]",
      getAttrs: (element) => (isSitePicture(withoutFilePass(element.getAttribute("src") ?? "")) ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ["img", HTMLAttributes],
});
