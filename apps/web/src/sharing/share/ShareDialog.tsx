/** Shares an item by a link: creates one, or shows the existing one, with its QR code and settings. */
import { Alert, Button, Group, Modal, NativeSelect, Skeleton, Stack, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { AppError } from "@parfocal/core/errors.ts";
import type { ListedShare } from "@parfocal/core/share/share.contract.ts";
import { IconPlugConnectedX, IconPlus, IconShare } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showSuccess } from "#platform/failure-toast.ts";
import { dateFormat } from "#ui/locale-formats.ts";
import { nestedDialog } from "#ui/nested-dialog.ts";
import { StateMessage } from "#ui/StateMessage.tsx";
import type { ShareRequest } from "#ui/share-request.ts";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { LinkQrCode } from "./LinkQrCode.tsx";
import { LinkSettings } from "./LinkSettings.tsx";
import { LinkState } from "./LinkState.tsx";
import { LinkTexts } from "./LinkTexts.tsx";
import styles from "./Share.module.css";
import { useCreateShare, useSharesOfItem } from "./share.api.ts";

/** Wide enough for the QR code beside the settings. */
const DIALOG_WIDTH_PX = 1080;

interface ShareDialogProps {
  readonly request: ShareRequest;
  readonly onClose: () => void;
}

export function ShareDialog({ request, onClose }: ShareDialogProps) {
  const { t } = useTranslation();
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, window.matchMedia(SMALL_SCREEN_QUERY).matches);
  return (
    <Modal
      opened
      onClose={onClose}
      title={t("share.title", { title: request.title })}
      size={DIALOG_WIDTH_PX}
      fullScreen={isSmall ?? false}
      closeButtonProps={{ "aria-label": t("share.close") }}
      {...nestedDialog(onClose)}
    >
      <LinksOfItem request={request} />
    </Modal>
  );
}

function LinksOfItem({ request }: Pick<ShareDialogProps, "request">) {
  const { t } = useTranslation();
  const { data: shares, isError, refetch } = useSharesOfItem(request.itemId);
  const [chosenId, setChosenId] = useState(request.shareId ?? null);
  if (!shares && isError)
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("share.loadFailed")}
        text={t("share.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button onClick={() => void refetch()}>{t("ui.tryAgain")}</Button>
      </StateMessage>
    );
  if (!shares) return <Skeleton height={240} />;
  const share = shares.find(({ id }) => id === chosenId) ?? shares[0];
  if (!share) return <NotShared request={request} onCreated={setChosenId} />;
  return (
    <Stack>
      <ChooseLink request={request} shares={shares} share={share} onChoose={setChosenId} />
      <div key={share.id} className={styles.columns}>
        {share.url !== null && <LinkQrCode url={share.url} title={request.title} />}
        <Stack className={styles.column}>
          {share.url === null ? (
            <Alert color="amber">{t("share.notKept")}</Alert>
          ) : (
            <LinkTexts url={share.url} title={share.hideSlideInformation ? null : request.title} />
          )}
          <LinkState share={share} />
          <LinkSettings share={share} />
        </Stack>
      </div>
    </Stack>
  );
}

/** Texts of links that store a view; only slides and cases have one. */
const OPENS_WITH_VIEW = { slide: "slide", case: "caseView", folder: "folder", course: "course" } as const;

function NotShared({ request, onCreated }: Pick<ShareDialogProps, "request"> & { onCreated: (id: number) => void }) {
  const { t } = useTranslation();
  const { shareType, view } = request;
  const opens = view === undefined ? (shareType === "slide" ? "item" : shareType) : OPENS_WITH_VIEW[shareType];
  return (
    <StateMessage
      icon={IconShare}
      title={t(`share.notShared_${shareType}`)}
      text={t(`share.opens_${opens}`)}
      isWholePage={false}
    >
      <CreateLink request={request} label={t("share.create")} onCreated={onCreated} />
    </StateMessage>
  );
}

interface CreateLinkProps extends Pick<ShareDialogProps, "request"> {
  readonly label: string;
  readonly isSecond?: boolean;
  readonly onCreated: (id: number) => void;
}

function CreateLink({ request, label, isSecond = false, onCreated }: CreateLinkProps) {
  const { t } = useTranslation();
  const create = useCreateShare();
  const handleCreate = () =>
    create.mutate(request, {
      onSuccess: ({ id }) => {
        onCreated(id);
        showSuccess(t("share.created"));
      },
    });
  return (
    <>
      <Button
        variant={isSecond ? "default" : "filled"}
        leftSection={<IconPlus size={18} stroke={1.5} aria-hidden />}
        loading={create.isPending}
        onClick={handleCreate}
      >
        {label}
      </Button>
      <div role="alert">
        {create.error && (
          <Text size="sm" c="red">
            {create.error instanceof AppError && create.error.kind === "conflict"
              ? create.error.message
              : t("share.createFailed")}
          </Text>
        )}
      </div>
    </>
  );
}

interface ChooseLinkProps extends Pick<ShareDialogProps, "request"> {
  readonly shares: readonly ListedShare[];
  readonly share: ListedShare;
  readonly onChoose: (id: number) => void;
}

/** Which of the user's links to the item is shown, if there are several; and a button for another one. */
function ChooseLink({ request, shares, share, onChoose }: ChooseLinkProps) {
  const { t, i18n } = useTranslation();
  const when = dateFormat(i18n.language, { dateStyle: "medium", timeStyle: "short" });
  return (
    <Group align="end" justify="space-between">
      {shares.length > 1 && (
        <NativeSelect
          label={t("share.links")}
          value={String(share.id)}
          onChange={(event) => onChoose(Number(event.currentTarget.value))}
          data={shares.map(({ id, createdAt, openedCount }) => ({
            value: String(id),
            label: t("share.linkOf", { date: when.format(new Date(createdAt)), count: openedCount }),
          }))}
        />
      )}
      <Group>
        <CreateLink
          request={request}
          label={t(request.view ? "share.newLinkView" : "share.newLink")}
          isSecond
          onCreated={onChoose}
        />
      </Group>
    </Group>
  );
}
