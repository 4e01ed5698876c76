/**
 * The small pages of a launch: the reason why it was rejected, and a link to open it in its own window. English and
 * German; no scripts.
 */
import { createHash } from "node:crypto";
import { AppError, type ErrorKind, STATUS_OF } from "@parfocal/core/errors.ts";
import type { LaunchProblem } from "@parfocal/core/lti/launch-claims.ts";
import type { LoginInitiation } from "@parfocal/core/lti/lti-launch.contract.ts";
import type { LtiPlatform } from "@parfocal/core/lti/lti-platform.contract.ts";
import { originOfAddress } from "@parfocal/core/lti/web-origin.ts";
import { ACCOUNT_LANGUAGES, type AccountLanguage, offeredLanguageFor } from "@parfocal/core/session/preferences.ts";
import type { FastifyRequest } from "fastify";
import { tagsOf } from "#mail/mail-content.ts";
import { escapeHtml } from "#platform/http/escape-html.ts";
import { type PageAnswer, wantsPage } from "#platform/http/page-route.ts";

/** Any page may show it in a frame: it has no actions and no personal data. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors *";

const KIND_OF_PROBLEM: Readonly<Record<LaunchProblem, ErrorKind>> = {
  unknownPlatform: "forbidden",
  severalPlatforms: "conflict",
  malformed: "invalid",
  foreign: "forbidden",
  denied: "forbidden",
  noCookie: "forbidden",
  expired: "unauthenticated",
  keys: "unavailable",
  signature: "unauthenticated",
  claims: "unauthenticated",
  deployment: "forbidden",
  anonymous: "forbidden",
  replayed: "unauthenticated",
  closed: "forbidden",
  notForChoosing: "forbidden",
  choiceUsed: "notFound",
};

type PageText = LaunchProblem | "nothingChosen";
interface Texts {
  readonly title: string;
  readonly readyTitle: string;
  readonly open: string;
  readonly returnTitle: string;
  readonly returnText: string;
  readonly returnButton: string;
  readonly texts: Readonly<Record<PageText, string>>;
}

const ENGLISH: Texts = {
  title: "Sign-in failed",
  readyTitle: "You are signed in",
  open: "Open in a new window",
  returnTitle: "Content selected",
  returnText: "The content is being added to the activity of the learning platform.",
  returnButton: "Continue",
  texts: {
    unknownPlatform: "This learning platform is not registered here. An administrator can add it in the options.",
    severalPlatforms:
      "Several platforms are registered with this address, and the message does not say which one it is.",
    malformed: "The message of the learning platform is incomplete. Open the activity again.",
    foreign: "This sign-in was not started here. Open the activity again.",
    denied: "The learning platform has not let you in. Sign in there, and open the activity again.",
    noCookie: "Your browser has not kept the cookie for the sign-in. Open the activity in a new window.",
    expired: "The sign-in took too long. Open the activity again.",
    keys: "The keys of the learning platform cannot be read at the moment. Try again later.",
    signature: "The signature of the learning platform is not right. Tell your administrator.",
    claims: "The message of the learning platform is meant for another tool, or not valid. Tell your administrator.",
    deployment: "This deployment of the tool is not accepted here yet. An administrator can accept it in the options.",
    anonymous: "The learning platform has not said who you are. Its settings must pass on the id of the person.",
    replayed: "This sign-in has been used already. Open the activity again.",
    closed: "Your account is suspended or has expired.",
    notForChoosing: "Only teachers and administrators can select content for activities.",
    choiceUsed: "This selection has ended. Select the content again in the learning platform.",
    nothingChosen: "No content has been chosen for this activity.",
  },
};
const GERMAN: Texts = {
  title: "Anmeldung fehlgeschlagen",
  readyTitle: "Sie sind angemeldet",
  open: "In neuem Fenster öffnen",
  returnTitle: "Inhalt ausgewählt",
  returnText: "Der Inhalt wird der Aktivität in der Lernplattform hinzugefügt.",
  returnButton: "Weiter",
  texts: {
    unknownPlatform:
      "Diese Lernplattform ist hier nicht eingetragen. Die Administration kann sie in den Optionen hinzufügen.",
    severalPlatforms:
      "Mehrere Plattformen sind mit dieser Adresse eingetragen, und die Nachricht sagt nicht, welche gemeint ist.",
    malformed: "Die Nachricht der Lernplattform ist unvollständig. Öffnen Sie die Aktivität noch einmal.",
    foreign: "Diese Anmeldung wurde nicht hier begonnen. Öffnen Sie die Aktivität noch einmal.",
    denied:
      "Die Lernplattform hat die Anmeldung abgelehnt. Melden Sie sich dort an und öffnen Sie die Aktivität noch einmal.",
    noCookie:
      "Ihr Browser hat das Cookie für die Anmeldung nicht behalten. Öffnen Sie die Aktivität in einem neuen Fenster.",
    expired: "Die Anmeldung hat zu lange gedauert. Öffnen Sie die Aktivität noch einmal.",
    keys: "Die Schlüssel der Lernplattform sind im Moment nicht erreichbar. Versuchen Sie es später noch einmal.",
    signature: "Die Signatur der Lernplattform stimmt nicht. Wenden Sie sich an die Administration.",
    claims:
      "Die Nachricht der Lernplattform gilt einem anderen Werkzeug oder ist ungültig. Wenden Sie sich an die Administration.",
    deployment:
      "Dieses Deployment des Werkzeugs ist hier noch nicht bestätigt. Die Administration kann es in den Optionen bestätigen.",
    anonymous:
      "Die Lernplattform hat nicht mitgeteilt, wer Sie sind. Ihre Einstellungen müssen die ID der Person weitergeben.",
    replayed: "Diese Anmeldung wurde bereits verwendet. Öffnen Sie die Aktivität noch einmal.",
    closed: "Ihr Konto ist gesperrt oder abgelaufen.",
    notForChoosing: "Nur Lehrende und Administratoren können Inhalte für Aktivitäten auswählen.",
    choiceUsed: "Diese Auswahl ist beendet. Wählen Sie den Inhalt in der Lernplattform noch einmal aus.",
    nothingChosen: "Für diese Aktivität wurde noch kein Inhalt ausgewählt.",
  },
};

interface Page {
  /** HTML below the text; omitted: none. */
  readonly more?: string;
  readonly title: string;
  readonly text: string;
  /** null: no link. */
  readonly link: { readonly address: string; readonly text: string } | null;
}

