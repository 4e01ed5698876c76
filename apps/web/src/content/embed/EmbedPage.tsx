/** A page of another site, shown in a sandboxed frame: it can only display itself (threat T-12). */
import { Button } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import type { Embed } from "@parfocal/core/embed/embed.contract.ts";
import { EMBED_SANDBOX } from "@parfocal/core/site/embed-url.ts";
import { IconArrowsMaximize, IconArrowsMinimize, IconExternalLink, IconShieldLock } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { PageBoxes } from "#box/PageBoxes.tsx";
import { usePlace } from "#item/use-place.ts";
import pageStyles from "#item-page/ItemPageFrame.module.css";
import { ItemPageFrame } from "#item-page/ItemPageFrame.tsx";
import { CallFailure } from "#ui/CallFailure.tsx";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import styles from "./EmbedPage.module.css";
import { useEmbed } from "./embed.api.ts";

export function EmbedPage() {
  const steps = usePlace()?.steps ?? [];
  const { data: embed, error, refetch } = useEmbed(steps.at(-1)?.id ?? 0, steps.at(-2)?.id ?? null);
  if (!embed) return error ? <CallFailure error={error} onRetry={() => void refetch()} /> : <PageSkeleton />;
  return (
    <ItemPageFrame content={embed} steps={steps} isWide actions={<OpenElsewhere url={embed.url} />}>
      {embed.description && <p className={pageStyles.text}>{embed.description}</p>}
      <EmbeddedSite embed={embed} />
      <PageBoxes id={embed.id} kind="embed" />
    </ItemPageFrame>
  );
}

export function OpenElsewhere({ url }: { readonly url: string }) {
  const { t } = useTranslation();
  return (
    <Button
      component="a"
      href={url}
      target="_blank"
      rel="noopener noreferrer"
      variant="default"
      leftSection={<IconExternalLink size={18} stroke={1.5} aria-hidden />}
    >
      {t("embed.openElsewhere")}
    </Button>
  );
}

/** The frame, if the site still allows its host. */
export function EmbeddedSite({ embed }: { readonly embed: Embed }) {
  const { t } = useTranslation();
  if (embed.isHostAllowed) return <EmbedFrame embed={embed} />;
  return (
    <StateMessage
      icon={IconShieldLock}
      isWholePage={false}
      title={t("embed.notAllowedTitle")}
      text={t("embed.notAllowedText")}
    />
  );
}

/**
 * The browser reports a frame that is blocked by the page's own policy, because its host was allowed after the page was
 * loaded.
 */
function useIsBlocked(): boolean {
  const [isBlocked, setBlocked] = useState(false);
  useEffect(() => {
    const look = ({ effectiveDirective }: SecurityPolicyViolationEvent) => {
      if (effectiveDirective === "frame-src") setBlocked(true);
    };
    document.addEventListener("securitypolicyviolation", look);
    return () => document.removeEventListener("securitypolicyviolation", look);
  }, []);
  return isBlocked;
}

function EmbedFrame({ embed: { url, title, isFullSizeEnabled } }: { readonly embed: Embed }) {
  const { t } = useTranslation();
  const [isFull, setFull] = useState(false);
  const isBlocked = useIsBlocked();
  useHotkeys([["Escape", () => setFull(false)]]);
  if (isBlocked)
    return (
      <StateMessage
        icon={IconShieldLock}
        isWholePage={false}
        title={t("embed.blockedTitle")}
        text={t("embed.blockedText")}
      >
        <Button onClick={() => window.location.reload()}>{t("embed.reload")}</Button>
      </StateMessage>
    );
  const Icon = isFull ? IconArrowsMinimize : IconArrowsMaximize;
  return (
    <div className={styles.stage} data-full={isFull || undefined}>
      {isFullSizeEnabled && (
        <div className={styles.bar}>
          <Button
            variant="default"
            aria-pressed={isFull}
            leftSection={<Icon size={18} stroke={1.5} aria-hidden />}
            onClick={() => setFull(!isFull)}
          >
            {isFull ? t("embed.leaveFullSize") : t("embed.fullSize")}
          </Button>
        </div>
      )}
      <iframe
        className={styles.frame}
        src={url}
        title={title}
        sandbox={EMBED_SANDBOX}
        referrerPolicy="no-referrer"
        allow="fullscreen"
        loading="lazy"
      />
    </div>
  );
}
