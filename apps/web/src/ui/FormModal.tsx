/** A dialog with a form: Escape, the close button and a click outside ask before they discard input. */
import { Button, Group, Modal, type ModalProps, Text } from "@mantine/core";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { nestedDialog } from "./nested-dialog.ts";

/** The form's own Cancel button calls `onClose` without confirmation. */
export function FormModal({ onClose, children, ...modal }: Omit<ModalProps, "closeButtonProps">) {
  const { t } = useTranslation();
  const touched = useRef(new Set<Element>());
  const [isAsking, setAsking] = useState(false);
  const close = () => {
    touched.current.clear();
    setAsking(false);
    onClose();
  };
  const keep = () => setAsking(false);
  return (
    <Modal
      {...modal}
      onClose={() => ([...touched.current].some(isFilled) ? setAsking(true) : close())}
      closeButtonProps={{ "aria-label": t("ui.close") }}
    >
      <div onInput={({ target }: FormEvent) => touched.current.add(target as Element)}>{children}</div>
      <Modal
        opened={isAsking}
        onClose={keep}
        title={t("ui.discardTitle")}
        closeButtonProps={{ "aria-label": t("ui.close") }}
        // The key press that opens the dialog also reaches Mantine's own listener, which would close it again.
        closeOnEscape={false}
        {...nestedDialog(keep)}
      >
        <Text>{t("ui.discardText")}</Text>
        <Group justify="flex-end" mt="lg">
          <Button variant="default" data-autofocus onClick={keep}>
            {t("ui.keepEditing")}
          </Button>
          <Button color="red" onClick={close}>
            {t("ui.discard")}
          </Button>
        </Group>
      </Modal>
    </Modal>
  );
}

/** Whether a field with input still has a value; a removed field does not. */
function isFilled(field: Element): boolean {
  if (!field.isConnected) return false;
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) return field.checked;
  const isField = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return (isField ? field.value : (field.textContent ?? "")).trim() !== "";
}
