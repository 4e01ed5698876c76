/** The page search in the link dialog: provided by the app, because the search covers all content. */
import { type ComponentType, createContext } from "react";

interface SitePage {
  /** Path on this site. */
  readonly href: string;
  readonly title: string;
}

export interface SitePageSearchProps {
  readonly onChoose: (page: SitePage) => void;
}

/** Null: links can only be entered as URLs. */
export const SitePageSearchContext = createContext<ComponentType<SitePageSearchProps> | null>(null);
