import { getLtiKeys, launchLti, startLtiLogin } from "@parfocal/core/lti/lti-launch.contract.ts";

/** The URLs of this tool, as entered on a platform. */
export function toolAddresses(origin: string, siteId: number) {
  const at = (path: string) => new URL(`/api${path.replace("{site}", String(siteId))}`, origin).href;
  return {
    toolUrl: new URL(`/s${siteId}/`, origin).href,
    loginUrl: at(startLtiLogin.path),
    launchUrl: at(launchLti.path),
    keysUrl: at(getLtiKeys.path),
  };
}
