/** Prints the quiz, with or without solutions, or the results. */
import { Button, Menu } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAuthoredQuiz } from "#quiz/quiz.api.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { usePrintedResults, usePrintSource } from "./quiz-results.api.ts";
import type { ResultSearch } from "./result-search.ts";

const LaterQuizPrint = lazyPart(
  () => import("./QuizPrint.tsx"),
  (part) => part.QuizPrint,
);

const LaterResultsPrint = lazyPart(
  () => import("./ResultsPrint.tsx"),
  (part) => part.ResultsPrint,
);

interface PrintMenuProps {
  readonly quizId: number;
  /** Search whose results are printed; null: no results. */
  readonly search: ResultSearch | null;
}

export function PrintMenu({ quizId, search }: PrintMenuProps) {
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<"blank" | "key" | ResultSearch | null>(null);
  const { quiz } = useAuthoredQuiz(quizId);
  const source = usePrintSource(quizId);
  const results = usePrintedResults(quizId);
  const onPrinted = useCallback(() => setPrinted(null), []);
  if (!quiz) return null;
  const printQuiz = (kind: "blank" | "key") => source.mutate(undefined, { onSuccess: () => setPrinted(kind) });
  const isQuiz = printed === "blank" || printed === "key";
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={source.isPending || results.isPending || printed !== null}
            leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
          >
            {t("quizResults.print")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => printQuiz("blank")}>{t("quizResults.printBlank")}</Menu.Item>
          <Menu.Item onClick={() => printQuiz("key")}>{t("quizResults.printKey")}</Menu.Item>
          {search && (
            <Menu.Item onClick={() => results.mutate(search, { onSuccess: () => setPrinted(search) })}>
              {t("quizResults.printResults")}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <Suspense fallback={null}>
        {isQuiz && source.data && (
          <LaterQuizPrint quiz={quiz} source={source.data} hasKey={printed === "key"} onPrinted={onPrinted} />
        )}
        {printed && !isQuiz && results.data && (
          <LaterResultsPrint results={results.data} search={printed} onPrinted={onPrinted} />
        )}
      </Suspense>
    </>
  );
}
