/** A question of the bank as learners see it, with the solution behind a switch. */
import { Group, Modal, Stack, Switch } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { FoundQuestion } from "@parfocal/core/quiz/search-questions.contract.ts";
import { IconPencil } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { QuestionSheet } from "#question-page/QuestionSheet.tsx";
import { useAuthoredQuiz, useQuestion } from "#quiz/quiz.api.ts";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { manageAddress } from "./manage-address.ts";

interface QuestionPreviewProps {
  readonly found: Pick<FoundQuestion, "id" | "quizId" | "title">;
  readonly onClose: () => void;
}

export function QuestionPreview({ found, onClose }: QuestionPreviewProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false });
  const [isKeyShown, setKeyShown] = useState(false);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("questionBank.preview", { title: found.title })}
      size="xl"
      fullScreen={isSmall ?? false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Stack>
        <Group justify="space-between">
          <Switch
            label={t("questionPage.showKey")}
            checked={isKeyShown}
            onChange={(event) => setKeyShown(event.currentTarget.checked)}
          />
          <ButtonLink
            {...manageAddress(site.id, found.id)}
            variant="default"
            leftSection={<IconPencil size={18} stroke={1.5} aria-hidden />}
          >
            {t("questionBank.edit")}
          </ButtonLink>
        </Group>
        <Sheet {...found} isKeyShown={isKeyShown} />
      </Stack>
    </Modal>
  );
}

function Sheet({ id, quizId, isKeyShown }: Pick<FoundQuestion, "id" | "quizId"> & { readonly isKeyShown: boolean }) {
  const question = useQuestion(id);
  const { quiz, error, retry } = useAuthoredQuiz(quizId);
  const failure = question.error ?? error;
  if (question.data && quiz)
    return <QuestionSheet quiz={quiz} question={question.data} isKeyShown={isKeyShown} isNarrow />;
  if (!failure) return <PageSkeleton />;
  return (
    <CallFailure
      error={failure}
      onRetry={() => {
        void question.refetch();
        retry();
      }}
    />
  );
}
