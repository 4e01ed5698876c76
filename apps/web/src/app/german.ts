/** German texts of all slices: a separate chunk, loaded for German only. */

import { accountDe } from "#account/account.de.ts";
import { annotationDe } from "#annotation/annotation.de.ts";
import { annotationEditingDe } from "#annotation/annotation-editing.de.ts";
import { exchangeDe } from "#annotation-exchange/exchange.de.ts";
import { annotationStyleDe } from "#annotation-style/annotation-style.de.ts";
import { announcementDe } from "#announcement/announcement.de.ts";
import { attachmentDe } from "#attachment/attachment.de.ts";
import { auditLogDe } from "#audit-log/audit-log.de.ts";
import { boxDe } from "#box/box.de.ts";
import { caseDe } from "#case/case.de.ts";
import { cellAnalysisDe } from "#cell-analysis/cell-analysis.de.ts";
import { colourDe } from "#colour/colour.de.ts";
import { consentDe } from "#consent/consent.de.ts";
import { countingDe } from "#counting/counting.de.ts";
import { courseDe } from "#course/course.de.ts";
import { cursorDe } from "#cursor/cursor.de.ts";
import { customFieldDe } from "#custom-field/custom-field.de.ts";
import { documentDe } from "#document/document.de.ts";
import { editorDe } from "#editor/editor.de.ts";
import { embedDe } from "#embed/embed.de.ts";
import { enrollmentDe } from "#enrollment/enrollment.de.ts";
import { folderDe } from "#folder/folder.de.ts";
import { gridDe } from "#grid/grid.de.ts";
import { imageDe } from "#image/image.de.ts";
import { inviteDe } from "#invite/invite.de.ts";
import { itemDe } from "#item/item.de.ts";
import { jobDe } from "#job/job.de.ts";
import { ltiDe } from "#lti/lti.de.ts";
import { mailDe } from "#mail/mail.de.ts";
import { manageDe } from "#manage/manage.de.ts";
import { measuringDe } from "#measuring/measuring.de.ts";
import { mediaDe } from "#media/media.de.ts";
import { noteDe } from "#note/note.de.ts";
import { pageDe } from "#page/page.de.ts";
import { passkeyDe } from "#passkey/passkey.de.ts";
import { personalDataDe } from "#personal-data/personal-data.de.ts";
import { pickerDe } from "#picker/picker.de.ts";
import { platformDe } from "#platform/platform.de.ts";
import { progressDe } from "#progress/progress.de.ts";
import { questionBankDe } from "#question-bank/question-bank.de.ts";
import { questionExportDe } from "#question-export/question-export.de.ts";
import { questionImportDe } from "#question-import/question-import.de.ts";
import { questionPageDe } from "#question-page/question-page.de.ts";
import { quizDe } from "#quiz/quiz.de.ts";
import { quizAccessDe } from "#quiz-access/quiz-access.de.ts";
import { quizAttemptDe } from "#quiz-attempt/quiz-attempt.de.ts";
import { quizConsensusDe } from "#quiz-consensus/quiz-consensus.de.ts";
import { quizResultsDe } from "#quiz-results/quiz-results.de.ts";
import { quizStatisticsDe } from "#quiz-statistics/quiz-statistics.de.ts";
import { radiologyDe } from "#radiology/radiology.de.ts";
import { registrationDe } from "#registration/registration.de.ts";
import { relatedDe } from "#related/related.de.ts";
import { reviewDe } from "#review/review.de.ts";
import { richTextDe } from "#rich-text/rich-text.de.ts";
import { searchDe } from "#search/search.de.ts";
import { secondFactorDe } from "#second-factor/second-factor.de.ts";
import { serverStatusDe } from "#server-status/server-status.de.ts";
import { sessionDe } from "#session/session.de.ts";
import { shareDe } from "#share/share.de.ts";
import { sharedPageDe } from "#shared-page/shared-page.de.ts";
import { optionDe } from "#site/option.de.ts";
import { slideDe } from "#slide/slide.de.ts";
import { slidePartsDe } from "#slide/slide-parts.de.ts";
import { stainDe } from "#stain/stain.de.ts";
import { tagDe } from "#tag/tag.de.ts";
import { textbookDe } from "#textbook/textbook.de.ts";
import { textbookMarkDe } from "#textbook-mark/textbook-mark.de.ts";
import { textbookNoteDe } from "#textbook-note/textbook-note.de.ts";
import { textbookReaderDe } from "#textbook-reader/textbook-reader.de.ts";
import { treeDe } from "#tree/tree.de.ts";
import { uiDe } from "#ui/ui.de.ts";
import { uploadDe } from "#upload/upload.de.ts";
import { userDe } from "#user/user.de.ts";
import { userGroupDe } from "#user-group/user-group.de.ts";
import { userImportDe } from "#user-import/user-import.de.ts";
import { voucherDe } from "#voucher/voucher.de.ts";
import { workDe } from "#work/work.de.ts";
import { workGroupDe } from "#work-group/work-group.de.ts";
import { wrongMarksDe } from "#wrong-marks/wrong-marks.de.ts";
import { appDe } from "./app.de.ts";
import type { Texts } from "./english.ts";
import { landingDe } from "./landing/landing.de.ts";
import { paletteDe } from "./palette/palette.de.ts";

