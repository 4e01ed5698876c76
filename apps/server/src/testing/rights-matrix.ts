/**
 * The rights matrix (check SEC-01): each route times each actor, with the expected status.
 *
 * A new route gets its row in `rights/<slice>.rights.ts` (a new slice: also its file here, in the order of `app.ts`);
 * `rights-matrix.test.ts` fails without it, tests every cell against the running app, and checks that rejected requests
 * have changed nothing.
 */
import { accountRights } from "./rights/account.rights.ts";
import { annotationRights } from "./rights/annotation.rights.ts";
import { annotationExchangeRights } from "./rights/annotation-exchange.rights.ts";
import { announcementRights } from "./rights/announcement.rights.ts";
import { assignmentRights } from "./rights/assignment.rights.ts";
import { attachmentRights } from "./rights/attachment.rights.ts";
import { auditLogRights } from "./rights/audit-log.rights.ts";
import { boxRights } from "./rights/box.rights.ts";
import { caseRights } from "./rights/case.rights.ts";
import { cellAnalysisRights } from "./rights/cell-analysis.rights.ts";
import { colourPresetRights } from "./rights/colour-preset.rights.ts";
import { courseRights } from "./rights/course.rights.ts";
import { customFieldRights } from "./rights/custom-field.rights.ts";
import { deepZoomRights } from "./rights/deep-zoom.rights.ts";
import { documentRights } from "./rights/document.rights.ts";
import { embedRights } from "./rights/embed.rights.ts";
import { enrollmentRights } from "./rights/enrollment.rights.ts";
import { folderRights } from "./rights/folder.rights.ts";
import { hostSignInRights } from "./rights/host-sign-in.rights.ts";
import { iiifRights } from "./rights/iiif.rights.ts";
import { imageRights } from "./rights/image.rights.ts";
import { inviteRights } from "./rights/invite.rights.ts";
import { jobRights } from "./rights/job.rights.ts";
import { ltiRights } from "./rights/lti.rights.ts";
import { mailRights } from "./rights/mail.rights.ts";
import { mediaRights } from "./rights/media.rights.ts";
import { noteRights } from "./rights/note.rights.ts";
import { pageRights } from "./rights/page.rights.ts";
import { platformRights } from "./rights/platform.rights.ts";
import { progressRights } from "./rights/progress.rights.ts";
import { quizRights } from "./rights/quiz.rights.ts";
import { quizAccessRights } from "./rights/quiz-access.rights.ts";
import { quizResultsRights } from "./rights/quiz-results.rights.ts";
import { radiologyRights } from "./rights/radiology.rights.ts";
import { registrationRights } from "./rights/registration.rights.ts";
import { relatedRights } from "./rights/related.rights.ts";
import type { RightsRows } from "./rights/rights-row.ts";
import { searchRights } from "./rights/search.rights.ts";
import { serverStatusRights } from "./rights/server-status.rights.ts";
import { sessionRights } from "./rights/session.rights.ts";
import { shareRights } from "./rights/share.rights.ts";
import { singleSignOnRights } from "./rights/single-sign-on.rights.ts";
import { siteRights } from "./rights/site.rights.ts";
import { siteLogoRights } from "./rights/site-logo.rights.ts";
import { structureRights } from "./rights/structure.rights.ts";
import { tagRights } from "./rights/tag.rights.ts";
import { textbookRights } from "./rights/textbook.rights.ts";
import { textbookMarkRights } from "./rights/textbook-mark.rights.ts";
import { textbookNoteRights } from "./rights/textbook-note.rights.ts";
import { tileRights } from "./rights/tile.rights.ts";
import { uploadRights } from "./rights/upload.rights.ts";
import { userRights } from "./rights/user.rights.ts";
import { userGroupRights } from "./rights/user-group.rights.ts";
import { voucherRights } from "./rights/voucher.rights.ts";
import { workRights } from "./rights/work.rights.ts";
import { workGroupRights } from "./rights/work-group.rights.ts";

export const RIGHTS_OF_SLICES: readonly RightsRows[] = [
  platformRights,
  sessionRights,
  siteRights,
  siteLogoRights,
  singleSignOnRights,
  hostSignInRights,
  userRights,
  accountRights,
  mailRights,
  auditLogRights,
  serverStatusRights,
  courseRights,
  tagRights,
  folderRights,
  structureRights,
  attachmentRights,
  imageRights,
  customFieldRights,
  colourPresetRights,
  boxRights,
  mediaRights,
  documentRights,
  progressRights,
  relatedRights,
  searchRights,
  annotationRights,
  annotationExchangeRights,
  caseRights,
  pageRights,
  embedRights,
  textbookRights,
  textbookMarkRights,
  textbookNoteRights,
  cellAnalysisRights,
  radiologyRights,
  quizRights,
  quizResultsRights,
  quizAccessRights,
  noteRights,
  workGroupRights,
  userGroupRights,
  announcementRights,
  assignmentRights,
  inviteRights,
  enrollmentRights,
  shareRights,
  uploadRights,
  jobRights,
  voucherRights,
  ltiRights,
  registrationRights,
  workRights,
  tileRights,
  deepZoomRights,
  iiifRights,
];

/** By method and path of the contract. */
export const RIGHTS_MATRIX: RightsRows = Object.assign({}, ...RIGHTS_OF_SLICES);
