import { useEffect, useState, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { type CountingState, type CountingStore, type CountingWorld, createCountingStore } from "./counting-store.ts";
import { countsKey } from "./counts-key.ts";

function browserWorld(key: string): CountingWorld {
  return {
    read() {
      try {
        return localStorage.getItem(key);
      } catch {
        return null;
      }
    },
    write(text) {
      try {
        localStorage.setItem(key, text);
        return true;
      } catch {
        return false;
      }
    },
    newId: () => `${Date.now()}-${Math.random().toString(36).slice(2, 8)}`,
  };
}

/** The signed-in user's counts of a slide in this browser. @param imageId must not change. */
export function useCountingStore(imageId: number): [CountingStore, CountingState] {
  const { t } = useTranslation();
  const { site, user } = useSession();
  const key = countsKey(site.id, user?.id ?? 0, imageId);
  const [store] = useState(() =>
    createCountingStore(browserWorld(key), {
      name: t("counting.countNumber", { number: 1 }),
      categories: [t("counting.positive"), t("counting.negative")],
    }),
  );
  useEffect(() => {
    const handleStorage = (event: StorageEvent): void => {
      if (event.key === key) store.takeStored(event.newValue);
    };
    window.addEventListener("storage", handleStorage);
    return () => window.removeEventListener("storage", handleStorage);
  }, [store, key]);
  return [store, useSyncExternalStore(store.onChange, store.state)];
}
