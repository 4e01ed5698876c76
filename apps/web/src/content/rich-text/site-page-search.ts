/** The search for pages of this site in the dialog for links: provided by the app, because the search knows all content. */
import { type ComponentType, createContext } from "react";

interface SitePage {
  /** Path on this site. */
  readonly href: string;
  readonly title: string;
}

export interface SitePageSearchProps {
  readonly onChoose: (page: SitePage) => void;
}

/** null: links are entered by their URL alone. */
export const SitePageSearchContext = createContext<ComponentType<SitePageSearchProps> | null>(null);
