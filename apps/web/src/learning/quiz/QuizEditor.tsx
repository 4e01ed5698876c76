/** All settings of a quiz, and its contents. */
import { Alert, Button, Select, TextInput } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { formatQuizPath } from "@parfocal/core/item/public-path.ts";
import { message } from "@parfocal/core/messages.ts";
import type { AuthoredQuiz } from "@parfocal/core/quiz/quiz.contract.ts";
import { quizProblem } from "@parfocal/core/quiz/quiz-rules.ts";
import { QUIZ_TYPES, type QuizType } from "@parfocal/core/quiz/quiz-types.ts";
import { IconChartBar, IconEye, IconSchool } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { BoxesEditor } from "#box/BoxesEditor.tsx";
import { FieldValues } from "#custom-field/FieldValues.tsx";
import { EditorFrame } from "#editor/EditorFrame.tsx";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { TagsField } from "#editor/TagsField.tsx";
import { ThumbnailField } from "#editor/ThumbnailField.tsx";
import { useDraft } from "#editor/useDraft.ts";
import { pathTo } from "#item/place-path.ts";
import { showSuccess } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { AccessSection } from "#quiz-access/AccessSection.tsx";
import { RichText } from "#rich-text/RichText.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { QuizContents } from "./QuizContents.tsx";
import { QuizPreviewDialog } from "./QuizPreview.tsx";
import { QuizSettings } from "./QuizSettings.tsx";
import { QuizSource } from "./QuizSource.tsx";
import { useQuizOutline, useUpdateQuiz } from "./quiz.api.ts";
import { quizResultsAddress } from "./quiz-results-address.ts";
import { type QuizValues, valuesOf } from "./quiz-values.ts";

export function QuizEditor(props: ItemEditorProps) {
  const { quiz, error, retry } = useQuizOutline(props.id);
  if (quiz) return <QuizForm {...props} quiz={quiz} />;
  return error ? <CallFailure error={error} onRetry={retry} /> : <PageSkeleton />;
}

/** The first problem of the quiz before it is saved. Problems that only the server can detect are left to it. */
function problemOf(quiz: AuthoredQuiz, values: QuizValues) {
  const underItems = quiz.slides.reduce((count, { questionIds }) => count + questionIds.length, 0);
  const isSameFolder = values.sourceFolder === quiz.sourceFolder;
  return quizProblem({
    type: values.type,
    hasSourceFolder: values.sourceFolder !== null,
    sourceImageCount: isSameFolder ? quiz.sourceImageCount : 1,
    itemCount: quiz.slides.length,
    questionCount: quiz.questionIds.length,
    questionsUnderItems: underItems,
    notificationEmail: values.notificationEmail.trim(),
  });
}

function QuizForm({ id, steps, quiz }: ItemEditorProps & { readonly quiz: AuthoredQuiz }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const update = useUpdateQuiz(id);
  const [isPreviewing, setPreviewing] = useState(false);
  const draft = useDraft<QuizValues>({
    name: `quiz-${id}`,
    saved: valuesOf(quiz),
    async send(changes, { title, content }) {
      await update.mutateAsync({ ...changes, seen: { title, content } });
      showSuccess(message("quiz.updated"));
    },
  });
  const { values, change } = draft;
  const isTitleMissing = values.title.trim() === "";
  const problem = problemOf(quiz, values);
  return (
    <EditorFrame
      kind="quiz"
      title={quiz.title}
      href={pathTo(site.id, steps)}
      draft={draft}
      isValid={!isTitleMissing && problem === null}
      compared={[
        { name: "title", label: t("quiz.title"), show: (shown) => shown.title },
        { name: "content", label: t("quiz.content"), show: (shown) => <RichText text={shown.content} /> },
      ]}
      actions={
        <>
          <ButtonLink
            {...quizResultsAddress(site.id, id)}
            variant="default"
            leftSection={<IconChartBar size={18} stroke={1.5} aria-hidden />}
          >
            {t("quiz.results")}
          </ButtonLink>
          <Button
            variant="default"
            leftSection={<IconEye size={18} stroke={1.5} aria-hidden />}
            onClick={() => setPreviewing(true)}
          >
            {t("quiz.preview")}
          </Button>
          <ButtonLink
            to={formatQuizPath({ siteId: site.id, steps, isPreview: true })}
            variant="default"
            leftSection={<IconSchool size={18} stroke={1.5} aria-hidden />}
          >
            {t("quiz.previewAsLearner")}
          </ButtonLink>
        </>
      }
    >
      <TextInput
        label={t("quiz.title")}
        required
        value={values.title}
        maxLength={TITLE_MAX_CHARACTERS}
        error={isTitleMissing && t("quiz.titleMissing")}
        onChange={(event) => change({ title: event.currentTarget.value })}
      />
      <Select
        label={t("quiz.type")}
        description={t(`quiz.typeHint_${values.type}`)}
        allowDeselect={false}
        value={values.type}
        data={QUIZ_TYPES.map((value) => ({ value, label: t(`quiz.type_${value}`) }))}
        onChange={(type) => type && change({ type: type as QuizType })}
      />
      {values.type !== "Individual" && (
        <QuizSource folderId={values.sourceFolder} onChange={(sourceFolder) => change({ sourceFolder })} />
      )}
      {problem && problem !== "notificationEmail" && <Alert color="yellow">{t(`quiz.problem_${problem}`)}</Alert>}
      <RichTextField label={t("quiz.content")} value={values.content} onChange={(content) => change({ content })} />
      <QuizContents quiz={quiz} />
      <ThumbnailField
        label={t("editor.thumbnail")}
        value={values.thumbnailMediaId}
        automatic={null}
        hint={t("quiz.thumbnailHint")}
        onChange={(thumbnailMediaId) => change({ thumbnailMediaId })}
      />
      <TagsField label={t("editor.tags")} type="quiz" value={values.tags} onChange={(tags) => change({ tags })} />
      <QuizSettings values={values} isEmailWrong={problem === "notificationEmail"} onChange={change} />
      <AccessSection quizId={id} />
      <FieldValues itemId={id} kind="quiz" />
      <BoxesEditor id={id} kind="quiz" />
      {isPreviewing && <QuizPreviewDialog quiz={quiz} onClose={() => setPreviewing(false)} />}
    </EditorFrame>
  );
}
