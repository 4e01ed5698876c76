/** Adds attachments to a course, a folder or a slide: documents of the site, a file, or a link to another site. */
import { Modal, Tabs } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { useTranslation } from "react-i18next";
import type { AddItemProps } from "#editor/editor-props.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { AssignDocuments } from "./AssignDocuments.tsx";
import { AttachFiles } from "./AttachFiles.tsx";
import { AttachLink } from "./AttachLink.tsx";

export function DocumentsDialog(props: AddItemProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY);
  return (
    <Modal
      opened
      onClose={props.onClose}
      title={t("document.addTitle")}
      size="xl"
      fullScreen={isSmall ?? false}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <Tabs defaultValue="documents" keepMounted={false}>
        <Tabs.List mb={16}>
          <Tabs.Tab value="documents">{t("document.tabDocuments")}</Tabs.Tab>
          <Tabs.Tab value="file">{t("document.tabFile")}</Tabs.Tab>
          <Tabs.Tab value="link">{t("document.tabLink")}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="documents">
          <AssignDocuments {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="file">
          <AttachFiles {...props} />
        </Tabs.Panel>
        <Tabs.Panel value="link">
          <AttachLink {...props} />
        </Tabs.Panel>
      </Tabs>
    </Modal>
  );
}
