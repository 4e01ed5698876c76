/** The cookie settings, at the end of the page. They only take the focus if the visitor has opened them. */
import { Anchor, Button, Checkbox, Group, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import styles from "./Consent.module.css";
import { acceptConsent, closeConsent, useConsent } from "./consent-store.ts";

interface ConsentBannerProps {
  /** Consent was given before: the settings can be closed without a change. */
  readonly isReopened: boolean;
}

export function ConsentBanner({ isReopened }: ConsentBannerProps) {
  const { t } = useTranslation();
  const { id, trackingUrl, links } = useSession().site;
  const isTrackingOffered = Boolean(trackingUrl);
  const consent = useConsent(id);
  const [isTracking, setTracking] = useState(consent.isTrackingAllowed ?? false);
  const banner = useRef<HTMLElement>(null);
  const openedBy = useRef(document.activeElement);
  useEffect(() => {
    const { current: button } = openedBy;
    if (!isReopened) return;
    banner.current?.focus();
    return () => {
      if (button instanceof HTMLElement) button.focus();
    };
  }, [isReopened]);

  return (
    <section ref={banner} className={styles.banner} aria-label={t("consent.title")} tabIndex={-1} data-consent="">
      <div className={styles.body}>
        <div className={styles.text}>
          <Text size="sm">
            {t(isTrackingOffered ? "consent.textTracking" : "consent.text")}{" "}
            {links.privacy !== "" && (
              <Anchor href={links.privacy} rel="noreferrer" size="sm" underline="always">
                {t("app.privacy")}
              </Anchor>
            )}
          </Text>
          {isTrackingOffered && (
            <Group gap="lg" mt="xs">
              <Checkbox size="sm" label={t("consent.technical")} checked disabled />
              <Checkbox
                size="sm"
                label={t("consent.tracking")}
                checked={isTracking}
                onChange={(event) => setTracking(event.currentTarget.checked)}
              />
            </Group>
          )}
        </div>
        <Group gap="xs">
          <Button onClick={() => acceptConsent(id, isTrackingOffered ? isTracking : null)}>
            {t(isTrackingOffered ? "consent.acceptSelected" : "consent.accept")}
          </Button>
          {isReopened && (
            <Button variant="default" onClick={closeConsent}>
              {t("ui.cancel")}
            </Button>
          )}
        </Group>
      </div>
    </section>
  );
}
