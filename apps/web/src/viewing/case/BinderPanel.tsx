/** The slide binder panel: points per slide, fit, preview, save. Source: spec part 2, section 2. */
import { ActionIcon, Button, Group, Modal, Switch, Text } from "@mantine/core";
import type { CaseItem } from "@parfocal/core/case/case.contract.ts";
import { CASE_BOUND_POINTS_MAX } from "@parfocal/core/case/case.contract.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconCheck, IconTrash } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { BinderFit } from "./BinderFit.tsx";
import classes from "./BinderPanel.module.css";
import { pinColour, pointCountOf } from "./binder-draft.ts";
import { CasePanel } from "./CasePanel.tsx";
import type { Binder } from "./useBinder.ts";

interface BinderPanelProps {
  readonly items: readonly CaseItem[];
  readonly binder: Binder;
  /** The saved state. */
  readonly isBound: boolean;
  /** Slide that has the focus, and its viewer. */
  readonly focused: { readonly item: CaseItem; readonly viewer: SlideViewer } | null;
  readonly onClose: () => void;
}

export function BinderPanel({ items, binder, isBound, focused, onClose }: BinderPanelProps) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [wasUnbound, setWasUnbound] = useState(false);
  const body = useRef<HTMLElement>(null);
  function ask(): void {
    setWasUnbound(false);
    setAsking(true);
  }
  /** The button that opened the question no longer exists. */
  function leaveUnbound(): void {
    setWasUnbound(true);
    setAsking(false);
    body.current?.focus();
  }
  const count = Math.min(CASE_BOUND_POINTS_MAX, Math.max(pointCountOf(binder.draft), binder.number) + 1);
  return (
    <CasePanel
      bodyRef={body}
      title={t("case.binder")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={binder.save} loading={binder.isBusy} disabled={!binder.isChanged}>
            {t("case.saveBinding")}
          </Button>
          <Button variant="default" disabled={!binder.isChanged} onClick={binder.discard}>
            {t("case.discard")}
          </Button>
          {isBound && (
            <Button variant="subtle" color="red.3" onClick={ask}>
              {t("case.unbindAll")}
            </Button>
          )}
        </>
      }
    >
      <p className={classes.hint}>{t("case.binderHint", { number: binder.number + 1 })}</p>
      <ol className={classes.points} aria-label={t("case.points")}>
        {Array.from({ length: count }, (_unused, number) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the number is what a point is
          <li key={number}>
            <PointRow number={number} items={items} binder={binder} isLast={number === count - 1} />
          </li>
        ))}
      </ol>
      <Switch
        className={classes.preview}
        label={t("case.preview")}
        description={t("case.previewHint")}
        checked={binder.isPreviewed}
        onChange={(event) => binder.setPreviewed(event.currentTarget.checked)}
      />
      <BinderFit items={items} slides={binder.slides} />
      {focused && (
        <section>
          <h3>{t("case.position")}</h3>
          <p className={classes.hint}>{t("case.positionHint", { title: focused.item.title })}</p>
          <Button
            variant="default"
            size="sm"
            loading={binder.isBusy}
            onClick={() => binder.savePosition(focused.item.id, focused.viewer)}
          >
            {t("case.savePosition")}
          </Button>
        </section>
      )}
      <Modal
        opened={isAsking}
        onClose={() => setAsking(false)}
        returnFocus={!wasUnbound}
        title={t("case.unbindTitle")}
        closeButtonProps={{ "aria-label": t("case.close") }}
      >
        <Text>{t("case.unbindText")}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={() => setAsking(false)}>
            {t("ui.cancel")}
          </Button>
          <Button color="red" loading={binder.isBusy} onClick={() => void binder.unbindAll().then(leaveUnbound)}>
            {t("case.unbindAll")}
          </Button>
        </Group>
      </Modal>
    </CasePanel>
  );
}

interface PointRowProps {
  readonly number: number;
  readonly items: readonly CaseItem[];
  readonly binder: Binder;
  /** Whether this is the next free number. */
  readonly isLast: boolean;
}

function PointRow({ number, items, binder, isLast }: PointRowProps) {
  const { t } = useTranslation();
  const setOn = items.filter(({ id }) => (binder.draft.get(id)?.[number] ?? null) !== null);
  const isWhole = setOn.length === items.length;
  return (
    <div className={classes.point}>
      <button
        type="button"
        aria-pressed={number === binder.number}
        className={classes.pointChoice}
        onClick={() => binder.choose(number)}
      >
        <span className={classes.pin} style={{ background: pinColour(number) }}>
          {number + 1}
        </span>
        <span>{isWhole ? t("case.pointSet") : t("case.pointSetOn", { count: setOn.length, of: items.length })}</span>
        {isWhole && <IconCheck size={16} stroke={1.5} aria-hidden />}
      </button>
      {!(isLast && setOn.length === 0) && (
        <ActionIcon
          variant="subtle"
          color="gray"
          size={36}
          aria-label={t("case.deletePoint", { number: number + 1 })}
          onClick={() => binder.removeNumber(number)}
        >
          <IconTrash size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}
