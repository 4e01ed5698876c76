/** English texts of embedded pages. */

import { MESSAGES } from "@parfocal/core/messages.ts";
import { EMBED_PROBLEMS } from "@parfocal/core/site/embed-url.ts";

export const embedEn = {
  updated: "Embedded page updated!",
  addTitle: "Add embedded page",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "iFrame"),
  fieldUrl: "URL",
  urlHint: "URL of a page on another site, e.g. a video or an atlas.",
  fieldDescription: "Description",
  fieldFullSize: "Allow full size",
  fullSizeHint: "Learners get a button that expands the page to the whole window.",
  problem_empty: EMBED_PROBLEMS.empty,
  problem_tooLong: EMBED_PROBLEMS.tooLong,
  problem_notHttps: EMBED_PROBLEMS.notHttps,
  problem_malformed: EMBED_PROBLEMS.malformed,
  problem_credentials: EMBED_PROBLEMS.credentials,
  problem_ipAddress: EMBED_PROBLEMS.ipAddress,
  problem_notPublic: EMBED_PROBLEMS.notPublic,
  problem_lookAlike: EMBED_PROBLEMS.lookAlike,
  problem_ownSite: EMBED_PROBLEMS.ownSite,
  allowText: "This site does not allow pages from {{host}} yet. Allow only hosts you trust.",
  allow: "Allow {{host}}",
  askAdministrator: "This site does not allow pages from {{host}} yet. Ask an administrator to allow the host here.",
  openElsewhere: "Open in new tab",
  fullSize: "Expand",
  leaveFullSize: "Exit full size",
  notAllowedTitle: "This page cannot be shown here",
  notAllowedText: "Its host is no longer allowed on this site. You can open the page in a new tab.",
  blockedTitle: "Reload needed",
  blockedText: "The host was allowed after this page was opened.",
  reload: "Reload",
} as const;
