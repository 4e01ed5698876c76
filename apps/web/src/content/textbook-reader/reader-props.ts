/** Extensions of the reader by other slices, and the functions they may use. */
import type { Rotation, SharePoint } from "@parfocal/core/textbook-reader/page-layout.ts";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { KeyRow } from "#ui/KeyRows.tsx";

export interface ReaderHandle {
  /** The current page, from 1. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** The reader's own rotation, clockwise, in addition to the page's own. */
  readonly rotationDeg: Rotation;
  /**
   * Stores the previous position for "Back".
   *
   * @param point on the page as the book shows it, without the reader's rotation; omitted: its top.
   */
  readonly goToPage: (pageNumber: number, point?: SharePoint) => void;
  /** Opens a tab of the panel; null: closes the panel. */
  readonly setPanel: (name: string | null) => void;
}

/** A displayed page. */
export interface ReaderPageView {
  readonly pageNumber: number;
  /** Width of its box, rotated as displayed. */
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rotationDeg: Rotation;
}

export interface ReaderPanelPart {
  readonly name: string;
  readonly label: string;
  readonly icon: Icon;
  /** Called while its tab is open. */
  readonly render: (reader: ReaderHandle) => ReactNode;
}

export interface ReaderExtras {
  readonly panels?: readonly ReaderPanelPart[];
  /**
   * Rendered in the page's box, above its text and links. Lets pointer events through except on elements that handle
   * them.
   */
  readonly pageOverlay?: (page: ReaderPageView, reader: ReaderHandle) => ReactNode;
  /** Additional toolbar buttons. */
  readonly tools?: (reader: ReaderHandle) => ReactNode;
  /** By `event.key` in lower case. */
  readonly keys?: Readonly<Record<string, (reader: ReaderHandle) => void>>;
  readonly keyRows?: readonly KeyRow[];
  /** Handles a link of the book to a page of this origin. @returns whether it was followed. */
  readonly onOwnLink?: (url: URL, reader: ReaderHandle) => boolean;
  /** Whether the overlay uses the pointer: the reader then neither scrolls nor selects by it. */
  readonly isPointerTaken?: boolean;
}
