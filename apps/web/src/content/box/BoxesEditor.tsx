/** Editor of an item's content boxes: tabs, each with pages of rich text. */
import { Alert, Button, Skeleton, Text } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { BOX_TABS_MAX } from "@parfocal/core/box/box.contract.ts";
import type { ItemKind } from "@parfocal/core/item/item-kinds.ts";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog } from "#editor/UnsavedDialog.tsx";
import { type Draft, useDraft } from "#editor/useDraft.ts";
import { useUnsavedGuard } from "#editor/useUnsavedGuard.ts";
import { showProblem } from "#platform/failure-toast.ts";
import { showUndo } from "#ui/undo-toast.tsx";
import { useLatest } from "#ui/useLatest.ts";
import styles from "./BoxesEditor.module.css";
import { BoxTabEditor } from "./BoxTabEditor.tsx";
import { useBox, useSaveBox, type WrittenBox } from "./box.api.ts";
import { followMove, untitledTab } from "./box-draft.ts";
import { OrderList } from "./OrderList.tsx";
import { useKeyedTabs } from "./useKeyedTabs.ts";

const LOADING_HEIGHT_PX = 160;

interface BoxesEditorProps {
  readonly id: number;
  readonly kind: ItemKind;
}

export function BoxesEditor({ id, kind }: BoxesEditorProps) {
  const { t } = useTranslation();
  const { data, isError, isRefetching, refetch } = useBox(id, kind);
  if (data) return <Boxes key={`${kind}-${id}`} id={id} kind={kind} saved={data} />;
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

/**
 * The tabs are stored together with the version they are based on, also across a reload, because others may have
 * changed them.
 */
interface BoxValues {
  readonly box: WrittenBox;
}

function Boxes({ id, kind, saved }: BoxesEditorProps & { readonly saved: WrittenBox }) {
  const { t } = useTranslation();
  const save = useSaveBox(id, kind);
  const draft: Draft<BoxValues> = useDraft<BoxValues>({
    name: `box-${kind}-${id}`,
    saved: { box: saved },
    async send({ box = saved }) {
      const { version } = await save(box);
      // Text typed in the meantime is a change to the version saved now.
      if (latest.current !== box) draft.change({ box: { ...latest.current, version } });
    },
  });
  const latest = useLatest(draft.values.box);
  const { tabs } = draft.values.box;
  const keyed = useKeyedTabs(tabs, (next) => draft.change({ box: { ...latest.current, tabs: next } }));
  const [requested, setChosen] = useState(0);
  const chosen = Math.min(requested, tabs.length - 1);
  const [tab, key] = [tabs[chosen], keyed.keys[chosen]];

  function remove(index: number): void {
    const gone = tabs[index];
    if (!gone) return;
    const putBack = keyed.remove(index);
    showUndo(t("box.removed", { title: gone.title }), t("box.undo"), () => {
      if (putBack()) setChosen(index);
      else showProblem(t("box.undoGone", { title: gone.title }));
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
          maxEntries={BOX_TABS_MAX}
          onChoose={setChosen}
          onMove={(from, to) => {
            keyed.move(from, to);
            setChosen(followMove(chosen, from, to));
          }}
          onRemove={remove}
          onAdd={() => {
            keyed.add(t("box.newTab", { number: tabs.length + 1 }));
            setChosen(tabs.length);
          }}
        />
        {tab && key && <BoxTabEditor key={key} tab={tab} onChange={(change) => keyed.edit(key, change)} />}
      </div>
      <SaveBar draft={draft} isValid={untitledTab(tabs) === null} />
    </section>
  );
}

function SaveBar({ draft, isValid }: { readonly draft: Draft<BoxValues>; readonly isValid: boolean }) {
  const { t } = useTranslation();
  const guard = useUnsavedGuard(draft.isDirty, draft.discard);
  useHotkeys([["mod+S", () => void (isValid && draft.save())]], [], true);
  const { failure, isDirty, state } = draft;
  const isUserError = failure !== null && ["invalid", "conflict", "tooLarge", "unavailable"].includes(failure.kind);
  return (
    <>
      <div role="alert">
        {failure && <Alert color="red">{isUserError ? failure.message : t("platform.failed")}</Alert>}
      </div>
      <div className={styles.bar}>
        <span role="status" className={styles.state}>
          {stateText(t, state)}
        </span>
        {isDirty && (
          <>
            <Button variant="default" disabled={state === "saving"} onClick={draft.discard}>
              {t(failure?.kind === "conflict" ? "box.reload" : "box.discard")}
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
