import { describe, expect, it } from "vitest";
import { isCommonVariant } from "./common-variants.ts";

const WORDS = new Set(["password", "welcome", "dragon", "sunshine", "michael", "the", "qwerty", "p@ssword"]);
const isCommon = (password: string) => isCommonVariant(password, (text) => WORDS.has(text));

describe("derived from a common password", () => {
  for (const password of [
    "password2024",
    "password1234",
    "password4321",
    "!!welcome2023!",
    "welcome123123",
    "dragon1111111",
    "passwordpassword",
    "dragondragondragon",
    "sun_shine_sunshine99",
    "p4ssw0rd2024",
    "p@$$w0rd12345",
    "19michael1987",
    "123456789012",
    "987654321098",
    "password0000",
  ])
    it(password, () => expect(isCommon(password)).toBe(true));
});

describe("not derived from a common password", () => {
  for (const password of [
    "glomerulus2024",
    "correcthorsebattery",
    "password7391582",
    "xkpassword2024q",
    "sunshinedragon",
    "the nephron of a newt",
    "thethethethe",
    "482915739264",
    "drag0n-in-the-attic",
  ])
    it(password, () => expect(isCommon(password)).toBe(false));
});
