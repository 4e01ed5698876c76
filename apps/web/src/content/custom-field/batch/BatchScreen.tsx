/** Batch editor for the values of up to 20 slides. */
import { Alert, Button, CloseButton, TextInput } from "@mantine/core";
import { useHotkeys, useMediaQuery } from "@mantine/hooks";
import type { CustomField } from "@parfocal/core/custom-field/custom-field.contract.ts";
import { CUSTOM_FIELD_INIT_WAIT_MS } from "@parfocal/core/custom-field/slide-batch.ts";
import {
  IconArrowBackUp,
  IconArrowLeft,
  IconForms,
  IconListSearch,
  IconPlugConnectedX,
  IconSearch,
} from "@tabler/icons-react";
import { Link, useNavigate } from "@tanstack/react-router";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { UnsavedDialog } from "#editor/UnsavedDialog.tsx";
import { useUnsavedGuard } from "#editor/useUnsavedGuard.ts";
import { useSession } from "#platform/session.tsx";
import { dateFormat } from "#ui/locale-formats.ts";
import { PageSkeleton } from "#ui/PageSkeleton.tsx";
import { StateMessage } from "#ui/StateMessage.tsx";
import { SMALL_SCREEN_QUERY } from "#ui/small-screen.ts";
import { usePreparations, useSlideFields } from "../custom-field.api.ts";
import { useDelay } from "../useDelay.ts";
import { BatchCards } from "./BatchCards.tsx";
import styles from "./BatchScreen.module.css";
import { BatchTable } from "./BatchTable.tsx";
import { type BatchScope, hasNextPage, scopeAddress, scopeName } from "./batch-scope.ts";
import { type BatchSlide, useBatchDraft } from "./useBatchDraft.ts";

const SIZE = { size: 18, stroke: 1.5, "aria-hidden": true } as const;

export function BatchScreen({ scope }: { readonly scope: BatchScope }) {
  const { t } = useTranslation();
  const fields = useSlideFields();
  const slides = usePreparations(scope);
  const isDelayed = useDelay(CUSTOM_FIELD_INIT_WAIT_MS);
  const isReady = fields.data !== undefined && slides.data !== undefined;
  if (!isReady && (fields.isError || slides.isError || isDelayed))
    return (
      <StateMessage
        icon={IconPlugConnectedX}
        title={t("customField.loadFailed")}
        text={t("customField.loadFailedText")}
        isAlert
        isWholePage={false}
      >
        <Button
          onClick={() => {
            void fields.refetch();
            void slides.refetch();
          }}
        >
          {t("customField.tryAgain")}
        </Button>
      </StateMessage>
    );
  if (!isReady) return <PageSkeleton />;
  return (
    <section className={styles.screen} aria-label={t("customField.fillTitle")}>
      <BatchHead scope={scope} />
      <BatchBody scope={scope} slides={slides.data} fields={fields.data} />
    </section>
  );
}

function BatchHead({ scope }: { readonly scope: BatchScope }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const [text, setText] = useState(scope.query);
  const find = (query: string) => void navigate({ href: scopeAddress(site.id, { ...scope, query, page: 1 }) });
  return (
    <div className={styles.head}>
      <Button
        component={Link}
        to={`/s${site.id}/manage/fields`}
        variant="subtle"
        leftSection={<IconArrowLeft {...SIZE} />}
        className={styles.back}
      >
        {t("customField.backToFields")}
      </Button>
      <h2 className={styles.title}>
        {t(scope.slideIds.length > 0 || scope.folderId !== null ? "customField.fillSome" : "customField.fillTitle")}
      </h2>
      {scope.slideIds.length === 0 && (
        <form
          className={styles.search}
          onSubmit={(event: FormEvent) => {
            event.preventDefault();
            find(text.trim());
          }}
        >
          <TextInput
            type="search"
            aria-label={t("customField.searchSlides")}
            placeholder={t("customField.searchSlides")}
            leftSection={<IconSearch {...SIZE} />}
            rightSection={
              scope.query !== "" && (
                <CloseButton size={28} aria-label={t("customField.searchClear")} onClick={() => find("")} />
              )
            }
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
        </form>
      )}
    </div>
  );
}

