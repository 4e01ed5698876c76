import type { serverStatusEn } from "./server-status.en.ts";

/** German texts of the server status. */
export const serverStatusDe: typeof serverStatusEn = {
  section: "Status",
  warnings: "Warnungen",
  noWarning: "Alles läuft, wie es soll.",
  outdated: "Der Server antwortet nicht. Diese Zahlen stammen von der letzten Antwort.",
  failedTitle: "Der Status konnte nicht geladen werden",
  failedText: "Prüfen Sie die Verbindung und versuchen Sie es noch einmal.",
  diskFull: "Der Datenträger ist voll: {{free}} frei",
  diskFullAction:
    "Große Präparate werden nicht mehr angenommen. Schaffen Sie Speicherplatz, oder löschen Sie Präparate und leeren Sie den Papierkorb.",
  diskLow: "Wenig Speicherplatz: {{free}} frei",
  diskLowAction: "Schaffen Sie Speicherplatz, bevor das nächste große Präparat hochgeladen wird.",
  clocksDiffer_one: "Die Uhren von Server und Datenbank weichen um {{count}} Sekunde voneinander ab",
  clocksDiffer_other: "Die Uhren von Server und Datenbank weichen um {{count}} Sekunden voneinander ab",
  clocksDifferAction:
    "Abgabefristen von Quiz hängen davon ab. Schalten Sie auf beiden Rechnern die Zeitsynchronisierung (NTP) ein.",
  jobsWaiting_one: "Ein Auftrag wartet seit {{count}} Minute",
  jobsWaiting_other: "Ein Auftrag wartet seit {{count}} Minuten",
  jobsWaitingAction:
    "Vielleicht ist der Server mit großen Präparaten beschäftigt. Wenn nichts läuft, hilft das Protokoll des Servers weiter.",
  jobsFailed_one: "{{count}} Auftrag ist in den letzten 24 Stunden gescheitert",
  jobsFailed_other: "{{count}} Aufträge sind in den letzten 24 Stunden gescheitert",
  jobsFailedAction: "Die Seite „Verarbeitung“ nennt sie mit dem Grund. Dort lassen sie sich neu starten.",
  noMailServer: "Kein Mailserver eingerichtet",
  noMailServerAction:
    "Niemand kann sein Passwort per E-Mail zurücksetzen oder sich per E-Mail registrieren. Setzen Sie PARFOCAL_SMTP_URL auf dem Server.",
  mailsUnsent_one: "{{count}} E-Mail wurde nicht verschickt",
  mailsUnsent_other: "{{count}} E-Mails wurden nicht verschickt",
  mailsUnsentAction: "Sie stehen mit dem Grund unter „Einstellungen“.",
  noAddress: "Die Website hat keine Adresse",
  noAddressAction:
    "E-Mails mit Links werden nicht verschickt, und Links nennen den Host der jeweiligen Anfrage. Tragen Sie die Adresse unter „Einstellungen“ ein.",
  space: "Speicherplatz",
  used: "{{share}} belegt",
  free: "Freier Speicherplatz",
  freeOf: "{{free}} von {{total}}",
  slides: "Präparate dieser Website",
  slideFiles_one: "{{count}} Datei, {{bytes}}",
  slideFiles_other: "{{count}} Dateien, {{bytes}}",
  databaseSize: "Datenbank",
  work: "Auslastung",
  jobsRunning: "Laufende Aufträge",
  jobsQueued: "Wartende Aufträge",
  jobsFailedToday: "In 24 Stunden gescheitert",
  uploads: "Laufende Uploads",
  mailsWaiting: "Zu verschickende E-Mails",
  mailsNotSent: "Nicht verschickte E-Mails",
  attempts: "Laufende Quizversuche",
  versions: "Versionen",
  startedAt: "Läuft seit",
};
