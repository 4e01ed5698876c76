/** The site's documents: searched, previewed, uploaded, removed, and selected for attaching. */
import { Button, Checkbox, CloseButton, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { SiteDocument } from "@parfocal/core/document/document.contract.ts";
import { DOCUMENT_MAX_BYTES } from "@parfocal/core/document/document-limits.ts";
import { IconCloudOff, IconFileOff, IconFilePlus, IconSearch, IconUpload } from "@tabler/icons-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { FileDrop } from "#media/FileDrop.tsx";
import { UploadRows } from "#media/UploadRows.tsx";
import { useFileUploads } from "#media/useFileUploads.ts";
import { showProblem } from "#platform/failure-toast.ts";
import { FilesButton } from "#ui/FilesButton.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./Document.module.css";
import { DocumentPreview } from "./DocumentPreview.tsx";
import { DocumentRow } from "./DocumentRow.tsx";
import { sendDocument, useDocuments, useRefreshDocuments } from "./document.api.ts";
import { RemoveDocumentDialog } from "./RemoveDocumentDialog.tsx";
import { uploadFailure } from "./upload-failure.ts";

const TYPING_MS = 250;

interface DocumentListProps {
  /** In the order of selection; null: selection is disabled. */
  readonly chosen: readonly SiteDocument[] | null;
  readonly onChoose: (documents: readonly SiteDocument[]) => void;
}

export function DocumentList({ chosen, onChoose }: DocumentListProps) {
  const { t } = useTranslation();
  const [q, setQ] = useState("");
  const [debouncedQ] = useDebouncedValue(q.trim(), TYPING_MS);
  const found = useDocuments(debouncedQ);
  const refresh = useRefreshDocuments();
  const uploads = useFileUploads(async (file, options) => {
    await sendDocument(file, options);
    await refresh();
  }, uploadFailure);
  function add(files: readonly File[]) {
    const tooLarge = files.filter(({ size }) => size > DOCUMENT_MAX_BYTES);
    if (tooLarge[0]) showProblem(t("document.tooLarge", { name: tooLarge[0].name }));
    uploads.add(files.filter((file) => !tooLarge.includes(file)));
  }
  return (
    <FileDrop label={t("document.dropHere")} onFiles={add}>
      <div className={styles.toolbar}>
        <TextInput
          className={styles.search}
          type="search"
          aria-label={t("document.search")}
          placeholder={t("document.search")}
          value={q}
          onChange={(event) => setQ(event.currentTarget.value)}
          leftSection={<IconSearch size={18} stroke={1.5} aria-hidden />}
          rightSection={q !== "" && <CloseButton aria-label={t("document.clearSearch")} onClick={() => setQ("")} />}
        />
        <FilesButton
          multiple
          onFiles={add}
          variant={chosen === null ? "filled" : "default"}
          leftSection={<IconUpload size={18} stroke={1.5} aria-hidden />}
        >
          {t("document.upload")}
        </FilesButton>
      </div>
      <UploadRows {...uploads} />
      <Found found={found} isSearch={debouncedQ !== ""} chosen={chosen} onChoose={onChoose} />
    </FileDrop>
  );
}

interface FoundProps extends DocumentListProps {
  readonly found: ReturnType<typeof useDocuments>;
  readonly isSearch: boolean;
}

function Found({ found, isSearch, chosen, onChoose }: FoundProps) {
  const { t } = useTranslation();
  const [shownId, setShownId] = useState<number | null>(null);
  const [removed, setRemoved] = useState<SiteDocument | null>(null);
  const documents = useMemo(() => found.data?.pages.flatMap((page) => page.documents) ?? [], [found.data]);
  if (found.isPending) return <PageSkeleton />;
  if (found.isError && documents.length === 0)
    return (
      <StateMessage
        icon={IconCloudOff}
        title={t("document.loadFailed")}
        text={t("document.loadFailedText")}
        isWholePage={false}
        isAlert
      >
        <Button variant="default" onClick={() => void found.refetch()}>
          {t("document.again")}
        </Button>
      </StateMessage>
    );
  if (documents.length === 0)
    return isSearch ? (
      <StateMessage
        icon={IconFileOff}
        title={t("document.noneFound")}
        text={t("document.noneFoundText")}
        isWholePage={false}
      />
    ) : (
      <StateMessage
        icon={IconFilePlus}
        title={t("document.empty")}
        text={t("document.emptyText")}
        isWholePage={false}
      />
    );
  const isChosen = ({ id }: SiteDocument) => chosen?.some((one) => one.id === id) ?? false;
  return (
    <>
      <ul className={styles.list} aria-label={t("document.title")}>
        {documents.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            onShow={() => setShownId(document.id)}
            onRemove={() => setRemoved(document)}
          >
            {chosen !== null && (
              <Checkbox
                aria-label={t("document.chooseOne", { title: document.title })}
                checked={isChosen(document)}
                onChange={() =>
                  onChoose(isChosen(document) ? chosen.filter(({ id }) => id !== document.id) : [...chosen, document])
                }
              />
            )}
          </DocumentRow>
        ))}
      </ul>
      {found.hasNextPage && (
        <Button variant="default" mt={12} loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t("document.more")}
        </Button>
      )}
      <DocumentPreview id={shownId} onClose={() => setShownId(null)} />
      <RemoveDocumentDialog document={removed} onClose={() => setRemoved(null)} />
    </>
  );
}
