/** Links to registration, below the sign-in form. */
import { useTranslation } from "react-i18next";
import { useSession } from "#platform/session.tsx";
import { ButtonLink } from "#ui/ButtonLink.tsx";

/** @param next path to open once the account is created; undefined: the home page. */
export function RegistrationLinks({ next }: { readonly next: string | undefined }) {
  const { t } = useTranslation();
  const { site } = useSession();
  const params = { site: `s${site.id}` };
  return (
    <>
      {site.isRegistrationOpen && (
        <ButtonLink
          to="/$site/register"
          params={params}
          search={{ next }}
          variant="default"
          size="md"
          fullWidth
          mt="sm"
        >
          {t("session.createAccount")}
        </ButtonLink>
      )}
      <ButtonLink to="/$site/register" params={params} search={{ voucher: "" }} variant="subtle" fullWidth mt="sm">
        {t("session.registerWithVoucher")}
      </ButtonLink>
    </>
  );
}
