/** All migrations in their order. Applied ones are never edited: a change is a new file. */
import type { Migration } from "kysely/migration";
import * as firstTables from "./0001-first-tables.ts";
import * as slidePlanes from "./0002-slide-planes.ts";
import * as externalTileSources from "./0003-external-tile-sources.ts";
import * as shares from "./0004-shares.ts";
import * as bringingSlides from "./0005-bringing-slides.ts";
import * as scanFacts from "./0006-scan-facts.ts";
import * as annotationHistory from "./0007-annotation-history.ts";
import * as cases from "./0008-cases.ts";
import * as aboutASlide from "./0009-about-a-slide.ts";
import * as colourPresets from "./0010-colour-presets.ts";
import * as workGroupsAndNotes from "./0011-work-groups-and-notes.ts";
import * as structure from "./0012-structure.ts";
import * as pagesEmbedsTextbooks from "./0013-pages-embeds-textbooks.ts";
import * as mediaAndDocuments from "./0014-media-and-documents.ts";
import * as lookOfContent from "./0015-look-of-content.ts";
import * as search from "./0016-search.ts";
import * as quizzes from "./0017-quizzes.ts";
import * as userGroups from "./0018-user-groups.ts";
import * as searchOfPages from "./0019-search-of-pages.ts";
import * as enrollment from "./0020-enrollment.ts";
import * as radiology from "./0021-radiology.ts";
import * as openedItems from "./0022-opened-items.ts";
import * as mediaKeys from "./0023-media-keys.ts";
import * as uploadDrops from "./0024-upload-drops.ts";
import * as searchOfHiddenTabs from "./0025-search-of-hidden-tabs.ts";
import * as whoAssigned from "./0026-who-assigned.ts";
import * as sitesWithOpenJobs from "./0027-sites-with-open-jobs.ts";
import * as annotationSizes from "./0028-annotation-sizes.ts";
import * as workGroupNotices from "./0030-work-group-notices.ts";
import * as keysOfWholeRequests from "./0032-keys-of-whole-requests.ts";
import * as siteOptions from "./0034-site-options.ts";
import * as inviteCodes from "./0035-invite-codes.ts";
import * as vouchers from "./0037-vouchers.ts";
import * as mail from "./0039-mail.ts";
import * as accountLinks from "./0040-account-links.ts";
import * as secondFactor from "./0041-second-factor.ts";
import * as singleSignOn from "./0045-single-sign-on.ts";
import * as registration from "./0050-registration.ts";
import * as moreSiteOptions from "./0051-more-site-options.ts";
import * as auditLog from "./0052-audit-log.ts";
import * as userNames from "./0053-user-names.ts";
import * as deletedPeople from "./0054-deleted-people.ts";
import * as quizAttempts from "./0055-quiz-attempts.ts";
import * as quizAccess from "./0056-quiz-access.ts";
import * as quizMarks from "./0058-quiz-marks.ts";
import * as quizRegrades from "./0059-quiz-regrades.ts";
import * as quizSubmissionNotices from "./0060-quiz-submission-notices.ts";
import * as generatedQuestions from "./0062-generated-questions.ts";
import * as questionExplanations from "./0065-question-explanations.ts";
import * as quizPreviews from "./0066-quiz-previews.ts";
import * as quizTools from "./0067-quiz-tools.ts";
import * as sessionsAndLanguages from "./0068-sessions-and-languages.ts";
import * as shareLinks from "./0070-share-links.ts";
import * as textbookMarks from "./0071-textbook-marks.ts";
import * as announcements from "./0072-announcements.ts";

import * as copyRuns from "./0073-copy-runs.ts";
import * as hostSites from "./0081-host-sites.ts";
import * as cellAnalyses from "./0084-cell-analyses.ts";

import * as figuresOfAllSites from "./0087-figures-of-all-sites.ts";
import * as analysesOfAFile from "./0121-analyses-of-a-file.ts";
import * as itemsByAge from "./0122-items-by-age.ts";
import * as lti from "./0123-lti.ts";
import * as serverOutages from "./0124-server-outages.ts";
import * as annotationComments from "./0130-annotation-comments.ts";
import * as passkeys from "./0165-passkeys.ts";
import * as tilesZip from "./0166-tiles-zip.ts";
import * as ltiGrades from "./0170-lti-grades.ts";
import * as ltiChoices from "./0171-lti-choices.ts";
import * as countsByHand from "./0175-counts-by-hand.ts";
import * as commentMails from "./0180-comment-mails.ts";
import * as questionsOnOnePage from "./0190-questions-on-one-page.ts";
import * as ltiLineItems from "./0200-lti-line-items.ts";
import * as ltiRegistrations from "./0201-lti-registrations.ts";
import * as ltiMembers from "./0202-lti-members.ts";
import * as hostPosts from "./0203-host-posts.ts";
import * as hostMedia from "./0204-host-media.ts";
import * as freshStatistics from "./0209-fresh-statistics.ts";
import * as quizGrace from "./0210-quiz-grace.ts";
import * as sealKey from "./0211-seal-key.ts";
import * as wordsOfAnnotations from "./0212-words-of-annotations.ts";
import * as growingListVersions from "./0213-growing-list-versions.ts";