export const german: Texts = {
  account: accountDe,
  annotation: annotationDe,
  annotationEditing: annotationEditingDe,
  annotationExchange: exchangeDe,
  annotationStyle: annotationStyleDe,
  announcement: announcementDe,
  app: appDe,
  case: caseDe,
  radiology: radiologyDe,
  related: relatedDe,
  review: reviewDe,
  image: imageDe,
  customField: customFieldDe,
  auditLog: auditLogDe,
  lti: ltiDe,
  serverStatus: serverStatusDe,
  box: boxDe,
  page: pageDe,
  palette: paletteDe,
  personalData: personalDataDe,
  picker: pickerDe,
  tag: tagDe,
  embed: embedDe,
  enrollment: enrollmentDe,
  textbook: textbookDe,
  textbookMark: textbookMarkDe,
  textbookNote: textbookNoteDe,
  textbookReader: textbookReaderDe,
  attachment: attachmentDe,
  colour: colourDe,
  consent: consentDe,
  cellAnalysis: cellAnalysisDe,
  counting: countingDe,
  course: courseDe,
  cursor: cursorDe,
  editor: editorDe,
  invite: inviteDe,
  userImport: userImportDe,
  landing: landingDe,
  registration: registrationDe,
  share: shareDe,
  voucher: voucherDe,
  mail: mailDe,
  manage: manageDe,
  tree: treeDe,
  grid: gridDe,
  measuring: measuringDe,
  media: mediaDe,
  document: documentDe,
  folder: folderDe,
  item: itemDe,
  job: jobDe,
  platform: platformDe,
  richText: richTextDe,
  search: searchDe,
  session: sessionDe,
  sharedPage: sharedPageDe,
  slide: { ...slideDe, ...slidePartsDe },
  stain: stainDe,
  note: noteDe,
  progress: progressDe,
  questionBank: questionBankDe,
  questionExport: questionExportDe,
  questionImport: questionImportDe,
  questionPage: questionPageDe,
  quiz: quizDe,
  quizAccess: quizAccessDe,
  quizAttempt: quizAttemptDe,
  quizConsensus: quizConsensusDe,
  quizResults: quizResultsDe,
  quizStatistics: quizStatisticsDe,
  wrongMarks: wrongMarksDe,
  option: optionDe,
  passkey: passkeyDe,
  secondFactor: secondFactorDe,
  user: userDe,
  userGroup: userGroupDe,
  workGroup: workGroupDe,
  ui: uiDe,
  upload: uploadDe,
  work: workDe,
};
