/** The toolbar of the reader; on a small screen less frequent tools are in a menu. */
import { Menu, NumberInput } from "@mantine/core";
import { PDF_ZOOM_LEVELS_PERCENT } from "@parfocal/core/textbook-reader/pdf-zoom.ts";
import {
  IconArrowBackUp,
  IconArrowsMaximize,
  IconArrowsMinimize,
  IconChevronDown,
  IconChevronUp,
  IconDotsVertical,
  IconDownload,
  IconExternalLink,
  IconHandStop,
  IconKeyboard,
  IconLayoutSidebar,
  IconMinus,
  IconPlus,
  IconPrinter,
  IconRotateClockwise,
  IconSearch,
} from "@tabler/icons-react";
import { type ReactNode, type RefObject, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatQuantity } from "#ui/quantity-text.ts";
import { ToolButton } from "#ui/ToolButton.tsx";
import styles from "./Reader.module.css";
import type { ReaderCommand } from "./reader-commands.ts";

interface ReaderToolbarProps {
  readonly pageNumber: number;
  readonly pageCount: number;
  readonly zoomPercent: number;
  readonly isPanelOpen: boolean;
  readonly isFindOpen: boolean;
  readonly isHand: boolean;
  readonly isFull: boolean;
  readonly canGoBack: boolean;
  readonly isSmall: boolean;
  readonly documentUrl: string;
  readonly filename: string;
  readonly pageField: RefObject<HTMLInputElement | null>;
  readonly extraTools: ReactNode;
  readonly onCommand: (command: ReaderCommand) => void;
  readonly onPage: (pageNumber: number) => void;
  readonly onZoom: (percent: number) => void;
}

export function ReaderToolbar(props: ReaderToolbarProps) {
  const { isSmall, onCommand } = props;
  const { t } = useTranslation();
  return (
    <div className={styles.tools} role="toolbar" aria-label={t("textbookReader.tools")}>
      <span className={styles.group}>
        <ToolButton
          icon={IconLayoutSidebar}
          label={t("textbookReader.panel")}
          shortcut="O"
          isOn={props.isPanelOpen}
          tooltipPosition="right"
          onClick={() => onCommand("panel")}
        />
        <ToolButton
          icon={IconSearch}
          label={t("textbookReader.find")}
          shortcut="Ctrl+F"
          isOn={props.isFindOpen}
          tooltipPosition="right"
          onClick={() => onCommand("toggleFind")}
        />
      </span>
      <PageGroup {...props} />
      <ZoomGroup {...props} />
      {props.extraTools && <span className={styles.group}>{props.extraTools}</span>}
      <span className={styles.group} data-end>
        {isSmall ? <SmallMenu {...props} /> : <LargeTools {...props} />}
        <ToolButton
          icon={props.isFull ? IconArrowsMinimize : IconArrowsMaximize}
          label={t(props.isFull ? "textbookReader.leaveFull" : "textbookReader.full")}
          shortcut="F"
          isOn={props.isFull}
          onClick={() => onCommand("full")}
        />
      </span>
    </div>
  );
}

function PageGroup({ pageNumber, pageCount, pageField, canGoBack, isSmall, onCommand, onPage }: ReaderToolbarProps) {
  const { t, i18n } = useTranslation();
  // While the field has the focus, scrolling does not change its text. Null: it shows the current page.
  const [typed, setTyped] = useState<string | number | null>(null);
  const go = (): void => {
    const requestedPage = Number(typed);
    if (Number.isInteger(requestedPage) && requestedPage >= 1) onPage(Math.min(requestedPage, pageCount));
    setTyped(null);
  };
  return (
    <span className={styles.group}>
      {!isSmall && (
        <ToolButton
          icon={IconChevronUp}
          label={t("textbookReader.previousPage")}
          shortcut="←"
          isDisabled={pageNumber <= 1}
          onClick={() => onCommand("previousPage")}
        />
      )}
      <NumberInput
        ref={pageField}
        className={styles.pageNumber}
        size="sm"
        aria-label={t("textbookReader.page")}
        hideControls
        allowDecimal={false}
        allowNegative={false}
        max={9_999_999}
        value={typed ?? pageNumber}
        onChange={setTyped}
        // This component's `onFocus` fires after the first key press.
        onFocusCapture={(event) => {
          setTyped(pageNumber);
          event.currentTarget.select();
        }}
        onBlur={() => setTyped(null)}
        onKeyDown={(event) => {
          if (event.key === "Enter") go();
          if (event.key === "Escape") event.currentTarget.blur();
        }}
      />
      <span className={styles.pageCount}>
        {t("textbookReader.ofPages", { pages: formatQuantity(pageCount, i18n.language) })}
      </span>
      {!isSmall && (
        <ToolButton
          icon={IconChevronDown}
          label={t("textbookReader.nextPage")}
          shortcut="→"
          isDisabled={pageNumber >= pageCount}
          onClick={() => onCommand("nextPage")}
        />
      )}
      {canGoBack && (
        <ToolButton
          icon={IconArrowBackUp}
          label={t("textbookReader.back")}
          shortcut="Backspace"
          onClick={() => onCommand("back")}
        />
      )}
    </span>
  );
}

