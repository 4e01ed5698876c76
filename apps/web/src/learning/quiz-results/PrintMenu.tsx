/** Prints the quiz, with or without solutions. */
import { Button, Menu } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAuthoredQuiz } from "#quiz/quiz.api.ts";
import { lazyPart } from "#ui/lazy-part.ts";
import { usePrintSource } from "./quiz-results.api.ts";

const LaterQuizPrint = lazyPart(
  () => import("./QuizPrint.tsx"),
  (part) => part.QuizPrint,
);

export function PrintMenu({ quizId }: { readonly quizId: number }) {
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<"blank" | "key" | null>(null);
  const { quiz } = useAuthoredQuiz(quizId);
  const { mutate: load, data: source, isPending } = usePrintSource(quizId);
  const onPrinted = useCallback(() => setPrinted(null), []);
  if (!quiz) return null;
  const print = (kind: "blank" | "key") => load(undefined, { onSuccess: () => setPrinted(kind) });
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={isPending || printed !== null}
            leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
          >
            {t("quizResults.print")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => print("blank")}>{t("quizResults.printBlank")}</Menu.Item>
          <Menu.Item onClick={() => print("key")}>{t("quizResults.printKey")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {printed && source && (
        <Suspense fallback={null}>
          <LaterQuizPrint quiz={quiz} source={source} hasKey={printed === "key"} onPrinted={onPrinted} />
        </Suspense>
      )}
    </>
  );
}
