import { Alert, Button, Group } from "@mantine/core";
import { useTranslation } from "react-i18next";

interface AddFormButtonsProps {
  /** Null: no failure. */
  readonly failure: string | null;
  readonly isBusy: boolean;
  /** Whether the form is still empty. */
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
}

/** The bottom of every form that adds an item: its error, and its two buttons. */
export function AddFormButtons({ failure, isBusy, isDisabled = false, onClose }: AddFormButtonsProps) {
  const { t } = useTranslation();
  return (
    <>
      <div role="alert">{failure && <Alert color="red">{failure}</Alert>}</div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {t("ui.cancel")}
        </Button>
        <Button type="submit" loading={isBusy} disabled={isDisabled}>
          {t("quiz.add")}
        </Button>
      </Group>
    </>
  );
}
