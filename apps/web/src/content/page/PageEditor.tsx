/** Editor of a static page. */
import type { Page } from "@parfocal/core/page/page.contract.ts";
import { useTranslation } from "react-i18next";
import type { ItemEditorProps } from "#editor/editor-props.ts";
import { useDraft } from "#editor/useDraft.ts";
import { ItemEditorFrame } from "#item-editor/ItemEditorFrame.tsx";
import { LoadedItem } from "#item-editor/LoadedItem.tsx";
import { showSuccess } from "#platform/failure-toast.ts";
import { RichText } from "#rich-text/RichText.tsx";
import { RichTextField } from "#rich-text/RichTextField.tsx";
import { usePage, usePageActions } from "./page.api.ts";

export function PageEditor(props: ItemEditorProps) {
  const query = usePage(props.id, props.parentId);
  return <LoadedItem query={query}>{(page) => <PageForm {...props} page={page} />}</LoadedItem>;
}

function PageForm({ id, steps, page }: ItemEditorProps & { readonly page: Page }) {
  const { t } = useTranslation();
  const { update } = usePageActions();
  const { title, subtitle, content, tags, thumbnailMediaId } = page;
  const draft = useDraft({
    name: `page-${id}`,
    saved: { title, subtitle, content, tags, thumbnailMediaId },
    async send(changes, { title, subtitle, content }) {
      await update(id, { ...changes, seen: { title, subtitle, content } });
      showSuccess(t("page.updated"));
    },
  });
  const { values, change } = draft;
  return (
    <ItemEditorFrame
      kind="page"
      id={id}
      steps={steps}
      draft={draft}
      compared={[
        { name: "content", label: t("page.fieldContent"), show: (shown) => <RichText text={shown.content} /> },
      ]}
    >
      <RichTextField
        label={t("page.fieldContent")}
        value={values.content}
        minRows={12}
        onChange={(next) => change({ content: next })}
      />
    </ItemEditorFrame>
  );
}
