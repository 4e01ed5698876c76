/** The link as a QR code, with downloads of it. */
import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import { showProblem } from "#platform/failure-toast.ts";
import { QrCode } from "#ui/QrCode.tsx";
import { saveFile } from "#ui/save-file.ts";
import { qrPng, qrSvg, SHARE_QR_SIZE_PX } from "./qr-files.ts";
import styles from "./Share.module.css";

interface LinkQrCodeProps {
  readonly url: string;
  /** Title of the item, for file names. */
  readonly title: string;
}

const UNSAFE_IN_NAMES = /[^\p{L}\p{N} _-]+/gu;
const nameOf = (title: string, ending: string) =>
  `${title.replace(UNSAFE_IN_NAMES, " ").trim().slice(0, 80) || "link"}.${ending}`;

export function LinkQrCode({ url, title }: LinkQrCodeProps) {
  const { t } = useTranslation();
  const savePng = () =>
    qrPng(url).then(
      (png) => saveFile(nameOf(title, "png"), png),
      () => showProblem(t("share.saveFailed")),
    );
  const icon = <IconDownload size={18} stroke={1.5} aria-hidden />;
  return (
    <div className={styles.qr}>
      <QrCode text={url} label={t("share.qr", { link: url })} sizePx={SHARE_QR_SIZE_PX} />
      <Group gap="xs" justify="center">
        <Button variant="default" leftSection={icon} onClick={() => void savePng()}>
          {t("share.savePng")}
        </Button>
        <Button variant="default" leftSection={icon} onClick={() => saveFile(nameOf(title, "svg"), qrSvg(url))}>
          {t("share.saveSvg")}
        </Button>
      </Group>
    </div>
  );
}
