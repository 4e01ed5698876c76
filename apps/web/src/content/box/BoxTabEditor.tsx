/** One tab of content boxes: its title, its pages, and the selected page. */
import { Switch, TextInput } from "@mantine/core";
import { BOX_PAGES_MAX, BOX_TITLE_MAX_CHARACTERS, type BoxPage, type BoxTab } from "@parfocal/core/box/box.contract.ts";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { showUndo } from "#ui/undo-toast.tsx";
import styles from "./BoxesEditor.module.css";
import { changePage, followMove, moved, withBack, without } from "./box-draft.ts";
import { OrderList } from "./OrderList.tsx";

const NEW_PAGE: BoxPage = { title: "", content: "", isActive: true };
const PAGE_ROWS = 8;

interface BoxTabEditorProps {
  readonly tab: BoxTab;
  /** May be called after the editor was unmounted. @returns false if the tab no longer exists. */
  readonly onChange: (change: (tab: BoxTab) => Partial<BoxTab>) => boolean;
}

export function BoxTabEditor({ tab, onChange }: BoxTabEditorProps) {
  const { t } = useTranslation();
  const { title, contentPages: pages } = tab;
  const [requested, setChosen] = useState(0);
  const chosen = Math.min(requested, pages.length - 1);
  const page = pages[chosen];
  const nameOf = (one: BoxPage, index: number) => one.title.trim() || t("box.page", { number: index + 1 });
  const change = (changed: (now: readonly BoxPage[]) => BoxPage[]) =>
    onChange(({ contentPages }) => ({ contentPages: changed(contentPages) }));
  const edit = (part: Partial<BoxPage>) => change((now) => changePage(now, chosen, part));

  function remove(index: number): void {
    const gone = pages[index];
    if (!gone) return;
    const words = { title: nameOf(gone, index) };
    change((now) => without(now, index));
    showUndo(t("box.removed", words), t("box.undo"), () => {
      if (change((now) => withBack(now, index, gone))) setChosen(index);
      else showProblem(t("box.undoGone", words));
    });
  }

  return (
    <div className={styles.tab}>
      <TextInput
        label={t("box.tabTitle")}
        value={title}
        maxLength={BOX_TITLE_MAX_CHARACTERS}
        required
        error={title.trim() === "" && t("box.tabTitleMissing")}
        onChange={({ currentTarget: { value } }) => onChange(() => ({ title: value }))}
      />
      <OrderList
        label={t("box.pagesOfTab")}
        addLabel={t("box.addPage")}
        entries={pages.map((one, index) => ({ title: nameOf(one, index), isDimmed: !one.isActive }))}
        chosen={chosen}
        maxEntries={BOX_PAGES_MAX}
        onChoose={setChosen}
        onMove={(from, to) => {
          change((now) => moved(now, from, to));
          setChosen(followMove(chosen, from, to));
        }}
        onRemove={remove}
        onAdd={() => {
          change((now) => [...now, NEW_PAGE]);
          setChosen(pages.length);
        }}
      />
      {page && (
        <div className={styles.page} key={chosen}>
          <TextInput
            label={t("box.pageTitle")}
            value={page.title}
            maxLength={BOX_TITLE_MAX_CHARACTERS}
            onChange={(event) => edit({ title: event.currentTarget.value })}
          />
          <Switch
            label={t("box.pageActive")}
            description={page.isActive ? undefined : t("box.inactive")}
            checked={page.isActive}
            onChange={(event) => edit({ isActive: event.currentTarget.checked })}
          />
          <RichTextField
            label={t("box.pageContent")}
            value={page.content}
            minRows={PAGE_ROWS}
            onChange={(content) => edit({ content })}
          />
        </div>
      )}
    </div>
  );
}
