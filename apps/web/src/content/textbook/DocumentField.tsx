/** The PDF of a textbook, selected by a button. */
import { Input } from "@mantine/core";
import { ATTACHMENT_MAX_BYTES } from "@parfocal/core/attachment/attachment-limits.ts";
import { IconFileTypePdf } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { FilesButton } from "#ui/FilesButton.tsx";

interface DocumentFieldProps {
  /** File name of the current PDF; empty: none. */
  readonly filename: string;
  readonly isBusy?: boolean;
  /** The server's message about the last file; undefined: none. */
  readonly error?: string | undefined;
  readonly onChoose: (file: File) => void;
}

export function DocumentField({ filename, isBusy = false, error, onChoose }: DocumentFieldProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File): void => {
    const isPdf = file.type === "application/pdf" || /\.pdf$/i.test(file.name);
    if (!isPdf) setProblem(t("textbook.notPdf"));
    else if (file.size > ATTACHMENT_MAX_BYTES) setProblem(t("textbook.tooLarge", { name: file.name }));
    else {
      setProblem(null);
      onChoose(file);
    }
  };
  return (
    <Input.Wrapper
      label={t("textbook.document")}
      labelElement="div"
      description={filename === "" ? t("textbook.noDocument") : filename}
      error={problem ?? error}
    >
      <div>
        <FilesButton
          accept="application/pdf,.pdf"
          onFiles={([file]) => choose(file)}
          mt={4}
          variant="default"
          loading={isBusy}
          leftSection={<IconFileTypePdf size={18} stroke={1.5} aria-hidden />}
        >
          {filename === "" ? t("textbook.chooseDocument") : t("textbook.otherDocument")}
        </FilesButton>
      </div>
    </Input.Wrapper>
  );
}
