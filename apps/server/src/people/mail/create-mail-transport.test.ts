/** The SMTP transport, against a minimal mail server; and emails as files of an S3 store. */
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { folderFiles } from "#platform/files/folder-files.ts";
import { filesInS3, namesIn } from "#testing/files-in-s3.ts";
import { startS3StandIn } from "#testing/s3-stand-in.ts";
import { createMailTransport } from "./create-mail-transport.ts";

const MAIL = {
  siteId: 1,
  id: 7,
  messageId: "<one@slides.example.test>",
  from: { name: "Anatomy", address: "slides@example.test" },
  to: { name: 'Lena, "L" <x@evil.test>', address: "lena@example.test" },
  subject: "Prüfung",
  text: "Hello",
  html: "<p>Hello</p>",
};

const NOWHERE = { dataFolder: "/nowhere", files: folderFiles("/nowhere") };

const sockets = new Set<Socket>();
let stop = () => {};
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  stop();
});

/** @param answerToRecipient its reply to `RCPT TO`. @returns its URL, and the lines it received. */
async function startMailServer(answerToRecipient: string) {
  const lines: string[] = [];
  let isData = false;
  const server = createServer((socket) => {
    sockets.add(socket);
    const answer = (text: string) => socket.write(`${text}\r\n`);
    answer("220 ready");
    socket.setEncoding("utf8").on("data", (chunk) => {
      for (const line of String(chunk)
        .split("\r\n")
        .filter((one) => one !== "")) {
        lines.push(line);
        if (isData) {
          if (line !== ".") continue;
          isData = false;
          answer("250 taken");
        } else if (line === "DATA") {
          isData = true;
          answer("354 go on");
        } else answer(line.startsWith("RCPT") ? answerToRecipient : "250 fine");
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stop = () => server.close();
  const { port } = server.address() as { port: number };
  return { url: `smtp://127.0.0.1:${port}`, lines };
}

it("an email has one recipient, whatever the name contains, and the given message ID", async () => {
  const { url, lines } = await startMailServer("250 fine");
  const transport = createMailTransport({ smtpUrl: url, ...NOWHERE });
  await transport.send(MAIL);
  transport.close();
  expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<lena@example.test>"]);
  expect(lines).toContain("Message-ID: <one@slides.example.test>");
  expect(lines).toContain("Auto-Submitted: auto-generated");
  expect(lines.find((line) => line.startsWith("From:"))).toBe("From: Anatomy <slides@example.test>");
});

it("a rejected recipient is an error that includes the server's answer", async () => {
  const { url } = await startMailServer("550 no such person");
  const transport = createMailTransport({ smtpUrl: url, ...NOWHERE });
  await expect(transport.send(MAIL)).rejects.toMatchObject({ code: "EENVELOPE", responseCode: 550 });
  transport.close();
});

it("without a mail server an email is a file of the S3 store, which each server can delete", async () => {
  const standIn = await startS3StandIn();
  const folders = ["one", "two"].map((name) => mkdtempSync(join(tmpdir(), `parfocal-mails-${name}-`)));
  const [one, two] = folders.map((dataFolder) =>
    createMailTransport({ smtpUrl: null, dataFolder, files: filesInS3(standIn)(dataFolder) }),
  );
  await one!.send(MAIL);
  expect(namesIn(standIn)).toEqual(["mails/1/7.eml"]);
  expect(existsSync(join(folders[0]!, "mails"))).toBe(false);
  // From before files were in a store.
  const earlier = join(folders[1]!, "mails/1");
  mkdirSync(earlier, { recursive: true });
  writeFileSync(join(earlier, "7.eml"), "To: Lena");
  await two!.forget(1, [7]);
  expect([namesIn(standIn), existsSync(join(earlier, "7.eml"))]).toEqual([[], false]);
  for (const folder of folders) rmSync(folder, { recursive: true });
  await standIn.close();
});
