import { Button, Group, Modal, Text } from "@mantine/core";
import { useTranslation } from "react-i18next";
import type { ListedAnnotation } from "./annotation-outbox.ts";

/** How a student annotation becomes an expert annotation. */
export type AcceptWay = "convert" | "publish";

const TEXTS = {
  convert: {
    title: "annotation.convertTitle",
    text: "annotation.convertText",
    yes: "annotation.convertYes",
    yesAlways: "annotation.convertAlways",
  },
  publish: {
    title: "annotation.publishTitle",
    text: "annotation.publishText",
    yes: "annotation.publishYes",
    yesAlways: "annotation.publishAlways",
  },
} as const satisfies Record<AcceptWay, object>;

interface AcceptAnnotationDialogProps {
  readonly annotation: ListedAnnotation;
  readonly way: AcceptWay;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Also called on confirmation, for users who do not want to be asked again. */
  readonly onStopAsking?: (() => void) | undefined;
}

/** Source: spec part 1, sections 4 and 8: confirmation before an annotation is converted or published. */
export function AcceptAnnotationDialog(props: AcceptAnnotationDialogProps) {
  const { annotation, way, onConfirm, onCancel, onStopAsking } = props;
  const { t } = useTranslation();
  const { title, text, yes, yesAlways } = TEXTS[way];
  const facts = { title: annotation.title || t("annotation.untitled"), author: annotation.author };
  return (
    <Modal
      opened
      size={onStopAsking ? "lg" : "md"}
      onClose={onCancel}
      title={t(title)}
      closeButtonProps={{ "aria-label": t("annotation.close") }}
    >
      <Text>{t(text, facts)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onCancel}>
          {t("annotation.cancel")}
        </Button>
        {onStopAsking && (
          <Button
            variant="light"
            title={t("annotation.stopAskingHint")}
            onClick={() => {
              onStopAsking();
              onConfirm();
            }}
          >
            {t(yesAlways)}
          </Button>
        )}
        <Button onClick={onConfirm} data-autofocus>
          {t(yes)}
        </Button>
      </Group>
    </Modal>
  );
}
