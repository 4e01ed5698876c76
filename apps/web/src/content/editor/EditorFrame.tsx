/** Frame of every editor: the edited item, its fields, and the save status. */
import { Alert, Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { AppError } from "@parfocal/core/errors.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { IconExternalLink } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import i18next from "i18next";
import { type ReactNode, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ITEM_ICONS } from "#item/item-icons.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import styles from "./EditorFrame.module.css";
import { TextConflicts } from "./TextConflicts.tsx";
import { UnsavedDialog } from "./UnsavedDialog.tsx";
import type { Draft } from "./useDraft.ts";
import { useUnsavedGuard } from "./useUnsavedGuard.ts";
import { VisibilityField } from "./VisibilityField.tsx";

export interface ComparedField<Values extends object> {
  readonly name: keyof Values & string;
  readonly label: string;
  readonly show: (values: Values) => ReactNode;
}

interface EditorFrameProps<Values extends object> {
  readonly kind: ItemKind;
  readonly title: string;
  /** URL of the item's own page; null: it has none. */
  readonly href: string | null;
  readonly draft: Draft<Values>;
  /** Whether the fields are valid; the fields themselves show their errors. */
  readonly isValid: boolean;
  /** Fields whose versions are shown side by side if someone else has changed them too. */
  readonly compared?: readonly ComparedField<Values>[];
  /** Buttons beside the title. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function EditorFrame<Values extends object>(props: EditorFrameProps<Values>) {
  const { kind, title, href, draft, isValid, compared = [], actions, children } = props;
  const { t } = useTranslation();
  const guard = useUnsavedGuard(draft.isDirty, draft.discard);
  const save = () => {
    if (isValid) void draft.save();
  };
  // Also while a field or a rich text editor has the focus.
  useHotkeys([["mod+S", save]], [], true);
  const Icon = ITEM_ICONS[kind];
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappears with the conflict.
  const settle = (change: (name: keyof Values & string) => void) => (name: keyof Values & string) => {
    change(name);
    heading.current?.focus();
  };
  const conflicts = compared
    .filter(({ name }) => draft.conflicts.includes(name))
    .map(({ name, label, show }) => ({ name, label, mine: show(draft.values), theirs: show(draft.saved) }));
  return (
    <section className={styles.frame} aria-label={title}>
      <header className={styles.head}>
        <Icon size={22} stroke={1.5} aria-hidden />
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {title}
        </h2>
        <div className={styles.actions}>
          {actions}
          {href !== null && (
            <Button
              component={Link}
              to={href}
              variant="default"
              leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
            >
              {t("editor.open")}
            </Button>
          )}
        </div>
      </header>
      <VisibilityField kind={kind} />
      {draft.wasRestored && <Alert color="blue">{t("editor.restoredDraft")}</Alert>}
      <TextConflicts
        conflicts={conflicts}
        onKeepMine={settle(draft.keepMine)}
        onTakeTheirs={settle(draft.takeTheirs)}
      />
      <div className={styles.fields}>{children}</div>
      <footer className={styles.foot} data-save-bar>
        <div role="alert" className={styles.failure}>
          {draft.failure && <Alert color="red">{failureText(draft.failure, compared)}</Alert>}
        </div>
        <div className={styles.buttons}>
          <SavedState draft={draft} />
          <Button variant="default" disabled={!draft.isDirty || draft.state === "saving"} onClick={draft.discard}>
            {t("editor.discard")}
          </Button>
          <Button disabled={!draft.isDirty || !isValid} loading={draft.state === "saving"} onClick={save}>
            {t("editor.save")}
          </Button>
        </div>
      </footer>
      <UnsavedDialog guard={guard} />
    </section>
  );
}

/**
 * Errors that the user can correct are shown with the server's message. @param compared fields whose versions are shown
 * for a choice.
 */
function failureText(failure: AppError, compared: readonly { readonly name: string }[]): string {
  const areVersionsShown = compared.some(({ name }) => failure.codes.includes(name));
  if (areVersionsShown && failure.codes.includes("changedMeanwhile")) return i18next.t("editor.conflictText");
  return ["invalid", "conflict", "tooLarge", "unavailable"].includes(failure.kind)
    ? failure.message
    : i18next.t("platform.failed");
}

function SavedState<Values extends object>({ draft }: { readonly draft: Draft<Values> }) {
  const { t, i18n } = useTranslation();
  const time = draft.savedAt === null ? "" : dateFormat(i18n.language, { timeStyle: "short" }).format(draft.savedAt);
  const texts = {
    unchanged: t("editor.stateUnchanged"),
    dirty: t("editor.stateDirty"),
    saving: t("editor.stateSaving"),
    saved: t("editor.stateSaved", { time }),
    failed: t("editor.stateFailed"),
  };
  return (
    <span role="status" className={styles.state} data-state={draft.state}>
      {texts[draft.state]}
    </span>
  );
}
