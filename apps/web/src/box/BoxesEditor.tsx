/** The content boxes of a thing while they are edited: tabs, each with pages of formatted text. */
import { Alert, Button, Skeleton, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { BOX_TABS_MAX, type BoxTab } from "@parfocal/core/box/box.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import { message } from "@parfocal/core/messages.ts";
import type { TFunction } from "i18next";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog } from "#editor/UnsavedDialog.tsx";
import { type Draft, useDraft } from "#editor/useDraft.ts";
import { useUnsavedGuard } from "#editor/useUnsavedGuard.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./BoxesEditor.module.css";
import { BoxTabEditor } from "./BoxTabEditor.tsx";
import { useBox, useSaveBox } from "./box.api.ts";
import { changeTab, followMove, moved, untitledTab, withBack, without, withTab } from "./box-draft.ts";
import { OrderList } from "./OrderList.tsx";

const LOADING_HEIGHT_PX = 160;

interface BoxesEditorProps {
  readonly id: number;
  readonly kind: ItemKind;
}

export function BoxesEditor({ id, kind }: BoxesEditorProps) {
  const { t } = useTranslation();
  const { data, isError, isRefetching, refetch } = useBox(id, kind);
  if (data) return <Boxes key={`${kind}-${id}`} id={id} kind={kind} tabs={data.tabs} />;
  if (!isError) return <Skeleton height={LOADING_HEIGHT_PX} aria-label={t("box.loading")} />;
  return (
    <div role="alert">
      <p>{t("box.loadFailed")}</p>
      <Button variant="default" loading={isRefetching} onClick={() => void refetch()}>
        {t("box.tryAgain")}
      </Button>
    </div>
  );
}

function Boxes({ id, kind, tabs: saved }: BoxesEditorProps & { readonly tabs: readonly BoxTab[] }) {
  const { t } = useTranslation();
  const save = useSaveBox(id, kind);
  const draft = useDraft({
    name: `box-${kind}-${id}`,
    saved: { tabs: saved },
    send: ({ tabs }) => save(tabs ?? saved),
  });
  const { tabs } = draft.values;
  const latest = useRef(tabs);
  latest.current = tabs;
  const [wanted, setChosen] = useState(0);
  const chosen = Math.min(wanted, tabs.length - 1);
  const change = (next: readonly BoxTab[]) => draft.change({ tabs: next });
  const tab = tabs[chosen];

  function remove(index: number): void {
    const gone = tabs[index];
    if (!gone) return;
    change(without(tabs, index));
    showUndo(t("box.removed", { title: gone.title }), t("box.undo"), () => {
      change(withBack(latest.current, index, gone));
      setChosen(index);
    });
  }

  return (
    <section className={styles.editor} aria-label={t("box.editorTitle")}>
      <h3 className={styles.title}>{t("box.editorTitle")}</h3>
      <Text size="sm" c="dimmed">
        {t("box.editorHint")}
      </Text>
      <div className={styles.parts}>
        <OrderList
          label={t("box.tabs")}
          addLabel={t("box.addTab")}
          entries={tabs.map(({ title }, index) => ({
            title: title.trim() || t("box.newTab", { number: index + 1 }),
            isDimmed: false,
          }))}
          chosen={chosen}
          mostEntries={BOX_TABS_MAX}
          onChoose={setChosen}
          onMove={(from, to) => {
            change(moved(tabs, from, to));
            setChosen(followMove(chosen, from, to));
          }}
          onRemove={remove}
          onAdd={() => {
            change(withTab(tabs, t("box.newTab", { number: tabs.length + 1 })));
            setChosen(tabs.length);
          }}
        />
        {tab && (
          <BoxTabEditor key={chosen} tab={tab} onChange={(next) => change(changeTab(latest.current, chosen, next))} />
        )}
      </div>
      <SaveBar draft={draft} isValid={untitledTab(tabs) === null} />
    </section>
  );
}

function SaveBar({
  draft,
  isValid,
}: {
  readonly draft: Draft<{ tabs: readonly BoxTab[] }>;
  readonly isValid: boolean;
}) {
  const { t } = useTranslation();
  const guard = useUnsavedGuard(draft.isDirty, draft.discard);
  useHotkeys([["mod+S", () => void (isValid && draft.save())]], [], true);
  const { failure, isDirty, state } = draft;
  const isMendable = failure !== null && ["invalid", "conflict", "tooLarge", "unavailable"].includes(failure.kind);
  return (
    <>
      <div role="alert">
        {failure && <Alert color="red">{isMendable ? failure.message : message("generic.failed")}</Alert>}
      </div>
      <div className={styles.bar}>
        <span role="status" className={styles.state}>
          {stateText(t, state)}
        </span>
        {isDirty && (
          <>
            <Button variant="default" disabled={state === "saving"} onClick={draft.discard}>
              {t("box.discard")}
            </Button>
            <Button disabled={!isValid} loading={state === "saving"} onClick={() => void draft.save()}>
              {t("box.save")}
            </Button>
          </>
        )}
      </div>
      <UnsavedDialog guard={guard} />
    </>
  );
}

function stateText(t: TFunction, state: Draft<object>["state"]): string {
  const texts = {
    unchanged: "",
    dirty: t("editor.stateDirty"),
    saving: t("editor.stateSaving"),
    saved: t("box.saved"),
    failed: t("editor.stateFailed"),
  };
  return texts[state];
}
