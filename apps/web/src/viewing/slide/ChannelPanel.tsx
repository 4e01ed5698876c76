/** The channels of a slide: visibility, colour and display range. */
import { ActionIcon, Button, Switch } from "@mantine/core";
import type { SlidePlanes } from "@parfocal/core/image/image.contract.ts";
import { windowOfCounts } from "@parfocal/viewer/channels/histogram.ts";
import type { SlideViewer } from "@parfocal/viewer/slide-viewer.ts";
import { IconX } from "@tabler/icons-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import classes from "./ChannelPanel.module.css";
import { ChannelRow } from "./ChannelRow.tsx";
import { firstSettings, withChannel, withSolo } from "./channel-settings.ts";
import type { Channels } from "./useChannels.ts";
import { useSampleCounts } from "./useSampleCounts.ts";

const ICON_STROKE = 1.5;

interface ChannelPanelProps {
  readonly viewer: SlideViewer;
  readonly planes: SlidePlanes;
  readonly channels: Channels;
  readonly onClose: () => void;
}

export function ChannelPanel({ viewer, planes, channels, onClose }: ChannelPanelProps) {
  const { t } = useTranslation();
  const titleId = useId();
  const { settings, change } = channels;
  const first = firstSettings(planes);
  const [openIndex, setOpenIndex] = useState<number | null>(0);
  const isOpenShown = openIndex !== null && settings.channels[openIndex]?.isShown === true;
  const counts = useSampleCounts(viewer, isOpenShown ? openIndex : null);

  async function fitToView(indices: readonly number[]): Promise<void> {
    const windows = await Promise.all(indices.map(async (index) => windowOfCounts(await viewer.countSamples(index))));
    change(
      indices.reduce((next, index, at) => {
        const window = windows[at];
        return window ? withChannel(next, index, { window }) : next;
      }, settings),
    );
  }

  const shown = settings.channels.flatMap(({ isShown }, index) => (isShown ? [index] : []));
  return (
    <aside className={classes.panel} aria-labelledby={titleId}>
      <header className={classes.header}>
        <h2 id={titleId}>{t("slide.channels")}</h2>
        <ActionIcon variant="subtle" color="gray" size={32} aria-label={t("slide.close")} onClick={onClose}>
          <IconX size={18} stroke={ICON_STROKE} aria-hidden />
        </ActionIcon>
      </header>
      <ul className={classes.list}>
        {planes.channels.map(({ name }, index) => {
          const choice = settings.channels[index];
          const asInFile = first.channels[index];
          if (!choice || !asInFile) return null;
          return (
            <ChannelRow
              // biome-ignore lint/suspicious/noArrayIndexKey: channels have no other name that is sure to be one
              key={index}
              name={name}
              choice={choice}
              sampleBits={planes.sampleBits}
              counts={index === openIndex ? counts : null}
              isOpen={index === openIndex}
              onToggle={() => setOpenIndex(index === openIndex ? null : index)}
              onChange={(next) => change(withChannel(settings, index, next))}
              onSolo={() => change(withSolo(settings, index))}
              onAuto={() => void fitToView([index])}
              onReset={() => change(withChannel(settings, index, { ...asInFile, isShown: choice.isShown }))}
            />
          );
        })}
      </ul>
      <footer className={classes.footer}>
        <Switch
          size="sm"
          label={t("slide.channelAloneGrey")}
          checked={settings.isAloneGrey}
          onChange={(event) => change({ ...settings, isAloneGrey: event.currentTarget.checked })}
        />
        <div className={classes.buttons}>
          <Button size="compact-sm" variant="default" onClick={() => void fitToView(shown)}>
            {t("slide.channelsAuto")}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => change(first)}>
            {t("slide.channelsReset")}
          </Button>
        </div>
      </footer>
    </aside>
  );
}
