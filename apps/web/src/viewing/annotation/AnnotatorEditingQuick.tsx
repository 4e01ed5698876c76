import { ActionIcon, Button, Checkbox, Kbd, TextInput } from "@mantine/core";
import { ANNOTATION_TITLE_MAX_CHARACTERS } from "@parfocal/core/annotation/annotation.contract.ts";
import { IconX } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./AnnotatorPanel.module.css";
import { canSaveQuick } from "./annotator-state.ts";
import { QUICK_KEY, TYPE_ICONS } from "./drawing-tools.ts";
import type { Annotator } from "./useAnnotator.ts";

const ICON_STROKE = 1.5;

export function QuickSwitch({ annotator: { state, dispatch } }: { readonly annotator: Annotator }) {
  const { t } = useTranslation();
  const title = state.form.title.trim() || state.lastTitle || t("annotationEditing.quickTitle");
  return (
    <Checkbox
      checked={state.isQuick}
      onChange={() => dispatch({ kind: "toggleQuick" })}
      aria-keyshortcuts={QUICK_KEY}
      description={state.isQuick ? t("annotationEditing.quickHint", { title }) : undefined}
      label={
        <span>
          {t("annotationEditing.quick")} <Kbd size="xs">{QUICK_KEY}</Kbd>
        </span>
      }
    />
  );
}

/** Unsaved quick annotations, each with its title; saved together. */
export function QuickAnnotations({ annotator }: { readonly annotator: Annotator }) {
  const { t } = useTranslation();
  const { state, dispatch, saveQuick } = annotator;
  if (state.quick.length === 0) return null;
  return (
    <section className={classes.quick} aria-label={t("annotationEditing.quickList")}>
      <h3 className={classes.quickHeading}>{t("annotationEditing.quickList")}</h3>
      <ul className={classes.quickList}>
        {state.quick.map(({ key, title, typeName }, index) => {
          const TypeIcon = TYPE_ICONS[typeName];
          const number = index + 1;
          return (
            <li key={key} className={classes.quickRow}>
              <TypeIcon size={18} stroke={ICON_STROKE} aria-hidden />
              <TextInput
                size="xs"
                flex={1}
                aria-label={t("annotationEditing.quickTitleOf", { number })}
                maxLength={ANNOTATION_TITLE_MAX_CHARACTERS}
                value={title}
                error={title.trim() === ""}
                onChange={(event) => dispatch({ kind: "titleQuick", key, title: event.currentTarget.value })}
              />
              <ActionIcon
                variant="subtle"
                color="gray"
                className={classes.step}
                aria-label={t("annotationEditing.quickDiscard", { number })}
                onClick={() => dispatch({ kind: "discardQuick", key })}
              >
                <IconX size={16} stroke={ICON_STROKE} aria-hidden />
              </ActionIcon>
            </li>
          );
        })}
      </ul>
      <Button size="sm" disabled={!canSaveQuick(state)} loading={state.isSaving} onClick={() => void saveQuick()}>
        {t("annotationEditing.quickSave", { count: state.quick.length })}
      </Button>
    </section>
  );
}
