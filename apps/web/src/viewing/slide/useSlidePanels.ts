/** The panels of the slide page: which are open, and which replace each other on a small screen. */
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { useMemo, useState } from "react";
import type { SharedLink } from "#platform/shared-link.ts";
import type { PanelSlot } from "#ui/panel-slot.ts";
import { useRememberedSwitch } from "#ui/remembered-switch.ts";
import type { SlideFeatureName } from "./slide-features.ts";

type OpenPanel = SlideFeatureName | "more" | null;

interface SlidePanelOptions {
  readonly link: SharedLink | null;
  readonly isSmall: boolean;
  readonly isOffered: (name: SlideFeatureName) => boolean;
  /** The panel that is open initially, if it is available; null: none. */
  readonly opensWith: SlideFeatureName | null;
  readonly viewer: SlideViewer | null;
  readonly isAnnotating: boolean;
  /** Whether the server rejected changes, which the sidebar shows. */
  readonly hasRejected: boolean;
  readonly hasChannels: boolean;
}

export interface SlidePanels {
  readonly openPanel: OpenPanel;
  readonly isPanelShown: boolean;
  readonly isSidebarShown: boolean;
  readonly areChannelsShown: boolean;
  readonly isKeyboardOpen: boolean;
  readonly setKeyboardOpen: (isOpen: boolean) => void;
  readonly togglePanel: (panel: SlideFeatureName | "more") => void;
  readonly closePanel: () => void;
  readonly toggleSidebar: () => void;
  readonly toggleChannels: () => void;
  readonly closeChannels: () => void;
  /** Elements that panels are rendered into. */
  readonly slot: PanelSlot;
  readonly setSheet: (element: HTMLDivElement | null) => void;
  readonly setArea: (element: HTMLDivElement | null) => void;
}

export const hasSidebar = (link: SharedLink | null): boolean => !link?.hidesAnnotations && !link?.hidesToolbar;

export function useSlidePanels(options: SlidePanelOptions): SlidePanels {
  const { link, isSmall, isOffered, opensWith, viewer, isAnnotating, hasRejected, hasChannels } = options;
  // In the frame of another site there is only room for the slide, regardless of what was left open elsewhere.
  const isEmbedded = link?.isEmbedded ?? false;
  const [isSidebarEnabled, setSidebarEnabled] = useRememberedSwitch(
    isEmbedded ? "sidebar-embedded" : "sidebar",
    !isSmall && !isEmbedded,
  );
  const [areChannelsEnabled, setChannelsEnabled] = useRememberedSwitch("channels", !isSmall);
  const [openPanel, setOpenPanel] = useState<OpenPanel>(() => (opensWith && isOffered(opensWith) ? opensWith : null));
  const [isKeyboardOpen, setKeyboardOpen] = useState(false);
  const [sheet, setSheet] = useState<HTMLDivElement | null>(null);
  const [area, setArea] = useState<HTMLDivElement | null>(null);
  const slot = useMemo(() => ({ element: isSmall ? sheet : area, isSmallScreen: isSmall }), [isSmall, sheet, area]);

  // A small screen has room for one sheet.
  const isSidebarOpen = isSidebarEnabled || isAnnotating || hasRejected;
  const isPanelShown = openPanel !== null && !(isSmall && isAnnotating);
  const isSidebarShown = hasSidebar(link) && isSidebarOpen && !(isSmall && isPanelShown);
  const areChannelsShown = hasChannels && areChannelsEnabled && !(isSmall && (isSidebarOpen || isPanelShown));

  function closePanel(): void {
    setOpenPanel(null);
    viewer?.focus();
  }
  return {
    openPanel,
    isPanelShown,
    isSidebarShown,
    areChannelsShown,
    isKeyboardOpen,
    setKeyboardOpen,
    togglePanel(panel) {
      if (panel !== "more" && !isOffered(panel)) return;
      if (openPanel === panel) closePanel();
      else setOpenPanel(panel);
    },
    closePanel,
    toggleSidebar() {
      if (isSmall) setOpenPanel(null);
      setSidebarEnabled(!isSidebarShown);
    },
    toggleChannels() {
      if (isSmall) {
        setSidebarEnabled(false);
        setOpenPanel(null);
      }
      setChannelsEnabled(!areChannelsShown);
    },
    closeChannels: () => setChannelsEnabled(false),
    slot,
    setSheet,
    setArea,
  };
}
