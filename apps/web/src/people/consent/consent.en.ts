/** English texts of the cookie settings. */
export const consentEn = {
  title: "Cookies",
  text: "This site uses only cookies that it needs: for your session and for your settings in this browser.",
  textTracking:
    "This site needs cookies for your session and your settings. With your consent, it also counts which pages are viewed.",
  technical: "Technical (required)",
  tracking: "Tracking",
  accept: "Accept",
  acceptSelected: "Accept selection",
} as const;
