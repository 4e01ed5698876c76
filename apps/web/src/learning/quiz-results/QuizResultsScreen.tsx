/** Results of a quiz in the administration (`?quiz=`): all learners, or the paper of one (`&paper=`). */
import { useSearch } from "@tanstack/react-router";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { LearnerPaper } from "./LearnerPaper.tsx";
import { QuizResults } from "./QuizResults.tsx";

const idOf = (text: string | undefined): number | null => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

export function QuizResultsScreen() {
  const address = useSearch({ strict: false }) as { readonly quiz?: string; readonly paper?: string };
  const quizId = idOf(address.quiz);
  if (quizId === null) return <NotFoundPage />;
  const attemptId = idOf(address.paper);
  if (attemptId !== null) return <LearnerPaper key={attemptId} quizId={quizId} attemptId={attemptId} />;
  return <QuizResults key={quizId} quizId={quizId} />;
}
