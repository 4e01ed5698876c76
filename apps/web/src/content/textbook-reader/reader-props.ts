/** Extensions of the reader by other slices, and the functions they may use. */
import type { Rotation, SharePoint } from "@parfocal/core/textbook-reader/page-layout.ts";
import type { Icon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { KeyRow } from "#ui/KeyRows.tsx";

export interface ReaderHandle {
  /** The current page, from 1. */
  readonly pageNumber: number;
  readonly pageCount: number;
  /** The reader's own turn, clockwise, on top of the page's own. */
  readonly rotationDeg: Rotation;
  /**
   * Keeps where one was, for "Back".
   *
   * @param point on the page as the book shows it, without the reader's turn; left out: its top.
   */
  readonly goToPage: (pageNumber: number, point?: SharePoint) => void;
  /** Opens a tab of the panel; null: closes the panel. */
  readonly setPanel: (name: string | null) => void;
}

/** A page that is shown. */
export interface ReaderPageView {
  readonly pageNumber: number;
  /** Of its box, turned as it is shown. */
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
  /** In the page's box, above its text and links; lets the pointer through except where an element takes it. */
  readonly pageOverlay?: (page: ReaderPageView, reader: ReaderHandle) => ReactNode;
  /** More buttons of the toolbar. */
  readonly tools?: (reader: ReaderHandle) => ReactNode;
  /** By `event.key` in lower case. */
  readonly keys?: Readonly<Record<string, (reader: ReaderHandle) => void>>;
  readonly keyRows?: readonly KeyRow[];
  /** A link of the book to a page of this origin. @returns whether it was followed. */
  readonly onOwnLink?: (url: URL, reader: ReaderHandle) => boolean;
  /** The pointer is used by the overlay: the reader neither scrolls nor selects by it. */
  readonly isPointerTaken?: boolean;
}
