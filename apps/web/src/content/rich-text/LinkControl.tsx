/** Dialog for a link to a website, an email address, or a page of this site. */
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { IconLink } from "@tabler/icons-react";
import { useEditorState } from "@tiptap/react";
import { type FormEvent, useContext, useState } from "react";
import { useTranslation } from "react-i18next";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { linkAddress } from "./link-address.ts";
import { SitePageSearchContext } from "./site-page-search.ts";
import type { TextControlProps } from "./text-control-props.ts";

export function LinkControl({ editor }: TextControlProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const address = useEditorState({
    editor,
    selector: ({ editor: now }) => (now.isActive("link") ? String(now.getAttributes("link").href ?? "") : null),
  });
  const close = () => setOpen(false);
  const apply = (href: string, text: string) => {
    close();
    const chain = editor.chain().focus().extendMarkRange("link");
    if (editor.state.selection.empty && address === null)
      chain.insertContent({ type: "text", text: text || href, marks: [{ type: "link", attrs: { href } }] }).run();
    else chain.setLink({ href }).run();
  };
  return (
    <>
      <RichTextEditor.Control
        aria-label={t("richText.link")}
        title={t("richText.link")}
        active={address !== null}
        onClick={() => setOpen(true)}
      >
        <IconLink size={16} stroke={1.5} aria-hidden />
      </RichTextEditor.Control>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t("richText.link")}
        closeButtonProps={{ "aria-label": t("ui.close") }}
        {...nestedDialog(close)}
      >
        <LinkForm
          address={address}
          asksForText={address === null && editor.state.selection.empty}
          onApply={apply}
          onRemove={() => {
            close();
            editor.chain().focus().extendMarkRange("link").unsetLink().run();
          }}
        />
      </Modal>
    </>
  );
}

interface LinkFormProps {
  /** Null: a new link. */
  readonly address: string | null;
  /** Whether no text is selected that could become the link. */
  readonly asksForText: boolean;
  readonly onApply: (href: string, text: string) => void;
  readonly onRemove: () => void;
}

/** Mounted only while the dialog is open. */
function LinkForm({ address, asksForText, onApply, onRemove }: LinkFormProps) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState(address ?? "");
  const [text, setText] = useState("");
  const [isWrong, setWrong] = useState(false);
  const SitePageSearch = useContext(SitePageSearchContext);
  const href = linkAddress(typed, window.location.origin);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setWrong(href === null);
    if (href !== null) onApply(href, text.trim());
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        {SitePageSearch && (
          <SitePageSearch
            onChoose={({ href: found, title }) => {
              setTyped(found);
              if (text.trim() === "") setText(title);
            }}
          />
        )}
        <TextInput
          label={t("richText.address")}
          description={t("richText.addressHint")}
          error={isWrong && href === null && t("richText.addressWrong")}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        {asksForText && (
          <TextInput
            label={t("richText.linkText")}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        )}
        <Group justify="space-between">
          {address === null ? (
            <span />
          ) : (
            <Button variant="subtle" color="red" onClick={onRemove}>
              {t("richText.removeLink")}
            </Button>
          )}
          <Button type="submit">{t("richText.apply")}</Button>
        </Group>
      </Stack>
    </form>
  );
}
