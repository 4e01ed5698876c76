/**
 * The page of a quiz; for content managers also the page of one question below it. A preview works like taking the
 * quiz.
 */
import { usePlace } from "#item/use-place.ts";
import { useSession } from "#platform/session.tsx";
import { QuestionPage } from "#question-page/QuestionPage.tsx";
import { QuizPage } from "#quiz-attempt/QuizPage.tsx";

export function QuizHere() {
  const place = usePlace();
  const { can } = useSession();
  if (place && !place.isPreview && place.within.length > 0 && can("manageContent"))
    return <QuestionPage place={place} />;
  return <QuizPage />;
}
