/** The result pages of a registration. English and German. */
import { createHash } from "node:crypto";
import { AppError, type ErrorKind, STATUS_OF } from "@parfocal/core/errors.ts";
import type { RegistrationProblem } from "@parfocal/core/lti/registration.ts";
import type { FastifyRequest } from "fastify";
import { type PageAnswer, wantsPage } from "#platform/http/page-route.ts";
import { languageOf, PAGE_POLICY, pageOf } from "./lti-pages.ts";

const KIND_OF_PROBLEM: Readonly<Record<RegistrationProblem, ErrorKind>> = {
  malformed: "invalid",
  used: "notFound",
  unreadable: "unavailable",
  mismatch: "forbidden",
  refused: "unavailable",
  taken: "conflict",
};

interface Texts {
  readonly title: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly problems: Readonly<Record<RegistrationProblem, string>>;
}

const ENGLISH: Texts = {
  title: "Registration failed",
  doneTitle: "Platform registered",
  done: "An administrator now accepts the deployment in the options, under “Learning platforms”. Until then nobody can sign in. You can close this window.",
  problems: {
    malformed: "The learning platform has not sent what a registration needs.",
    used: "This registration address has been used or has expired. An administrator can create a new one in the options.",
    unreadable:
      "The configuration of the learning platform cannot be read or is incomplete. Create a new registration address to try again.",
    mismatch:
      "The addresses of the learning platform do not belong together: its configuration must be at the same host as its platform ID, with https. Add the platform by hand.",
    refused: "The learning platform has not accepted the registration. Create a new registration address to try again.",
    taken: "This learning platform is registered already, or the site has as many as it can have.",
  },
};
const GERMAN: Texts = {
  title: "Registrierung fehlgeschlagen",
  doneTitle: "Plattform eingetragen",
  done: "Die Administration bestätigt nun das Deployment in den Optionen unter „Lernplattformen“. Bis dahin kann sich niemand anmelden. Sie können dieses Fenster schließen.",
  problems: {
    malformed: "Die Lernplattform hat nicht gesendet, was eine Registrierung braucht.",
    used: "Diese Registrierungsadresse wurde bereits verwendet oder ist abgelaufen. Die Administration kann in den Optionen eine neue erstellen.",
    unreadable:
      "Die Konfiguration der Lernplattform ist nicht lesbar oder unvollständig. Erstellen Sie für einen neuen Versuch eine neue Registrierungsadresse.",
    mismatch:
      "Die Adressen der Lernplattform gehören nicht zusammen: Ihre Konfiguration muss auf demselben Host liegen wie ihre Plattform-ID, mit https. Fügen Sie die Plattform von Hand hinzu.",
    refused:
      "Die Lernplattform hat die Registrierung nicht angenommen. Erstellen Sie für einen neuen Versuch eine neue Registrierungsadresse.",
    taken: "Diese Lernplattform ist bereits eingetragen, oder die Website hat so viele, wie sie haben kann.",
  },
};

/** @throws AppError if the request is from a program, which gets the same response as for any other call. */
export function registrationProblemPage(request: FastifyRequest, problem: RegistrationProblem): PageAnswer {
  const kind = KIND_OF_PROBLEM[problem];
  if (!wantsPage(request))
    throw new AppError(kind, ENGLISH.problems[problem], { codes: [`lti.registration.${problem}`] });
  const language = languageOf(request);
  const { title, problems } = language === "de" ? GERMAN : ENGLISH;
  return {
    status: STATUS_OF[kind],
    policy: PAGE_POLICY,
    html: pageOf(language, { title, text: problems[problem], link: null }),
  };
}

/** Asks the platform's page to close the window. Source: LTI Dynamic Registration 1.0, section 3.7. */
const CLOSE = `(window.opener || window.parent).postMessage({ subject: "org.imsglobal.lti.close" }, "*")`;
const CLOSE_SHA256 = createHash("sha256").update(CLOSE).digest("base64");

export function registeredPage(request: FastifyRequest): PageAnswer {
  const language = languageOf(request);
  const { doneTitle: title, done: text } = language === "de" ? GERMAN : ENGLISH;
  const policy = `${PAGE_POLICY}; script-src 'sha256-${CLOSE_SHA256}'`;
  return {
    status: 200,
    policy,
    html: pageOf(language, { title, text, link: null, more: `<script>${CLOSE}</script>` }),
  };
}
