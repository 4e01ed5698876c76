/** Why a person can or cannot see an item: asks for the person, and for the parent if there are several. */
import { Alert, Button, Group, Modal, Select, Skeleton, Stack, Text } from "@mantine/core";
import type { Crumb } from "@parfocal/core/item/item-card.contract.ts";
import { IconHelpCircle } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { PersonField } from "./PersonField.tsx";
import { WhyReasons } from "./WhyReasons.tsx";
import { useAccessReasons } from "./why.api.ts";

interface WhyButtonProps {
  readonly places: readonly Pick<Crumb, "id" | "title">[];
}

export function WhyButton({ places }: WhyButtonProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconHelpCircle size={18} stroke={1.5} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t("userGroup.why")}
      </Button>
      {isOpen && <WhyDialog places={places} onClose={() => setOpen(false)} />}
    </>
  );
}

function WhyDialog({ places, onClose }: WhyButtonProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const [placeId, setPlaceId] = useState(places[0]?.id ?? 0);
  const [userId, setUserId] = useState<number | null>(null);
  return (
    <Modal
      opened
      size="lg"
      onClose={onClose}
      title={t("userGroup.why")}
      closeButtonProps={{ "aria-label": t("userGroup.close") }}
    >
      <Stack>
        {places.length > 1 && (
          <Select
            label={t("userGroup.whyPlace")}
            allowDeselect={false}
            data={places.map(({ id, title }) => ({ value: String(id), label: title }))}
            value={String(placeId)}
            onChange={(value) => value !== null && setPlaceId(Number(value))}
          />
        )}
        <PersonField isFocused label={t("userGroup.whyPerson")} onChange={setUserId} />
        <div aria-live="polite">{userId !== null && <Reasons userId={userId} resourceId={placeId} />}</div>
      </Stack>
    </Modal>
  );
}

function Reasons({ userId, resourceId }: { readonly userId: number; readonly resourceId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useAccessReasons(userId, resourceId);
  if (data) return <WhyReasons reasons={data} />;
  if (!error) return <Skeleton height={120} />;
  return (
    <Alert color="red">
      <Group>
        <Text size="sm">{t("userGroup.whyFailed")}</Text>
        <Button size="xs" variant="default" onClick={() => void refetch()}>
          {t("userGroup.tryAgain")}
        </Button>
      </Group>
    </Alert>
  );
}
