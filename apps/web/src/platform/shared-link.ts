/** The share link of a page, for all its requests to the server. */
import { createContext, use } from "react";

export interface SharedLink {
  readonly token: string;
  readonly hidesAnnotations: boolean;
  readonly hidesInformation: boolean;
  readonly hidesToolbar: boolean;
  /** Whether the page is meant for a frame of another site (`?embed=1`). */
  readonly isEmbedded: boolean;
  /** Opening view of a slide; null values are those of the slide itself. */
  readonly opening: SlideOpening;
}

interface SlideOpening {
  readonly imageId: number;
  /** Channel settings in the form that the slide page stores, JSON. */
  readonly channels: string | null;
  /** Focus plane and point in time, both from 0. */
  readonly plane: { readonly depth: number; readonly time: number } | null;
}

/** Null: the page was not opened by a share link. */
export const SharedLinkContext = createContext<SharedLink | null>(null);

export const useSharedLink = (): SharedLink | null => use(SharedLinkContext);

/** @returns null if the link has no view of this slide. */
export const openingOf = (link: SharedLink | null, imageId: number): SlideOpening | null =>
  link?.opening.imageId === imageId ? link.opening : null;

/** Query parameters for reads, so that the server responds according to the link. */
export const linkQuery = (link: SharedLink | null): { readonly share?: string } =>
  link === null ? {} : { share: link.token };
