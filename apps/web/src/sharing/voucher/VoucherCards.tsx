/** Codes as cards with QR codes: printed as soon as they are rendered, and hidden on the screen. */
import { Text } from "@mantine/core";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { PrintOnly } from "#ui/PrintOnly.tsx";
import { QrCode } from "#ui/QrCode.tsx";
import styles from "./Voucher.module.css";

/** Each card contains several thousand squares; more cards would block the browser for minutes. */
export const CARDS_MAX = 500;

interface VoucherCardsProps {
  /** At most `CARDS_MAX`. */
  readonly codes: readonly string[];
  readonly onPrinted: () => void;
}

export function VoucherCards({ codes, onPrinted }: VoucherCardsProps) {
  const { t } = useTranslation();
  const { site } = useSession();
  useEffect(() => {
    window.addEventListener("afterprint", onPrinted, { once: true });
    window.print();
    return () => window.removeEventListener("afterprint", onPrinted);
  }, [onPrinted]);
  const address = `${window.location.origin}/s${site.id}/register`;
  return (
    <PrintOnly>
      <div className={styles.cards}>
        {codes.map((code) => (
          <div key={code} className={styles.card}>
            <QrCode text={`${address}?voucher=${code}`} label={t("voucher.cardQr", { code })} />
            <div>
              <Text fw={640}>{site.title}</Text>
              <Text className={styles.code}>{code}</Text>
              <Text size="sm">{t("voucher.cardText", { address })}</Text>
            </div>
          </div>
        ))}
      </div>
    </PrintOnly>
  );
}
