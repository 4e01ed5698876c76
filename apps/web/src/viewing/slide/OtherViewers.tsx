import { ActionIcon, Button, CopyButton, TextInput } from "@mantine/core";
import { deepZoomAddress, iiifImageAddress, manifestAddress } from "@parfocal/core/iiif/viewer-addresses.ts";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { useTranslation } from "react-i18next";
import classes from "./OtherViewers.module.css";
import { useCreateShare } from "./share-slide.api.ts";

const ICON_STROKE = 1.5;

/** URLs of the slide for other programs: for signed-in users, or by share link for everyone who has it. */
export function OtherViewers({ imageId }: { readonly imageId: number }) {
  const { t } = useTranslation();
  const { mutate: share, data: made, isPending, isError } = useCreateShare();
  const place = { origin: window.location.origin, shareToken: made?.token ?? null };
  return (
    <section className={classes.viewers}>
      <h3>{t("slide.otherViewers")}</h3>
      <p role={made ? "status" : undefined}>{t(made ? "slide.otherViewersShared" : "slide.otherViewersHint")}</p>
      <Address name={t("slide.iiifImage")} address={`${iiifImageAddress(place, imageId)}/info.json`} />
      <Address name={t("slide.iiifManifest")} address={manifestAddress(place, "image", imageId)} />
      <Address name={t("slide.deepZoom")} address={deepZoomAddress(place, imageId)} />
      {!made && (
        <Button
          variant="default"
          size="sm"
          loading={isPending}
          onClick={() => share({ shareType: "slide", itemId: imageId })}
        >
          {t("slide.withShareLink")}
        </Button>
      )}
      {isError && <p role="alert">{t("slide.shareFailed")}</p>}
    </section>
  );
}

function Address({ name, address }: { readonly name: string; readonly address: string }) {
  const { t } = useTranslation();
  return (
    <TextInput
      className={classes.address}
      label={name}
      value={address}
      readOnly
      onFocus={(event) => event.currentTarget.select()}
      rightSection={
        <CopyButton value={address}>
          {({ copied, copy }) => (
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={copied ? t("slide.copied") : t("slide.copyOf", { name })}
              title={copied ? t("slide.copied") : t("slide.copy")}
              onClick={copy}
            >
              {copied ? (
                <IconCheck size={18} stroke={ICON_STROKE} aria-hidden />
              ) : (
                <IconCopy size={18} stroke={ICON_STROKE} aria-hidden />
              )}
            </ActionIcon>
          )}
        </CopyButton>
      }
    />
  );
}
