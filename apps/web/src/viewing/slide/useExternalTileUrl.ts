import { useEffect, useState } from "react";
import { type ExternalTileUrl, loadExternalTileUrl } from "./slide-description.ts";

/** @returns null while loading, and for slides on this server. */
export function useExternalTileUrl(isExternal: boolean): ExternalTileUrl | null {
  const [externalUrl, setExternalUrl] = useState<ExternalTileUrl | null>(null);
  useEffect(() => {
    if (isExternal) void loadExternalTileUrl().then((url) => setExternalUrl(() => url));
  }, [isExternal]);
  return externalUrl;
}