function ZoomGroup({ zoomPercent, isSmall, onCommand, onZoom }: ReaderToolbarProps) {
  const { t } = useTranslation();
  return (
    <span className={styles.group}>
      {!isSmall && (
        <ToolButton
          icon={IconMinus}
          label={t("textbookReader.zoomOut")}
          shortcut="-"
          isDisabled={zoomPercent === PDF_ZOOM_LEVELS_PERCENT[0]}
          onClick={() => onCommand("zoomOut")}
        />
      )}
      <select
        className={styles.zoom}
        aria-label={t("textbookReader.zoom")}
        value={zoomPercent}
        onChange={(event) => onZoom(Number(event.currentTarget.value))}
      >
        {PDF_ZOOM_LEVELS_PERCENT.map((level) => (
          <option key={level} value={level}>
            {level}%
          </option>
        ))}
      </select>
      {!isSmall && (
        <ToolButton
          icon={IconPlus}
          label={t("textbookReader.zoomIn")}
          shortcut="+"
          isDisabled={zoomPercent === PDF_ZOOM_LEVELS_PERCENT.at(-1)}
          onClick={() => onCommand("zoomIn")}
        />
      )}
    </span>
  );
}

function LargeTools({ isHand, documentUrl, filename, onCommand }: ReaderToolbarProps) {
  const { t } = useTranslation();
  return (
    <>
      <ToolButton
        icon={IconHandStop}
        label={t("textbookReader.hand")}
        shortcut="H"
        isOn={isHand}
        onClick={() => onCommand("hand")}
      />
      <ToolButton
        icon={IconRotateClockwise}
        label={t("textbookReader.rotate")}
        shortcut="R"
        onClick={() => onCommand("rotateRight")}
      />
      <ToolButton
        icon={IconPrinter}
        label={t("textbookReader.print")}
        shortcut="Ctrl+P"
        onClick={() => onCommand("print")}
      />
      <DocumentMenu documentUrl={documentUrl} filename={filename} />
      <ToolButton icon={IconKeyboard} label={t("textbookReader.keys")} shortcut="?" onClick={() => onCommand("keys")} />
    </>
  );
}

type FileProps = Pick<ReaderToolbarProps, "documentUrl" | "filename">;

function DocumentMenu(file: FileProps) {
  const { t } = useTranslation();
  return (
    <>
      <a
        className={styles.fileLink}
        href={file.documentUrl}
        target="_blank"
        rel="noopener"
        aria-label={t("textbookReader.openDocument")}
        title={t("textbookReader.openDocument")}
      >
        <IconExternalLink size={20} stroke={1.5} aria-hidden />
      </a>
      <a
        className={styles.fileLink}
        href={file.documentUrl}
        download={file.filename}
        aria-label={t("textbookReader.saveDocument")}
        title={t("textbookReader.saveDocument")}
      >
        <IconDownload size={20} stroke={1.5} aria-hidden />
      </a>
    </>
  );
}

function SmallMenu({ isHand, documentUrl, filename, onCommand }: ReaderToolbarProps) {
  const { t } = useTranslation();
  const icon = { size: 18, stroke: 1.5, "aria-hidden": true } as const;
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <button type="button" className={styles.fileLink} aria-label={t("textbookReader.more")}>
          <IconDotsVertical size={20} stroke={1.5} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRotateClockwise {...icon} />} onClick={() => onCommand("rotateRight")}>
          {t("textbookReader.rotate")}
        </Menu.Item>
        <Menu.Item leftSection={<IconHandStop {...icon} />} onClick={() => onCommand("hand")}>
          {t(isHand ? "textbookReader.selectText" : "textbookReader.hand")}
        </Menu.Item>
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => onCommand("print")}>
          {t("textbookReader.print")}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={documentUrl}
          target="_blank"
          rel="noopener"
          leftSection={<IconExternalLink {...icon} />}
        >
          {t("textbookReader.openDocument")}
        </Menu.Item>
        <Menu.Item component="a" href={documentUrl} download={filename} leftSection={<IconDownload {...icon} />}>
          {t("textbookReader.saveDocument")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={() => onCommand("keys")}>
          {t("textbookReader.keys")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
