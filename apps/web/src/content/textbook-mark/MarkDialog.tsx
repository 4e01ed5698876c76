/** Adds or edits a mark: its label, page and target. */
import { Alert, Button, Group, Modal, NumberInput, SegmentedControl, Stack, Text, TextInput } from "@mantine/core";
import { AppError } from "@parfocal/core/errors.ts";
import { MARK_LABEL_MAX_CHARACTERS } from "@parfocal/core/textbook-mark/mark-rules.ts";
import type { PageArea } from "@parfocal/core/textbook-mark/page-area.ts";
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { type FormEvent, Suspense, use, useState } from "react";
import { useTranslation } from "react-i18next";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { useSession } from "#platform/session.tsx";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { type NewMarkTarget, targetOfLink } from "./mark-address.ts";
import { ViewChooserContext } from "./view-chooser.ts";

/** The edited object: a mark, or an area that was just drawn. */
export interface MarkDraft {
  /** Null: a new mark. */
  readonly mark: TextbookMark | null;
  /** From 0. */
  readonly pageIndex: number;
  readonly area: PageArea;
}

interface SavedMark {
  readonly pageIndex: number;
  readonly label: string;
  /** undefined: unchanged. */
  readonly target: NewMarkTarget | undefined;
}

interface MarkDialogProps {
  readonly draft: MarkDraft;
  readonly pageCount: number;
  /** @throws AppError */
  readonly onSave: (saved: SavedMark) => Promise<void>;
  readonly onRemove: () => void;
  readonly onClose: () => void;
}

type TargetType = "item" | "link" | "page";
const TARGET_TYPES: readonly TargetType[] = ["item", "link", "page"];

