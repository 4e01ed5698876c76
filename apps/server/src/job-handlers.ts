/** The handlers of all job kinds in one list. */
import { accountJobHandlers } from "#account/reset-password.ts";
import { annotationKeeper } from "#annotation/keep-file-annotations.ts";
import { commentMailJobHandlers, SEND_COMMENT_MAILS } from "#annotation/send-comment-mails.ts";
import { cellAnalysisJobHandlers } from "#cell-analysis/analyse-cells.ts";
import { ANALYSE_CELLS, ANALYSE_MANY_CELLS } from "#cell-analysis/cell-analysis-jobs.ts";
import { deidentifyStoredSlide } from "#image/deidentify-stored-slide.ts";
import { slideJobHandlers } from "#image/slide-work.ts";
import { DEIDENTIFY_SLIDE, DRAW_DEMO_SLIDE } from "#image-card/slide-jobs.ts";
import { SEND_LTI_GRADE } from "#lti/lti-grade.queries.ts";
import { ltiGradeJobHandlers } from "#lti/send-grade.ts";
import { mailJobHandlers } from "#mail/send-mail.ts";
import { personalDataJobHandlers } from "#personal-data/delete-person.ts";
import type { JobHandler } from "#platform/jobs/job-queue.ts";
import type { Platform } from "#platform/platform.ts";
import { SEND_QUIZ_NOTICE } from "#quiz-notice/follow-submission.ts";
import { quizNoticeJobHandlers } from "#quiz-notice/send-quiz-notice.ts";
import { findCountedScore } from "#quiz-results/counted-score.queries.ts";
import { radiologyJobHandlers } from "#radiology/unpack-upload.ts";
import { registrationJobHandlers } from "#registration/register-by-email.ts";
import { serverFileJobHandlers } from "#server-file/server-file-job.ts";
import { uploadJobHandlers } from "#upload/check-upload.ts";
import { demoJobHandlers } from "./seed/draw-demo-slide.ts";

export function allJobHandlers(platform: Platform): Record<string, JobHandler> {
  const keepAnnotations = annotationKeeper(platform);
  return {
    ...slideJobHandlers(platform, keepAnnotations),
    [DEIDENTIFY_SLIDE]: (context) => deidentifyStoredSlide(platform, context),
    ...uploadJobHandlers(platform, keepAnnotations),
    ...radiologyJobHandlers(platform),
    ...serverFileJobHandlers(platform, keepAnnotations),
    ...accountJobHandlers(platform),
    ...mailJobHandlers(platform),
    ...personalDataJobHandlers(platform),
    ...registrationJobHandlers(platform),
    ...quizNoticeJobHandlers(platform),
    ...ltiGradeJobHandlers(platform, findCountedScore),
    ...commentMailJobHandlers(platform),
    ...demoJobHandlers(platform),
    ...cellAnalysisJobHandlers(platform),
  };
}

/**
 * Job kinds that uploads do not queue behind: jobs that no user waits for; small analyses, which a user waits for;
 * large ones, which may take an hour; and jobs that wait for the server of a learning platform.
 */
export const OWN_LANES: readonly (readonly string[])[] = [
  [DRAW_DEMO_SLIDE, SEND_QUIZ_NOTICE, SEND_COMMENT_MAILS],
  [ANALYSE_CELLS],
  [ANALYSE_MANY_CELLS],
  [SEND_LTI_GRADE],
];