/** Uses the browser's colours, light or dark. */
export function pageOf(language: AccountLanguage, { title, text, link, more: own = "" }: Page): string {
  const more = link
    ? `<p><a href="${escapeHtml(link.address)}" target="_blank" rel="noopener">${escapeHtml(link.text)}</a></p>`
    : "";
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title>
<style>:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}main{max-width:36rem;margin:10vh auto;padding:0 1.5rem}h1{font-size:1.5rem}a{display:inline-block;padding:.6rem 0}</style>
</head><body><main><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>${more}${own}</main></body></html>`;
}

export const languageOf = ({ headers }: FastifyRequest): AccountLanguage =>
  offeredLanguageFor(tagsOf(headers["accept-language"]), ACCOUNT_LANGUAGES);
const textsOf = (language: AccountLanguage): Texts => (language === "de" ? GERMAN : ENGLISH);

/** Restarts the launch in its own window, where cookies are stored. */
const againAddress = (loginUrl: string, initiation: LoginInitiation): string =>
  `${loginUrl}?${new URLSearchParams(Object.entries(initiation).filter(([, value]) => value !== undefined))}`;

export interface Again {
  readonly loginUrl: string;
  readonly initiation: LoginInitiation;
}

/**
 * A page for a browser.
 *
 * @param again omitted: the page has no link to open a window.
 * @throws AppError if the request is from a program, which gets the same response as for any other call.
 */
export function errorPage(request: FastifyRequest, problem: LaunchProblem, again?: Again): PageAnswer {
  const kind = KIND_OF_PROBLEM[problem];
  if (!wantsPage(request)) throw new AppError(kind, ENGLISH.texts[problem], { codes: [`lti.${problem}`] });
  const language = languageOf(request);
  const { title, open, texts } = textsOf(language);
  const link = again ? { address: againAddress(again.loginUrl, again.initiation), text: open } : null;
  return {
    status: STATUS_OF[kind],
    policy: PAGE_POLICY,
    html: pageOf(language, { title, text: texts[problem], link }),
  };
}

/** In a frame, where only content can be shown. */
export function nothingChosenPage(request: FastifyRequest, again?: Again): PageAnswer {
  const language = languageOf(request);
  const { readyTitle: title, open, texts } = textsOf(language);
  const link = again ? { address: againAddress(again.loginUrl, again.initiation), text: open } : null;
  return { status: 200, policy: PAGE_POLICY, html: pageOf(language, { title, text: texts.nothingChosen, link }) };
}

/** Submits the form; without scripts, its button does. */
const SUBMIT = "document.forms[0].submit()";
const SUBMIT_SHA256 = createHash("sha256").update(SUBMIT).digest("base64");

interface Returned {
  readonly learning: LtiPlatform;
  readonly returnUrl: string;
  readonly jwt: string;
}

/** A form that submits itself: sends a message to the platform, which may show it in its frame. */
export function returnPage(request: FastifyRequest, { learning, returnUrl, jwt }: Returned): PageAnswer {
  const { pageOrigins, authorizationUrl } = learning;
  const language = languageOf(request);
  const { returnTitle: title, returnText: text, returnButton } = textsOf(language);
  const own = originOfAddress(authorizationUrl);
  const framers = pageOrigins.length > 0 ? pageOrigins : own === null ? ["'none'"] : [own];
  // The platform may redirect the request to another of its hosts.
  const policy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SUBMIT_SHA256}'; base-uri 'none'; form-action ${originOfAddress(returnUrl)} https:; frame-ancestors ${framers.join(" ")}`;
  const more = `<form method="post" action="${escapeHtml(returnUrl)}"><input type="hidden" name="JWT" value="${escapeHtml(jwt)}"><button>${escapeHtml(returnButton)}</button></form><script>${SUBMIT}</script>`;
  return { status: 200, policy, html: pageOf(language, { title, text, link: null, more }) };
}
