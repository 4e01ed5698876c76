import { SharesPanel } from "./SharesPanel.tsx";

/** The share links of all users, for administrators. */
export function SharesOfSite() {
  return <SharesPanel scope="all" />;
}
