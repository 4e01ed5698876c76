/** Prints the quiz, with or without solutions. */
import { Button, Menu } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAuthoredQuiz } from "#quiz/quiz.api.ts";
import { lazyPart } from "#ui/lazy-part.ts";

const LaterQuizPrint = lazyPart(
  () => import("./QuizPrint.tsx"),
  (part) => part.QuizPrint,
);

export function PrintMenu({ quizId }: { readonly quizId: number }) {
  const { t } = useTranslation();
  const [printed, setPrinted] = useState<"blank" | "key" | null>(null);
  const { quiz } = useAuthoredQuiz(quizId);
  const onPrinted = useCallback(() => setPrinted(null), []);
  // An Auto-Generated quiz has no questions of its own.
  if (!quiz || quiz.type === "Auto-Generated") return null;
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button
            variant="default"
            loading={printed !== null}
            leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
          >
            {t("quizResults.print")}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => setPrinted("blank")}>{t("quizResults.printBlank")}</Menu.Item>
          <Menu.Item onClick={() => setPrinted("key")}>{t("quizResults.printKey")}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {printed && (
        <Suspense fallback={null}>
          <LaterQuizPrint quiz={quiz} hasKey={printed === "key"} onPrinted={onPrinted} />
        </Suspense>
      )}
    </>
  );
}
