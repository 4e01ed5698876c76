/** Dialog for an image from the media library, with alternative text. */
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { RichTextEditor } from "@mantine/tiptap";
import { isSitePicture } from "@parfocal/core/rich-text/rich-text-address.ts";
import { IconPhoto } from "@tabler/icons-react";
import { useEditorState } from "@tiptap/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { withoutFilePass } from "#platform/file-pass.ts";
import { hostBridge, type MediaRef } from "#platform/host-bridge.ts";
import { nestedDialog } from "#ui/nested-dialog.ts";
import type { PictureFacts } from "./picture-node.ts";
import type { TextControlProps } from "./text-control-props.ts";

const ALT_MAX_CHARACTERS = 300;

/** Path on this site of a file that the library returns with an absolute URL. */
const pathOf = ({ url }: MediaRef): string => url.replace(window.location.origin, "");

interface PictureControlProps extends TextControlProps {
  /**
   * For texts in which the title of an image would reveal too much; undefined: the title is suggested as alternative
   * text.
   */
  readonly altHint: string | undefined;
}

export function PictureControl({ editor, altHint }: PictureControlProps) {
  const { t } = useTranslation();
  const [picture, setPicture] = useState<PictureFacts | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const isOnPicture = useEditorState({ editor, selector: ({ editor: now }) => now.isActive("picture") });

  async function choose() {
    setFailure(null);
    try {
      const [chosen] =
        (await hostBridge().pickMedia({ title: t("richText.insertPicture"), accept: ["image/*"] })) ?? [];
      if (!chosen) return;
      if (isSitePicture(withoutFilePass(pathOf(chosen))))
        setPicture({ src: pathOf(chosen), alt: altHint ? "" : chosen.title });
      else setFailure(t("richText.pictureElsewhere"));
    } catch (error) {
      showFailure(error);
    }
  }

  const start = () => {
    if (!isOnPicture) void choose();
    else setPicture(editor.getAttributes("picture") as PictureFacts);
  };
  const close = () => {
    setPicture(null);
    setFailure(null);
  };
  return (
    <>
      <RichTextEditor.Control
        aria-label={t("richText.insertPicture")}
        title={t("richText.insertPicture")}
        active={isOnPicture}
        onClick={start}
      >
        <IconPhoto size={16} stroke={1.5} aria-hidden />
      </RichTextEditor.Control>
      <Modal
        opened={picture !== null || failure !== null}
        onClose={close}
        title={t("richText.insertPicture")}
        closeButtonProps={{ "aria-label": t("ui.close") }}
        {...nestedDialog(close)}
      >
        {failure && <Text role="alert">{failure}</Text>}
        {picture && (
          <PictureForm
            picture={picture}
            altHint={altHint ?? t("richText.altHint")}
            onDone={(alt) => {
              setPicture(null);
              editor
                .chain()
                .focus()
                .insertContent({ type: "picture", attrs: { ...picture, alt } })
                .run();
            }}
          />
        )}
      </Modal>
    </>
  );
}

interface PictureFormProps {
  readonly picture: PictureFacts;
  readonly altHint: string;
  readonly onDone: (alt: string) => void;
}

/** Mounted only while the dialog is open. */
function PictureForm({ picture, altHint, onDone }: PictureFormProps) {
  const { t } = useTranslation();
  const [alt, setAlt] = useState(picture.alt ?? "");
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    onDone(alt.trim());
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        {/* Its space is reserved while it loads; otherwise the button below would move while being pressed. */}
        <img src={picture.src} alt="" style={{ width: "100%", height: 240, objectFit: "scale-down" }} />
        <TextInput
          label={t("richText.alt")}
          description={altHint}
          maxLength={ALT_MAX_CHARACTERS}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
          data-autofocus
        />
        <Group justify="flex-end">
          <Button type="submit">{t("richText.apply")}</Button>
        </Group>
      </Stack>
    </form>
  );
}
