/** Prints one attempt; images of its slides are captured first. */
import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import { Suspense, useCallback, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AnswersPrintProps } from "./AnswersPrint.tsx";
import { LaterAnswersPrint } from "./question-stage-part.ts";

export function PrintAnswersButton(props: Pick<AnswersPrintProps, "quiz" | "name">) {
  const { t } = useTranslation();
  // The attempt as it was when the button was pressed, because a running one changes every few seconds.
  const [printed, setPrinted] = useState<typeof props | null>(null);
  const handlePrinted = useCallback(() => setPrinted(null), []);
  return (
    <>
      <Button
        variant="default"
        loading={printed !== null}
        leftSection={<IconPrinter size={18} stroke={1.5} aria-hidden />}
        onClick={() => setPrinted(props)}
      >
        {t("quizAttempt.print")}
      </Button>
      {printed && (
        <Suspense fallback={null}>
          <LaterAnswersPrint {...printed} onPrinted={handlePrinted} />
        </Suspense>
      )}
    </>
  );
}
