/** Shows toasts on any screen: all uploads ready, or one failed, with possible actions. */
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { showFailure } from "#platform/failure-toast.ts";
import { useSession } from "#platform/session.tsx";
import { showActions, type ToastAction } from "#ui/action-toast.tsx";
import { chooseFiles } from "#ui/choose-files.ts";
import type { UploadQueues } from "./join-queues.ts";
import { replaceUpload } from "./replace-upload.ts";
import { slideHref } from "./slide-href.ts";
import { isUploadUnderWay, type UploadEntry } from "./upload-entry.ts";
import { phasesOf, uploadNews } from "./upload-news.ts";

export function useUploadToasts(queue: UploadQueues): void {
  const { t } = useTranslation();
  const { site } = useSession();
  const navigate = useNavigate();
  useEffect(() => {
    let seen = phasesOf(queue.entries());
    let ready: readonly UploadEntry[] = [];
    const sayReady = ([first, ...others]: readonly UploadEntry[]) => {
      if (!first) return;
      const href = others.length === 0 && first.slide ? slideHref(site.id, first.slide, first.purpose) : null;
      const open: ToastAction[] =
        href === null ? [] : [{ text: t("upload.openItem"), run: () => void navigate({ href }) }];
      const title = first.slide?.title ?? first.filename;
      showActions({ text: t("upload.toastReady", { count: others.length + 1, title }), actions: open });
    };
    const sayFailed = (entry: UploadEntry) => {
      const { key, filename, error } = entry;
      const retry = { text: t("upload.retry"), run: () => queue.resume(key) };
      const replace = {
        text: t("upload.replace"),
        run: () => chooseFiles((take) => void replaceUpload(queue, entry, take).catch(showFailure)),
      };
      const text = [t("upload.toastFailed", { filename }), error].filter(Boolean).join(" ");
      showActions({ text, isFailure: true, actions: entry.canRetry ? [retry, replace] : [replace] });
    };
    return queue.subscribe(() => {
      const entries = queue.entries();
      const news = uploadNews(seen, entries);
      seen = phasesOf(entries);
      ready = [...ready, ...news.ready];
      for (const entry of news.failed) sayFailed(entry);
      if (ready.length === 0 || entries.some(isUploadUnderWay)) return;
      const all = ready;
      ready = [];
      // Failures are shown with their message.
      if (news.failed.length === 0) sayReady(all);
    });
  }, [queue, site.id, navigate, t]);
}
