/** The button that opens the import; the dialog's code is loaded when it is pressed. */
import { Button } from "@mantine/core";
import { IconFileSpreadsheet } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import type { ImportPeopleDialogProps } from "./ImportPeopleDialog.tsx";

const ImportPeopleDialog = lazyPartWithTexts(
  () => import("./ImportPeopleDialog.tsx"),
  (part) => part.ImportPeopleDialog,
);

export function ImportPeople({ group, onImported }: Omit<ImportPeopleDialogProps, "onClose">) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconFileSpreadsheet size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("userImport.open")}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ImportPeopleDialog group={group} onImported={onImported} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
