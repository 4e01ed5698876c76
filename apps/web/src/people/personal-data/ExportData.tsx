/**
 * A link to the file with all data that the site stores about a person: the user, or, for administrators, another
 * person.
 */
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import forms from "#ui/StackedForm.module.css";
import { exportAddress } from "./personal-data.api.ts";

interface ExportDataProps {
  /** Null: the user's own data. */
  readonly userId: number | null;
}

export function ExportData({ userId }: ExportDataProps) {
  const { t } = useTranslation();
  return (
    <Button
      component="a"
      variant="default"
      className={forms.action}
      href={exportAddress(userId)}
      download
      leftSection={<IconDownload size={18} stroke={1.5} aria-hidden />}
    >
      {t(userId === null ? "personalData.exportOwn" : "personalData.exportPerson")}
    </Button>
  );
}
