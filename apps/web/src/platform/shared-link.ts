/** The share link through which a page is read, for all that asks the server on it. */
import { createContext, use } from "react";

export interface SharedLink {
  readonly token: string;
  readonly hidesAnnotations: boolean;
  readonly hidesInformation: boolean;
  readonly hidesToolbar: boolean;
  /** Whether the page is made for a frame of another site (`?embed=1`). */
  readonly isEmbedded: boolean;
  /** How one slide opens; what is null is as the slide itself has it. */
  readonly opening: SlideOpening;
}

interface SlideOpening {
  readonly imageId: number;
  /** Channel settings as the slide page remembers them, JSON. */
  readonly channels: string | null;
  /** Focus plane and point in time, both from 0. */
  readonly plane: { readonly depth: number; readonly time: number } | null;
}

/** null: the page is not read through a link. */
export const SharedLinkContext = createContext<SharedLink | null>(null);

export const useSharedLink = (): SharedLink | null => use(SharedLinkContext);

/** @returns null if the link says nothing of this slide. */
export const openingOf = (link: SharedLink | null, imageId: number): SlideOpening | null =>
  link?.opening.imageId === imageId ? link.opening : null;

/** What a read adds to its query, so that the server answers what the link opens. */
export const linkQuery = (link: SharedLink | null): { readonly share?: string } =>
  link === null ? {} : { share: link.token };