export function MarkDialog({ draft, pageCount, onSave, onRemove, onClose }: MarkDialogProps) {
  const { t } = useTranslation();
  const { mark } = draft;
  const [label, setLabel] = useState(mark?.label ?? "");
  const [pageNumber, setPageNumber] = useState(draft.pageIndex + 1);
  const target = useTarget(mark, pageCount);
  const [isSaving, setSaving] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const isValid = label.trim() !== "" && pageNumber >= 1 && pageNumber <= pageCount && target.value !== null;

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    if (!isValid || isSaving || target.value === null) return;
    setSaving(true);
    setFailure(null);
    try {
      const changed = target.isChanged ? target.value : undefined;
      await onSave({ pageIndex: pageNumber - 1, label: label.trim(), target: changed });
    } catch (error) {
      setSaving(false);
      setFailure(error instanceof AppError ? error.message : t("textbookMark.saveFailed"));
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      title={t(mark ? "textbookMark.editTitle" : "textbookMark.addTitle")}
      closeButtonProps={{ "aria-label": t("ui.close") }}
      {...nestedDialog(onClose)}
    >
      <form onSubmit={(event) => void save(event)}>
        <Stack gap="md">
          <TextInput
            label={t("textbookMark.label")}
            placeholder={t("textbookMark.labelSample")}
            maxLength={MARK_LABEL_MAX_CHARACTERS}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
            required
            data-autofocus
          />
          <TargetFields target={target} pageCount={pageCount} />
          <NumberInput
            label={t("textbookMark.pageOfMark")}
            min={1}
            max={pageCount}
            allowDecimal={false}
            hideControls
            value={pageNumber}
            onChange={(value) => setPageNumber(Number(value))}
          />
          {failure !== null && (
            <Alert color="red" role="alert">
              {failure}
            </Alert>
          )}
          <Group justify="space-between">
            {mark ? (
              <Button variant="subtle" color="red" onClick={onRemove}>
                {t("textbookMark.delete")}
              </Button>
            ) : (
              <span />
            )}
            <Group gap="xs">
              <Button variant="default" onClick={onClose}>
                {t("ui.cancel")}
              </Button>
              <Button type="submit" disabled={!isValid} loading={isSaving}>
                {t(mark ? "textbookMark.save" : "textbookMark.add")}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface ChosenItem {
  readonly title: string;
  readonly isSlide: boolean;
  readonly target: NewMarkTarget;
}

/** The target as shown in the fields. */
function useTarget(mark: TextbookMark | null, pageCount: number) {
  const { site } = useSession();
  const old = mark?.target ?? null;
  const isPage = old !== null && old.itemId === null;
  const [type, setType] = useState<TargetType>(isPage ? "page" : "item");
  const [item, setItem] = useState<ChosenItem | null>(() =>
    old === null || isPage
      ? null
      : {
          title: old.title,
          isSlide: old.type === "image",
          target: { itemId: old.itemId, view: old.view, pageIndex: old.pageIndex },
        },
  );
  const [link, setLink] = useState("");
  const [pageNumber, setPageNumber] = useState((isPage && old.pageIndex !== null ? old.pageIndex : 0) + 1);
  const [isChanged, setChanged] = useState(mark === null);
  const linked = targetOfLink(link, { origin: window.location.origin, siteId: site.id });
  const isPageThere = pageNumber >= 1 && pageNumber <= pageCount;
  const values: Readonly<Record<TargetType, NewMarkTarget | null>> = {
    item: item?.target ?? null,
    link: linked,
    page: isPageThere ? { itemId: null, view: null, pageIndex: pageNumber - 1 } : null,
  };
  const changed =
    <Value,>(set: (value: Value) => void) =>
    (value: Value) => {
      set(value);
      setChanged(true);
    };
  // A deleted target is kept until another one is chosen.
  const isUnchanged = mark !== null && old === null && !isChanged;
  return {
    ...{ type, item, link, linked, pageNumber, isChanged, isUnchanged },
    value: isUnchanged ? { itemId: null, view: null, pageIndex: 0 } : values[type],
    setType: changed(setType),
    setItem: changed(setItem),
    setLink: changed(setLink),
    setPageNumber: changed(setPageNumber),
  };
}

interface TargetFieldsProps {
  readonly target: ReturnType<typeof useTarget>;
  readonly pageCount: number;
}

function TargetFields({ target, pageCount }: TargetFieldsProps) {
  const { t } = useTranslation();
  const [isPicking, setPicking] = useState(false);
  const [isViewing, setViewing] = useState(false);
  const ViewChooser = use(ViewChooserContext);
  const { type, item, link, linked } = target;
  const view = (type === "link" ? linked : item?.target)?.view ?? null;
  return (
    <Stack gap="xs" role="group" aria-label={t("textbookMark.target")}>
      <Text size="sm" fw={500}>
        {t("textbookMark.target")}
      </Text>
      {target.isUnchanged && <Text size="sm">{t("textbookMark.unavailable")}</Text>}
      <SegmentedControl
        aria-label={t("textbookMark.target")}
        value={type}
        onChange={(value) => target.setType(value as TargetType)}
        data={TARGET_TYPES.map((value) => ({ value, label: t(`textbookMark.target_${value}`) }))}
      />
      {type === "item" && (
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm" truncate>
            {item?.title ?? t("textbookMark.noItem")}
          </Text>
          <Group gap="xs" flex="none">
            {ViewChooser && item?.isSlide && (
              <Button variant="default" size="sm" onClick={() => setViewing(true)}>
                {t("textbookMark.chooseView")}
              </Button>
            )}
            <Button variant="default" size="sm" onClick={() => setPicking(true)}>
              {t("textbookMark.choose")}
            </Button>
          </Group>
        </Group>
      )}
      {type === "link" && (
        <TextInput
          label={t("textbookMark.link")}
          description={t("textbookMark.linkHint")}
          value={link}
          error={link.trim() !== "" && linked === null && t("textbookMark.linkWrong")}
          onChange={(event) => target.setLink(event.currentTarget.value)}
        />
      )}
      {type === "page" && (
        <NumberInput
          label={t("textbookMark.targetPage")}
          min={1}
          max={pageCount}
          allowDecimal={false}
          hideControls
          value={target.pageNumber}
          onChange={(value) => target.setPageNumber(Number(value))}
        />
      )}
      {type !== "page" && view && (
        <Text size="sm" c="dimmed">
          {t("textbookMark.view", {
            x: Math.round(view.center[0]),
            y: Math.round(view.center[1]),
            zoom: Number(view.zoom.toFixed(1)),
            degrees: view.rotationDeg,
          })}
        </Text>
      )}
      {isPicking && (
        <PickerDialog
          title={t("textbookMark.choose")}
          kinds={["image", "case", "attachment"]}
          isSingle
          onPick={([picked]) => {
            if (picked)
              target.setItem({
                title: picked.title,
                isSlide: picked.kind === "image",
                target: { itemId: picked.id, view: null, pageIndex: null },
              });
            setPicking(false);
          }}
          onClose={() => setPicking(false)}
        />
      )}
      {isViewing && ViewChooser && item && item.target.itemId !== null && (
        <Suspense fallback={null}>
          <ViewChooser
            imageId={item.target.itemId}
            opening={item.target.view}
            onChoose={(view) => {
              target.setItem({ ...item, target: { ...item.target, view } });
              setViewing(false);
            }}
            onClose={() => setViewing(false)}
          />
        </Suspense>
      )}
    </Stack>
  );
}