export const ALL_MIGRATIONS: Readonly<Record<string, Migration>> = {
  "0001-first-tables": firstTables,
  "0002-slide-planes": slidePlanes,
  "0003-external-tile-sources": externalTileSources,
  "0004-shares": shares,
  "0005-bringing-slides": bringingSlides,
  "0006-scan-facts": scanFacts,
  "0007-annotation-history": annotationHistory,
  "0008-cases": cases,
  "0009-about-a-slide": aboutASlide,
  "0010-colour-presets": colourPresets,
  "0011-work-groups-and-notes": workGroupsAndNotes,
  "0012-structure": structure,
  "0013-pages-embeds-textbooks": pagesEmbedsTextbooks,
  "0014-media-and-documents": mediaAndDocuments,
  "0015-look-of-content": lookOfContent,
  "0016-search": search,
  "0017-quizzes": quizzes,
  "0018-user-groups": userGroups,
  "0019-search-of-pages": searchOfPages,
  "0020-enrollment": enrollment,
  "0021-radiology": radiology,
  "0022-opened-items": openedItems,
  "0023-media-keys": mediaKeys,
  "0024-upload-drops": uploadDrops,
  "0025-search-of-hidden-tabs": searchOfHiddenTabs,
  "0026-who-assigned": whoAssigned,
  "0027-sites-with-open-jobs": sitesWithOpenJobs,
  "0028-annotation-sizes": annotationSizes,
  "0030-work-group-notices": workGroupNotices,
  "0032-keys-of-whole-requests": keysOfWholeRequests,
  "0034-site-options": siteOptions,
  "0035-invite-codes": inviteCodes,
  "0037-vouchers": vouchers,
  "0039-mail": mail,
  "0040-account-links": accountLinks,
  "0041-second-factor": secondFactor,
  "0045-single-sign-on": singleSignOn,
  "0050-registration": registration,
  "0051-more-site-options": moreSiteOptions,
  "0052-audit-log": auditLog,
  "0053-user-names": userNames,
  "0054-deleted-people": deletedPeople,
  "0055-quiz-attempts": quizAttempts,
  "0056-quiz-access": quizAccess,
  "0058-quiz-marks": quizMarks,
  "0059-quiz-regrades": quizRegrades,
  "0060-quiz-submission-notices": quizSubmissionNotices,
  "0062-generated-questions": generatedQuestions,
  "0065-question-explanations": questionExplanations,
  "0066-quiz-previews": quizPreviews,
  "0067-quiz-tools": quizTools,
  "0068-sessions-and-languages": sessionsAndLanguages,
  "0070-share-links": shareLinks,
  "0071-textbook-marks": textbookMarks,
  "0072-announcements": announcements,
  "0073-copy-runs": copyRuns,
  "0081-host-sites": hostSites,
  "0084-cell-analyses": cellAnalyses,
  "0087-figures-of-all-sites": figuresOfAllSites,
  "0121-analyses-of-a-file": analysesOfAFile,
  "0122-items-by-age": itemsByAge,
  "0123-lti": lti,
  "0124-server-outages": serverOutages,
  "0130-annotation-comments": annotationComments,
  "0165-passkeys": passkeys,
  "0166-tiles-zip": tilesZip,
  "0170-lti-grades": ltiGrades,
  "0171-lti-choices": ltiChoices,
  "0175-counts-by-hand": countsByHand,
  "0180-comment-mails": commentMails,
  "0190-questions-on-one-page": questionsOnOnePage,
  "0200-lti-line-items": ltiLineItems,
  "0201-lti-registrations": ltiRegistrations,
  "0202-lti-members": ltiMembers,
  "0203-host-posts": hostPosts,
  "0204-host-media": hostMedia,
  "0209-fresh-statistics": freshStatistics,
  "0210-quiz-grace": quizGrace,
  "0211-seal-key": sealKey,
  "0212-words-of-annotations": wordsOfAnnotations,
  "0213-growing-list-versions": growingListVersions,
};
