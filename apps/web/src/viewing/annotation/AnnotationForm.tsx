import { Button, Checkbox, Textarea, TextInput } from "@mantine/core";
import {
  ANNOTATION_CONTENT_MAX_CHARACTERS,
  ANNOTATION_TITLE_MAX_CHARACTERS,
} from "@parfocal/core/annotation/annotation.contract.ts";
import { ANNOTATION_LINK_MAX_CHARACTERS, isAnnotationLink } from "@parfocal/core/annotation/annotation-link.ts";
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import classes from "./AnnotatorPanel.module.css";
import { type AnnotatorState, canSave, geometryOf, hasShapeInHand, missingFieldsOf } from "./annotator-state.ts";
import { measurementText } from "./measurement-text.ts";
import type { Annotator } from "./useAnnotator.ts";

/** Key of the text that names what is missing before saving; null: nothing is missing. */
function obstacleOf(state: AnnotatorState): "needsDrawing" | "needsEither" | "needsTitle" | "needsContent" | null {
  if (state.mode === "add" && state.drawn === null) return "needsDrawing";
  const [first, second] = missingFieldsOf(state);
  if (first === undefined) return null;
  if (second !== undefined) return state.typeName === "text" ? "needsTitle" : "needsEither";
  return first === "title" ? "needsTitle" : "needsContent";
}

interface AnnotationFormProps {
  readonly annotator: Annotator;
  /** Shown between the fields and Save, outside the form. */
  readonly children?: ReactNode;
}

/** Title, content, link and measurement of a new or edited annotation; Save stays visible below the scrolling part. */
export function AnnotationForm({ annotator, children }: AnnotationFormProps) {
  const { t, i18n } = useTranslation();
  const { state, dispatch, save } = annotator;
  const { form } = state;
  const measurement = geometryOf(state)?.measurement;
  const formId = useId();
  const titleField = useRef<HTMLInputElement>(null);
  // Not while a shape is being drawn: until then the slide keeps the focus and handles the keys.
  const isDue = hasShapeInHand(state);
  useEffect(() => {
    if (isDue) titleField.current?.focus();
  }, [isDue]);
  const obstacle = obstacleOf(state);
  const isLinkWrong = !isAnnotationLink(form.link);

  function handleSubmit(event: FormEvent): void {
    event.preventDefault();
    if (!isLinkWrong) void save();
  }

  return (
    <>
      <form
        id={formId}
        className={classes.form}
        onSubmit={handleSubmit}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) handleSubmit(event);
        }}
      >
        <TextInput
          ref={titleField}
          label={t("annotation.fieldTitle")}
          maxLength={ANNOTATION_TITLE_MAX_CHARACTERS}
          value={form.title}
          onChange={(event) => dispatch({ kind: "change", form: { title: event.currentTarget.value } })}
        />
        <Textarea
          label={t("annotation.fieldContent")}
          rows={3}
          resize="vertical"
          maxLength={ANNOTATION_CONTENT_MAX_CHARACTERS}
          value={form.content}
          onChange={(event) => dispatch({ kind: "change", form: { content: event.currentTarget.value } })}
        />
        <TextInput
          label={t("annotation.fieldLink")}
          placeholder={t("annotation.linkHint")}
          maxLength={ANNOTATION_LINK_MAX_CHARACTERS}
          error={isLinkWrong ? t("annotation.linkWrong") : undefined}
          value={form.link}
          onChange={(event) => dispatch({ kind: "change", form: { link: event.currentTarget.value } })}
        />
        {measurement && (
          <Checkbox
            checked={form.includeMeasurement}
            onChange={(event) =>
              dispatch({ kind: "change", form: { includeMeasurement: event.currentTarget.checked } })
            }
            label={
              <span>
                {t("annotation.includeMeasurement")}{" "}
                <output className={classes.measurement}>{measurementText(i18n.language, measurement)}</output>
              </span>
            }
          />
        )}
      </form>
      {children}
      <div className={classes.formFooter}>
        <Button type="submit" form={formId} disabled={!canSave(state) || isLinkWrong} loading={state.isSaving}>
          {t("annotation.save")}
        </Button>
        {obstacle && <p className={classes.missing}>{t(`annotation.${obstacle}`)}</p>}
      </div>
    </>
  );
}
