/** Adds slides to a case: a list of all slides, those in the same folder first. */
import { Button } from "@mantine/core";
import { CASE_ITEMS_MAX } from "@parfocal/core/case/case.contract.ts";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PickerDialog } from "#picker/PickerDialog.tsx";
import { type ArrangeDraft, withSlideAdded } from "./arrange-draft.ts";

interface AddSlidesProps {
  /** Folder that is listed first; null: all folders. */
  readonly folderId: number | null;
  readonly draft: ArrangeDraft;
  readonly onChange: (draft: ArrangeDraft) => void;
}

export function AddSlides({ folderId, draft, onChange }: AddSlidesProps) {
  const { t } = useTranslation();
  const [isChoosing, setChoosing] = useState(false);
  const room = CASE_ITEMS_MAX - draft.slides.length;
  return (
    <div>
      <Button
        variant="default"
        disabled={room <= 0}
        leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
        onClick={() => setChoosing(true)}
      >
        {t("case.addSlides")}
      </Button>
      {isChoosing && (
        <PickerDialog
          title={t("case.addSlides")}
          kinds={["image"]}
          folderId={folderId}
          most={room}
          isTaken={({ id }) => draft.slides.some((slide) => slide.id === id)}
          onPick={(items) => {
            onChange(items.reduce(withSlideAdded, draft));
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      )}
    </div>
  );
}
