/** English texts of embeds. */

import { MESSAGES } from "@parfocal/core/messages.ts";
import { EMBED_FAULTS } from "@parfocal/core/site/embed-url.ts";

export const embedEn = {
  addTitle: "Embed a page",
  addFailed: MESSAGES["create.failed"].replace("{kind}", "iFrame"),
  fieldUrl: "Address",
  urlHint: "Of a page on another site that may be shown inside this one, e.g. a video or an atlas.",
  fieldDescription: "Description",
  fieldFullSize: "Can fill the window",
  fullSizeHint: "Learners get a button that gives the embedded page all the room there is.",
  fault_empty: EMBED_FAULTS.empty,
  fault_tooLong: EMBED_FAULTS.tooLong,
  fault_notHttps: EMBED_FAULTS.notHttps,
  fault_malformed: EMBED_FAULTS.malformed,
  fault_credentials: EMBED_FAULTS.credentials,
  fault_ipAddress: EMBED_FAULTS.ipAddress,
  fault_notPublic: EMBED_FAULTS.notPublic,
  fault_lookAlike: EMBED_FAULTS.lookAlike,
  fault_ownSite: EMBED_FAULTS.ownSite,
  allowText: "Pages of {{host}} are not shown on this site yet. Allow this only if you trust that site.",
  allow: "Allow {{host}}",
  askAdministrator:
    "Pages of {{host}} are not shown on this site yet. Ask an administrator of this site to allow it: they can do so here.",
  openElsewhere: "Open in its own tab",
  fullSize: "Fill the window",
  leaveFullSize: "Back to the page",
  notAllowedTitle: "This page is not shown here",
  notAllowedText: "Its site is not among those that may be shown here any more. You can open it in a tab of its own.",
  blockedTitle: "This page must be loaded again",
  blockedText: "The embedded site was allowed while this page was open already.",
  reload: "Load again",
} as const;