interface BatchBodyProps {
  readonly scope: BatchScope;
  readonly slides: readonly BatchSlide[];
  readonly fields: readonly CustomField[];
}

function BatchBody({ scope, slides, fields }: BatchBodyProps) {
  const { t } = useTranslation();
  if (fields.length === 0)
    return (
      <StateMessage
        icon={IconForms}
        title={t("customField.noFieldsTitle")}
        text={t("customField.noFieldsText")}
        isWholePage={false}
      />
    );
  if (slides.length === 0)
    return (
      <StateMessage
        icon={IconListSearch}
        title={t("customField.noSlidesTitle")}
        text={t("customField.noSlidesText")}
        isWholePage={false}
      />
    );
  return <BatchForm scope={scope} slides={slides} fields={fields} />;
}

function BatchForm({ scope, slides, fields }: BatchBodyProps) {
  const { t } = useTranslation();
  const batch = useBatchDraft(scopeName(scope), slides, fields);
  const { draft } = batch;
  const guard = useUnsavedGuard(draft.isDirty, batch.discard);
  const isSmall = useMediaQuery(SMALL_SCREEN_QUERY, undefined, { getInitialValueInEffect: false }) ?? false;
  const foot = useRef<HTMLDivElement>(null);
  useHotkeys([["mod+S", batch.save]], []);
  return (
    <>
      {draft.wasRestored && <Alert color="blue">{t("editor.restoredDraft")}</Alert>}
      {isSmall ? (
        <BatchCards slides={slides} fields={fields} batch={batch} />
      ) : (
        <BatchTable slides={slides} fields={fields} batch={batch} onLeave={() => foot.current?.focus()} />
      )}
      <div className={styles.foot} ref={foot} tabIndex={-1}>
        <div role="alert">{draft.failure && <Alert color="red">{draft.failure.message}</Alert>}</div>
        <div className={styles.buttons}>
          <span role="status" className={styles.state}>
            {t("customField.processed", { done: batch.processed, count: slides.length })}
            {" · "}
            <DraftWords state={draft.state} savedAt={draft.savedAt} />
          </span>
          {batch.canUndo && (
            <Button variant="subtle" leftSection={<IconArrowBackUp {...SIZE} />} onClick={batch.undo}>
              {t("customField.undo")}
            </Button>
          )}
          <Button variant="default" disabled={!draft.isDirty || draft.state === "saving"} onClick={batch.discard}>
            {t("editor.discard")}
          </Button>
          <Button disabled={!draft.isDirty} loading={draft.state === "saving"} onClick={batch.save}>
            {t("editor.save")}
          </Button>
        </div>
      </div>
      <BatchPages scope={scope} shown={slides.length} />
      <UnsavedDialog guard={guard} />
    </>
  );
}

interface DraftWordsProps {
  readonly state: "unchanged" | "dirty" | "saving" | "saved" | "failed";
  /** ms since the epoch; null: not yet. */
  readonly savedAt: number | null;
}

function DraftWords({ state, savedAt }: DraftWordsProps) {
  const { t, i18n } = useTranslation();
  const time = savedAt === null ? "" : dateFormat(i18n.language, { timeStyle: "short" }).format(savedAt);
  const words = {
    unchanged: t("editor.stateUnchanged"),
    dirty: t("editor.stateDirty"),
    saving: t("editor.stateSaving"),
    saved: t("editor.stateSaved", { time }),
    failed: t("editor.stateFailed"),
  };
  return words[state];
}

function BatchPages({ scope, shown }: { readonly scope: BatchScope; readonly shown: number }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  const hasNext = hasNextPage(scope, shown);
  if (scope.page === 1 && !hasNext) return null;
  const go = (page: number) => void navigate({ href: scopeAddress(site.id, { ...scope, page }) });
  return (
    <nav className={styles.pages} aria-label={t("customField.pages")}>
      <Button variant="default" disabled={scope.page === 1} onClick={() => go(scope.page - 1)}>
        {t("customField.pageBefore")}
      </Button>
      <span>{t("customField.page", { page: scope.page })}</span>
      <Button variant="default" disabled={!hasNext} onClick={() => go(scope.page + 1)}>
        {t("customField.pageNext")}
      </Button>
    </nav>
  );
}
