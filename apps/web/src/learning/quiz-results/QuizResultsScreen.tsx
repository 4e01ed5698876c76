/** Results of a quiz in the administration (`?quiz=`): all learners, or the paper of one (`&paper=`). */
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { useIdInAddress } from "#ui/useIdInAddress.ts";
import { LearnerPaper } from "./LearnerPaper.tsx";
import { QuizResults } from "./QuizResults.tsx";

export function QuizResultsScreen() {
  const quizId = useIdInAddress("quiz");
  const attemptId = useIdInAddress("paper");
  if (quizId === null) return <NotFoundPage />;
  if (attemptId !== null) return <LearnerPaper key={attemptId} quizId={quizId} attemptId={attemptId} />;
  return <QuizResults key={quizId} quizId={quizId} />;
}
