/** The options of the site, with additions from other parts of the app. */
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
