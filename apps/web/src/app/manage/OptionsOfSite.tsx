/** The options of the site, with what other parts of the app add to them. */
import { LtiPlatforms } from "#lti/LtiPlatforms.tsx";
import { OptionsScreen } from "#site/OptionsScreen.tsx";

export function OptionsOfSite() {
  return (
    <>
      <OptionsScreen />
      <LtiPlatforms />
    </>
  );
}
