/** English texts of the pages behind share links. */
export const sharedPageEn = {
  slide: "Shared slide",
  case: "Shared case",
  folder: "Shared folder",
  course: "Shared course",
  page: "Shared page",
  embed: "Shared page",
  slideInCase: "Slide {{number}}",
  goneTitle: "This link does not work",
  goneText:
    "It may have expired or been turned off, or its address is incomplete. Ask the person who gave it to you for a new one.",
  toStart: "To the start page",
  signInTitle: "Sign in to open this link",
  signInText: "It is only for people with an account on this site.",
  signIn: "Sign in",
  signInInWindow: "You cannot sign in here. Open the link in a window of its own.",
  openWindow: "Open in a new window",
  newWindow: "(opens in a new window)",
  needsSignIn: "Open it on the site after signing in",
  shownOf: "{{shown}} of {{total}} items",
  more: "Show more",
  moreFailed: "The next items could not be loaded.",
} as const;
