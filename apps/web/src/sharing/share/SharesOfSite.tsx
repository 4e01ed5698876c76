import { SharesPanel } from "./SharesPanel.tsx";

/** The share links of everybody, for administrators. */
export function SharesOfSite() {
  return <SharesPanel scope="all" />;
}
