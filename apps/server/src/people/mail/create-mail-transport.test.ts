/** The SMTP transport, against a mail server of a few lines. */
import { createServer, type Socket } from "node:net";
import { afterEach, expect, it } from "vitest";
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

const sockets = new Set<Socket>();
let stop = () => {};
afterEach(() => {
  for (const socket of sockets) socket.destroy();
  stop();
});

/** @param answerToRecipient its answer to `RCPT TO`. @returns its URL, and what it was sent, line by line. */
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

it("a mail has one recipient whatever the name says, and the given message ID", async () => {
  const { url, lines } = await startMailServer("250 fine");
  const transport = createMailTransport({ smtpUrl: url, dataFolder: "/nowhere" });
  await transport.send(MAIL);
  transport.close();
  expect(lines.filter((line) => line.startsWith("RCPT"))).toEqual(["RCPT TO:<lena@example.test>"]);
  expect(lines).toContain("Message-ID: <one@slides.example.test>");
  expect(lines).toContain("Auto-Submitted: auto-generated");
  expect(lines.find((line) => line.startsWith("From:"))).toBe("From: Anatomy <slides@example.test>");
});

it("a refused recipient is an error that names the answer", async () => {
  const { url } = await startMailServer("550 no such person");
  const transport = createMailTransport({ smtpUrl: url, dataFolder: "/nowhere" });
  await expect(transport.send(MAIL)).rejects.toMatchObject({ code: "EENVELOPE", responseCode: 550 });
  transport.close();
});
