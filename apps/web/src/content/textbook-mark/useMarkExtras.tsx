/** Extension of the reader by the textbook's marks: marks over the pages, and the mark mode for teachers. */
import { Button, Group } from "@mantine/core";
import { moveArea, type PageArea } from "@parfocal/core/textbook-mark/page-area.ts";
import type { TextbookMark } from "@parfocal/core/textbook-mark/textbook-mark.contract.ts";
import { IconPinned, IconSquarePlus } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import type { ReaderExtras, ReaderHandle, ReaderPageView, ReaderPanelPart } from "#textbook-reader/reader-props.ts";
import { lazyPartWithTexts } from "#ui/lazy-part-with-texts.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import { type BookReturn, bookReturnTo } from "./book-return.ts";
import type { MarkDraft } from "./MarkDialog.tsx";
import { MarksPanel } from "./MarksPanel.tsx";
import { hrefOfTarget, pageNumberIn, placeOfLink } from "./mark-address.ts";
import { EditedMarks, PageMarks } from "./PageMarks.tsx";
import { useMarkActions, useTextbookMarks } from "./textbook-mark.api.ts";

const MarkDialog = lazyPartWithTexts(
  () => import("./MarkDialog.tsx"),
  (part) => part.MarkDialog,
);

/** Area of a mark that is added without a pointer: the middle of the page. */
const MIDDLE: PageArea = { left: 0.4, top: 0.45, width: 0.2, height: 0.1 };
const AREA_GAP = 0.05;

interface MarkExtrasInput {
  readonly textbookId: number;
  readonly title: string;
  readonly canEdit: boolean;
}

interface MarkExtras {
  readonly extras: ReaderExtras;
  /** Rendered above the reader: an error if the marks could not be loaded, and the mark dialog. */
  readonly parts: ReactNode;
}

export function useMarkExtras({ textbookId, title, canEdit }: MarkExtrasInput): MarkExtras {
  const { t } = useTranslation();
  const { site } = useSession();
  const { data: marks = [], isLoadingError, refetch } = useTextbookMarks(textbookId);
  const actions = useMarkActions(textbookId);
  const open = useOpenFromBook(title);
  const [isEditing, setEditing] = useState(false);
  const [draft, setDraft] = useState<(MarkDraft & { readonly pageCount: number }) | null>(null);

  function handleFollow(mark: TextbookMark, reader: ReaderHandle): void {
    const href = mark.target && hrefOfTarget(mark.target, site.id);
    if (href) open(href, reader);
    else if (mark.target?.itemId === null) reader.goToPage((mark.target.pageIndex ?? 0) + 1);
    else showProblem(t("textbookMark.unavailableText", { label: mark.label }));
  }

  function startNew(pageNumber: number, area: PageArea, { pageCount }: ReaderHandle): void {
    setDraft({ mark: null, pageIndex: pageNumber - 1, area, pageCount });
  }

  /** Starts a new mark in the middle of the page, offset so that no existing mark covers it. */
  function startInMiddle(reader: ReaderHandle): void {
    const here = marks.filter(({ pageIndex }) => pageIndex === reader.pageNumber - 1);
    startNew(reader.pageNumber, moveArea(MIDDLE, 0, here.length * AREA_GAP), reader);
  }

  const remove = (mark: TextbookMark): void => {
    setDraft(null);
    void actions.remove(mark.id);
  };

  const pageOverlay = (page: ReaderPageView, reader: ReaderHandle): ReactNode => {
    const here = marks.filter(({ pageIndex }) => pageIndex === page.pageNumber - 1);
    if (isEditing)
      return (
        <EditedMarks
          page={page}
          marks={here}
          onDraw={(area) => startNew(page.pageNumber, area, reader)}
          onMove={(mark, area) => void actions.move(mark.id, area)}
          onEdit={(mark) => setDraft({ ...mark, mark, pageCount: reader.pageCount })}
          onRemove={remove}
        />
      );
    return (
      <PageMarks
        page={page}
        marks={here}
        hrefOf={({ target }) => target && hrefOfTarget(target, site.id)}
        onFollow={(mark) => handleFollow(mark, reader)}
      />
    );
  };

  const tools = (reader: ReaderHandle): ReactNode => (
    <MarkTools isEditing={isEditing} onToggle={() => setEditing(!isEditing)} onAdd={() => startInMiddle(reader)} />
  );

  const onOwnLink = (url: URL, reader: ReaderHandle): boolean => {
    const place = placeOfLink(url.href, { origin: window.location.origin, siteId: site.id });
    const last = place?.steps.at(-1);
    if (!place || !last) return false;
    const pageNumber = pageNumberIn(place.search);
    if (last.kind === "textbook" && last.id === textbookId && pageNumber !== null) reader.goToPage(pageNumber);
    else open(`${url.pathname}${url.search}`, reader);
    return true;
  };

  const marksPanel: ReaderPanelPart = {
    name: "marks",
    label: t("textbookMark.all"),
    icon: IconPinned,
    render: (reader) => <MarksPanel textbookId={textbookId} reader={reader} />,
  };

  return {
    extras: { pageOverlay, onOwnLink, isPointerTaken: isEditing, ...(canEdit && { tools, panels: [marksPanel] }) },
    parts: (
      <>
        {isLoadingError && <LoadFailure onRetry={() => void refetch()} />}
        {draft && (
          <Suspense fallback={null}>
            <MarkDialog
              draft={draft}
              pageCount={draft.pageCount}
              onSave={async ({ pageIndex, label, target }) => {
                if (draft.mark) await actions.update(draft.mark.id, { pageIndex, label, ...(target && { target }) });
                else if (target) await actions.create({ pageIndex, label, target, area: draft.area });
                setDraft(null);
              }}
              onRemove={() => draft.mark && remove(draft.mark)}
              onClose={() => setDraft(null)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}

interface MarkToolsProps {
  readonly isEditing: boolean;
  readonly onToggle: () => void;
  readonly onAdd: () => void;
}

function MarkTools({ isEditing, onToggle, onAdd }: MarkToolsProps) {
  const { t } = useTranslation();
  return (
    <>
      <ToolButton icon={IconPinned} label={t("textbookMark.mode")} isOn={isEditing} onClick={onToggle} />
      {isEditing && <ToolButton icon={IconSquarePlus} label={t("textbookMark.addHere")} onClick={onAdd} />}
    </>
  );
}

function LoadFailure({ onRetry }: { readonly onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Group role="alert" gap="sm" mb="xs">
      {t("textbookMark.loadFailed")}
      <Button size="xs" variant="default" onClick={onRetry}>
        {t("ui.tryAgain")}
      </Button>
    </Group>
  );
}

/** Opens a URL of this site with a link back to the current page. */
function useOpenFromBook(title: string): (href: string, reader: ReaderHandle) => void {
  const navigate = useNavigate();
  return (href, { pageNumber }) => {
    const bookReturn: BookReturn = bookReturnTo(window.location.pathname, title, pageNumber);
    void navigate({ href, state: { bookReturn } as object });
  };
}
