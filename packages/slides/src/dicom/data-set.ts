/**
 * The elements of a DICOM data set, and their values as texts and numbers.
 *
 * Source: DICOM PS3.5, section 6.2 (value representations) and 6.1 (character sets).
 */
import { TextDecoder } from "node:util";
import { DICOM_ELEMENTS, type DicomKeyword, tagOf, type ValueRepresentation } from "./dicom-tags.ts";

export interface DicomElement {
  readonly vr: ValueRepresentation;
  readonly bytes: Buffer;
  /** Items of a sequence; empty otherwise. */
  readonly items: readonly DataSet[];
}

/** Longer texts are truncated. */
const MAX_TEXT_CHARACTERS = 4000;

/** Keyed by the first value of Specific Character Set, or by its second if the first is empty (code extensions). */
const ENCODINGS: Readonly<Record<string, string>> = {
  "ISO_IR 192": "utf-8",
  GB18030: "gb18030",
  GBK: "gbk",
  "ISO_IR 13": "shift_jis",
  "ISO 2022 IR 13": "shift_jis",
  "ISO 2022 IR 87": "iso-2022-jp",
  "ISO 2022 IR 149": "euc-kr",
  "ISO 2022 IR 58": "gb18030",
  "ISO_IR 166": "windows-874",
  "ISO_IR 101": "iso-8859-2",
  "ISO_IR 109": "iso-8859-3",
  "ISO_IR 110": "iso-8859-4",
  "ISO_IR 144": "iso-8859-5",
  "ISO_IR 127": "iso-8859-6",
  "ISO_IR 126": "iso-8859-7",
  "ISO_IR 138": "iso-8859-8",
  "ISO_IR 148": "windows-1254",
  "ISO_IR 203": "iso-8859-15",
};

const DEFAULT_ENCODING = "windows-1252";

/** Code extensions that a decoder did not remove. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: an escape is a control character.
const CHARACTER_SET_ESCAPES = /\u001b[$()*+\-./]{1,2}[@-Z0-9]?/g;
const ESCAPE = 0x1b;
/** Lines and tabs are kept. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are the subject of the search.
const CONTROLS = /[\u0000-\u0008\u000b-\u001f]/g;

/** Size and reader of a number by value representation. */
const NUMBERS: Readonly<
  Record<string, { size: number; read: (view: DataView, at: number, isLittle: boolean) => number }>
> = {
  US: { size: 2, read: (view, at, isLittle) => view.getUint16(at, isLittle) },
  SS: { size: 2, read: (view, at, isLittle) => view.getInt16(at, isLittle) },
  UL: { size: 4, read: (view, at, isLittle) => view.getUint32(at, isLittle) },
  SL: { size: 4, read: (view, at, isLittle) => view.getInt32(at, isLittle) },
  OL: { size: 4, read: (view, at, isLittle) => view.getUint32(at, isLittle) },
  FL: { size: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) },
  OF: { size: 4, read: (view, at, isLittle) => view.getFloat32(at, isLittle) },
  FD: { size: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) },
  OD: { size: 8, read: (view, at, isLittle) => view.getFloat64(at, isLittle) },
};

export class DataSet {
  readonly isLittleEndian: boolean;
  readonly #elements = new Map<number, DicomElement>();

  constructor(isLittleEndian: boolean) {
    this.isLittleEndian = isLittleEndian;
  }

  /** Of two elements with the same tag, the first is kept. */
  add(tag: number, element: DicomElement): void {
    if (!this.#elements.has(tag)) this.#elements.set(tag, element);
  }

  element(keyword: DicomKeyword): DicomElement | undefined {
    return this.#elements.get(tagOf(keyword));
  }

  has(keyword: DicomKeyword): boolean {
    return this.#elements.has(tagOf(keyword));
  }

  /** Size of a value in bytes; 0 if it is missing. */
  byteCountOf(keyword: DicomKeyword): number {
    return this.#elements.get(tagOf(keyword))?.bytes.length ?? 0;
  }

  items(keyword: DicomKeyword): readonly DataSet[] {
    return this.#elements.get(tagOf(keyword))?.items ?? [];
  }

  /** The first item of a sequence. */
  item(keyword: DicomKeyword): DataSet | undefined {
    return this.items(keyword)[0];
  }

  /**
   * Text without surrounding blanks and zeros; undefined if it is empty or missing.
   *
   * @param characterSet value of Specific Character Set of the file.
   */
  text(keyword: DicomKeyword, characterSet = ""): string | undefined {
    const bytes = this.#elements.get(tagOf(keyword))?.bytes;
    if (bytes === undefined) return undefined;
    const text = decodeText(bytes.subarray(0, MAX_TEXT_CHARACTERS), characterSet);
    return text === "" ? undefined : text;
  }

  /** All values of an element. */
  texts(keyword: DicomKeyword, characterSet = ""): readonly string[] {
    const text = this.text(keyword, characterSet);
    return text === undefined ? [] : text.split("\\").map((value) => value.trim());
  }

  /** NaN for values that are not numbers. */
  numbers(keyword: DicomKeyword): readonly number[] {
    const element = this.#elements.get(tagOf(keyword));
    if (element === undefined) return [];
    const kind = NUMBERS[element.vr] ?? NUMBERS[DICOM_ELEMENTS[keyword].vr];
    if (kind === undefined) return this.texts(keyword).map((text) => (text === "" ? Number.NaN : Number(text)));
    const { bytes } = element;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return Array.from({ length: Math.floor(bytes.length / kind.size) }, (_, index) =>
      kind.read(view, index * kind.size, this.isLittleEndian),
    );
  }

  /** The first value; undefined if there is none, or it is not finite. */
  number(keyword: DicomKeyword): number | undefined {
    const [first] = this.numbers(keyword);
    return first !== undefined && Number.isFinite(first) ? first : undefined;
  }
}

/** One per character set: creating one costs more than using it. */
const decoders = new Map<string, TextDecoder>();

function decodeText(bytes: Buffer, characterSet: string): string {
  const text = isPlain(bytes) ? bytes.toString("latin1") : decoderFor(characterSet).decode(bytes);
  return text.replace(CHARACTER_SET_ESCAPES, "").replace(CONTROLS, " ").trim();
}

/** Whether the text is the same in every character set. */
function isPlain(bytes: Buffer): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7e || bytes[i] === ESCAPE) return false;
  return true;
}

function decoderFor(characterSet: string): TextDecoder {
  const sets = characterSet.split("\\").map((name) => name.trim());
  const encoding = ENCODINGS[sets[0] || (sets[1] ?? "")] ?? DEFAULT_ENCODING;
  const decoder = decoders.get(encoding) ?? new TextDecoder(encoding);
  decoders.set(encoding, decoder);
  return decoder;
}
