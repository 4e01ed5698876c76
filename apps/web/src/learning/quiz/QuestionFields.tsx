/** All fields of a question; its type determines which are shown. */
import { Alert, Button, Input, Select, Textarea, TextInput } from "@mantine/core";
import { TITLE_MAX_CHARACTERS } from "@parfocal/core/item/item-text-limits.ts";
import { CORRECT_ANSWER_MAX_CHARACTERS } from "@parfocal/core/quiz/question-limits.ts";
import { isScore, withQuestionType } from "@parfocal/core/quiz/question-rules.ts";
import { QUESTION_TYPES, QUIZ_SUBJECT_KINDS, type QuestionType } from "@parfocal/core/quiz/quiz-types.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { AnswerOptions } from "./AnswerOptions.tsx";
import styles from "./Quiz.module.css";
import { type DraftProblem, type QuestionDraft, type Subject, subjectsOf } from "./question-draft.ts";
import { RegionStage } from "./RegionStage.tsx";
import { SubjectPicture } from "./SubjectPicture.tsx";

interface QuestionFieldsProps {
  readonly values: QuestionDraft;
  /** Its parent, if that is a slide or case; null: the quiz. */
  readonly place: Subject | null;
  /** The first problem; null: none. */
  readonly problem: DraftProblem | null;
  /** Whether the user has tried to save; before that, missing values are not marked. */
  readonly showsErrors: boolean;
  /** The highlighted option; null: none. */
  readonly focusedOptionId: number | null;
  readonly onChange: (change: Partial<QuestionDraft>) => void;
}

export function QuestionFields(props: QuestionFieldsProps) {
  const { values, place, problem, showsErrors, focusedOptionId, onChange } = props;
  const { t } = useTranslation();
  const subject = values.subject ?? place;
  const isTitleMissing = problem === "titleMissing" && showsErrors;
  const scoreIsWrong = values.score.trim() !== "" && !isScore(values.score.trim());
  const answerOptions = (
    <AnswerOptions
      type={values.type}
      options={
        values.type === "annotation"
          ? values.answerOptions.filter(({ region }) => region !== null)
          : values.answerOptions
      }
      focusedId={focusedOptionId}
      onChange={(options) => onChange({ answerOptions: options })}
    />
  );
  return (
    <>
      <TextInput
        label={t("quiz.questionTitle")}
        required
        value={values.title}
        maxLength={TITLE_MAX_CHARACTERS}
        error={isTitleMissing && t("quiz.problem_titleMissing")}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
        data-autofocus
      />
      <Select
        label={t("quiz.questionType")}
        description={t("quiz.questionTypeHint")}
        allowDeselect={false}
        value={values.type}
        data={QUESTION_TYPES.map((value) => ({ value, label: t(`quiz.type_${value}`) }))}
        onChange={(type) => type && onChange(withQuestionType(values, type as QuestionType))}
      />
      <RichTextField
        label={t("quiz.questionContent")}
        altHint={t("quiz.altHint")}
        value={values.content}
        onChange={(content) => onChange({ content })}
      />
      <LinkedSubject values={values} place={place} onChange={(linked) => onChange({ subject: linked })} />
      <TextInput
        label={t("quiz.score")}
        description={t("quiz.scoreHint")}
        inputMode="decimal"
        value={values.score}
        error={scoreIsWrong && t("quiz.scoreWrong")}
        onChange={(event) => onChange({ score: event.currentTarget.value })}
        maw={240}
      />
      {values.type === "short-answer" ? (
        <Textarea
          label={t("quiz.correctAnswer")}
          description={t("quiz.correctAnswerHint")}
          value={values.correctAnswer}
          maxLength={CORRECT_ANSWER_MAX_CHARACTERS}
          autosize
          minRows={2}
          onChange={(event) => onChange({ correctAnswer: event.currentTarget.value })}
        />
      ) : (
        <>
          {values.type === "annotation" && subject?.kind === "image" && (
            <RegionStage
              imageId={subject.id}
              options={values.answerOptions}
              onChange={(answerOptions) => onChange({ answerOptions })}
            >
              {answerOptions}
            </RegionStage>
          )}
          {answerOptions}
        </>
      )}
      <RichTextField
        label={t("quiz.explanation")}
        description={t("quiz.explanationHint")}
        value={values.explanation}
        onChange={(explanation) => onChange({ explanation })}
      />
      {problem && problem !== "titleMissing" && problem !== "score" && (
        <Alert color="yellow">{t(`quiz.problem_${problem}`)}</Alert>
      )}
    </>
  );
}

interface LinkedSubjectProps {
  readonly values: QuestionDraft;
  readonly place: Subject | null;
  readonly onChange: (subject: Subject | null) => void;
}

function LinkedSubject({ values, place, onChange }: LinkedSubjectProps) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const shown = values.subject ?? place;
  const hint = values.subject || !place ? t("quiz.linkedHint") : t("quiz.linkedByPlace");
  return (
    <Input.Wrapper label={t("quiz.linked")} description={hint}>
      <fieldset className={styles.group} aria-label={t("quiz.linked")}>
        {shown && <SubjectPicture kind={shown.kind} thumbnail={shown.thumbnail} />}
        <span>{shown?.title ?? t("quiz.linkedNone")}</span>
        <Button variant="default" onClick={() => setChoosing(true)}>
          {t("quiz.linkedChoose")}
        </Button>
        {values.subject && (
          <Button variant="subtle" onClick={() => onChange(null)}>
            {t("quiz.linkedRemove")}
          </Button>
        )}
      </fieldset>
      {isChoosing && (
        <PickerDialog
          title={t("quiz.linkedChoose")}
          kinds={QUIZ_SUBJECT_KINDS}
          isSingle
          isTaken={({ id }) => id === values.subject?.id}
          onPick={(items) => {
            onChange(subjectsOf(items)[0] ?? null);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </Input.Wrapper>
  );
}
