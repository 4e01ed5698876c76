/** English texts of embeds. */

import { MESSAGES } from "@parfocal/core/messages.ts";
import { EMBED_FAULTS } from "@parfocal/core/site/embed-url.ts";

export const embedEn = {
  updated: "Embedded page updated!",
  addTitle: "Add embedded page",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "iFrame"),
  fieldUrl: "URL",
  urlHint: "URL of a page on another site, e.g. a video or an atlas.",
  fieldDescription: "Description",
  fieldFullSize: "Allow full size",
  fullSizeHint: "Learners get a button that expands the page to the whole window.",
  fault_empty: EMBED_FAULTS.empty,
  fault_tooLong: EMBED_FAULTS.tooLong,
  fault_notHttps: EMBED_FAULTS.notHttps,
  fault_malformed: EMBED_FAULTS.malformed,
  fault_credentials: EMBED_FAULTS.credentials,
  fault_ipAddress: EMBED_FAULTS.ipAddress,
  fault_notPublic: EMBED_FAULTS.notPublic,
  fault_lookAlike: EMBED_FAULTS.lookAlike,
  fault_ownSite: EMBED_FAULTS.ownSite,
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
