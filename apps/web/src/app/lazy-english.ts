/**
 * English texts of parts that are loaded by `ui/lazy-part-with-texts.ts`: a separate chunk. A slice that also has early
 * texts gets the rest of them here.
 */

import { accountEn } from "#account/account.en.ts";
import { annotationEn } from "#annotation/annotation.en.ts";
import { annotationEditingEn } from "#annotation/annotation-editing.en.ts";
import { exchangeEn } from "#annotation-exchange/exchange.en.ts";
import { annotationStyleEn } from "#annotation-style/annotation-style.en.ts";
import { announcementEn } from "#announcement/announcement.en.ts";
import { attachmentEn } from "#attachment/attachment.en.ts";
import { auditLogEn } from "#audit-log/audit-log.en.ts";
import { boxEn } from "#box/box.en.ts";
import { caseEn } from "#case/case.en.ts";
import { cellAnalysisEn } from "#cell-analysis/cell-analysis.en.ts";
import { colourEn } from "#colour/colour.en.ts";
import { consentEn } from "#consent/consent.en.ts";
import { countingEn } from "#counting/counting.en.ts";
import { cursorEn } from "#cursor/cursor.en.ts";
import { customFieldEn } from "#custom-field/custom-field.en.ts";
import { documentEn } from "#document/document.en.ts";
import { editorEn } from "#editor/editor.en.ts";
import { embedEn } from "#embed/embed.en.ts";
import { enrollmentEn } from "#enrollment/enrollment.en.ts";
import { gridEn } from "#grid/grid.en.ts";
import { imageEn } from "#image/image.en.ts";
import { inviteEn } from "#invite/invite.en.ts";
import { ltiEn } from "#lti/lti.en.ts";
import { mailEn } from "#mail/mail.en.ts";
import { manageEn } from "#manage/manage.en.ts";
import { measuringEn } from "#measuring/measuring.en.ts";
import { mediaEn } from "#media/media.en.ts";
import { noteEn } from "#note/note.en.ts";
import { pageEn } from "#page/page.en.ts";
import { passkeyEn } from "#passkey/passkey.en.ts";
import { personalDataEn } from "#personal-data/personal-data.en.ts";
import { pickerEn } from "#picker/picker.en.ts";
import { progressEn } from "#progress/progress.en.ts";
import { questionBankEn } from "#question-bank/question-bank.en.ts";
import { questionExportEn } from "#question-export/question-export.en.ts";
import { questionImportEn } from "#question-import/question-import.en.ts";
import { questionPageEn } from "#question-page/question-page.en.ts";
import { quizEn } from "#quiz/quiz.en.ts";
import { quizAccessEn } from "#quiz-access/quiz-access.en.ts";
import { quizAttemptEn } from "#quiz-attempt/quiz-attempt.en.ts";
import { quizConsensusEn } from "#quiz-consensus/quiz-consensus.en.ts";
import { quizResultsEn } from "#quiz-results/quiz-results.en.ts";
import { quizStatisticsEn } from "#quiz-statistics/quiz-statistics.en.ts";
import { radiologyEn } from "#radiology/radiology.en.ts";
import { registrationEn } from "#registration/registration.en.ts";
import { relatedEn } from "#related/related.en.ts";
import { reviewEn } from "#review/review.en.ts";
import { richTextEn } from "#rich-text/rich-text.en.ts";
import { searchEn } from "#search/search.en.ts";
import { secondFactorEn } from "#second-factor/second-factor.en.ts";
import { serverStatusEn } from "#server-status/server-status.en.ts";
import { shareEn } from "#share/share.en.ts";
import { sharedPageEn } from "#shared-page/shared-page.en.ts";
import { optionEn } from "#site/option.en.ts";
import { slidePartsEn } from "#slide/slide-parts.en.ts";
import { stainEn } from "#stain/stain.en.ts";
import { tagEn } from "#tag/tag.en.ts";
import { textbookEn } from "#textbook/textbook.en.ts";
import { textbookMarkEn } from "#textbook-mark/textbook-mark.en.ts";
import { textbookNoteEn } from "#textbook-note/textbook-note.en.ts";
import { textbookReaderEn } from "#textbook-reader/textbook-reader.en.ts";
import { treeEn } from "#tree/tree.en.ts";
import { uploadEn } from "#upload/upload.en.ts";
import { userEn } from "#user/user.en.ts";
import { userGroupEn } from "#user-group/user-group.en.ts";
import { userImportEn } from "#user-import/user-import.en.ts";
import { voucherEn } from "#voucher/voucher.en.ts";
import { workEn } from "#work/work.en.ts";
import { workGroupEn } from "#work-group/work-group.en.ts";
import { wrongMarksEn } from "#wrong-marks/wrong-marks.en.ts";
import { landingEn } from "./landing/landing.en.ts";
import { paletteEn } from "./palette/palette.en.ts";

export const lazyEnglish = {
  account: accountEn,
  annotation: annotationEn,
  annotationEditing: annotationEditingEn,
  annotationExchange: exchangeEn,
  annotationStyle: annotationStyleEn,
  announcement: announcementEn,
  case: caseEn,
  colour: colourEn,
  consent: consentEn,
  cellAnalysis: cellAnalysisEn,
  counting: countingEn,
  cursor: cursorEn,
  editor: editorEn,
  invite: inviteEn,
  userImport: userImportEn,
  landing: landingEn,
  registration: registrationEn,
  voucher: voucherEn,
  mail: mailEn,
  manage: manageEn,
  tree: treeEn,
  grid: gridEn,
  measuring: measuringEn,
  media: mediaEn,
  document: documentEn,
  richText: richTextEn,
  search: searchEn,
  sharedPage: sharedPageEn,
  slide: slidePartsEn,
  stain: stainEn,
  tag: tagEn,
  note: noteEn,
  progress: progressEn,
  personalData: personalDataEn,
  picker: pickerEn,
  questionBank: questionBankEn,
  questionExport: questionExportEn,
  questionImport: questionImportEn,
  questionPage: questionPageEn,
  quiz: quizEn,
  quizAccess: quizAccessEn,
  quizAttempt: quizAttemptEn,
  quizConsensus: quizConsensusEn,
  quizResults: quizResultsEn,
  quizStatistics: quizStatisticsEn,
  wrongMarks: wrongMarksEn,
  option: optionEn,
  passkey: passkeyEn,
  secondFactor: secondFactorEn,
  user: userEn,
  userGroup: userGroupEn,
  workGroup: workGroupEn,
  upload: uploadEn,
  work: workEn,
  attachment: attachmentEn,
  auditLog: auditLogEn,
  lti: ltiEn,
  serverStatus: serverStatusEn,
  box: boxEn,
  page: pageEn,
  palette: paletteEn,
  embed: embedEn,
  enrollment: enrollmentEn,
  textbook: textbookEn,
  textbookMark: textbookMarkEn,
  textbookNote: textbookNoteEn,
  textbookReader: textbookReaderEn,
  customField: customFieldEn,
  image: imageEn,
  radiology: radiologyEn,
  related: relatedEn,
  review: reviewEn,
  share: shareEn,
} as const;
