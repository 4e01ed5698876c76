/** Results of a quiz in the administration (`?quiz=`): all learners. */
import { useSearch } from "@tanstack/react-router";
import { NotFoundPage } from "#ui/NotFoundPage.tsx";
import { QuizResults } from "./QuizResults.tsx";

const idOf = (text: string | undefined): number | null => {
  const id = Number(text);
  return Number.isSafeInteger(id) && id > 0 ? id : null;
};

export function QuizResultsScreen() {
  const address = useSearch({ strict: false }) as { readonly quiz?: string };
  const quizId = idOf(address.quiz);
  return quizId === null ? <NotFoundPage /> : <QuizResults key={quizId} quizId={quizId} />;
}
